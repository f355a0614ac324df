package harness

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/fwrun/fwrun/tests/jars"
	"github.com/fwrun/fwrun/tests/needs"
)

// Checker runs a program that checks files of operations.
func Checker(t *testing.T, folder, name string, args ...string) {
	t.Helper()
	command := exec.Command(needs.Program(t, name), args...)
	command.Dir = folder
	said, err := command.CombinedOutput()
	t.Logf("%s\n%s", command, said)
	if err != nil {
		t.Error(err)
	}
}

// FreeAddress returns an address that nobody listens on.
func FreeAddress(t *testing.T) *net.TCPAddr {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().(*net.TCPAddr)
}

// BuiltProgram builds the program of a folder beside the test that is a module of its own, once for each machine and version
// of its files. Where its modules cannot be had, the test is skipped.
func BuiltProgram(t *testing.T, name string) string {
	t.Helper()
	files, err := filepath.Glob(name + "/*")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.New()
	_, _ = fmt.Fprintln(sum, runtime.Version())
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = fmt.Fprintf(sum, "%s\n%s\n", file, text)
	}
	folder, err := jars.Folder(name+"-"+hex.EncodeToString(sum.Sum(nil)[:8]), func(into string) error {
		// Without inlining it is compiled in two thirds of the time.
		command := exec.Command("go", "build", "-buildvcs=false", "-gcflags=github.com/...=-l", "-gcflags=go.opentelemetry.io/collector/...=-l",
			"-gcflags=google.golang.org/grpc/...=-l", "-ldflags=-s -w", "-o", into, ".")
		command.Dir, command.Env = name, append(append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off"), needs.Compiler...)
		if said, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("the program %s cannot be built: %w\n%s", name, err, said)
		}
		return nil
	})
	if err != nil {
		needs.Missing(t, name, err.Error())
	}
	return filepath.Join(folder, name)
}
