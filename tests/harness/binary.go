package harness

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/fwrun/fwrun/tests/needs"
)

// Update makes tests write the files that they compare with.
var Update = flag.Bool("update", false, "rewrite what is compared with")

// Stress makes tests of kills, soaks and bombs long.
var Stress = os.Getenv("FWRUN_STRESS") == "1"

// Some returns every n-th of the cases of a long test, and all of them with FWRUN_STRESS=1.
func Some(n int, cases []string) []string {
	if Stress {
		return cases
	}
	var some []string
	for i := 0; i < len(cases); i += n {
		some = append(some, cases[i])
	}
	return some
}

// Main runs the tests of an area, and cleans up after them.
func Main(m *testing.M, cleanUp ...func()) {
	flag.Parse()
	if signal.Ignored(syscall.SIGHUP) { // as under nohup: otherwise the processes that are run would ignore it, too
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	code := m.Run()
	for _, clean := range cleanUp {
		clean()
	}
	forgetVerdict()
	os.Exit(code)
}

// opened is the binary, once a test has asked for it.
var opened atomic.Pointer[string]

// open opens the binary, so that the go command knows that the test depends on it.
func open(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	opened.Store(&path)
	return file.Close()
}

// forgetVerdict keeps the go command from repeating the verdict of this run, because it would do so although what the binary is
// made of has changed. It does not for a test that has opened a file which is new when the test ends.
func forgetVerdict() {
	if path := opened.Load(); path != nil {
		now := time.Now()
		_ = os.Chtimes(*path, now, now) // if it is gone, there is nothing to repeat
	}
}

// Binary returns the path of fwrun.
func Binary(t testing.TB) string {
	t.Helper()
	path, err := Build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Build compiles fwrun into a folder that all areas share: the one that comes first links it, and the others find that it
// is up to date. A run of the tests has built it before.
var Build = sync.OnceValues(func() (string, error) {
	if path := os.Getenv(needs.Built); path != "" {
		return path, open(path)
	}
	root, err := root()
	if err != nil {
		return "", err
	}
	path := filepath.Join(root, "bin", "test", "fwrun")
	return path, Alone("build", func() error {
		cmd := exec.Command("go", "build", "-o", path, "./cmd/fwrun")
		cmd.Dir, cmd.Env = root, append(append(os.Environ(), "CGO_ENABLED=0"), needs.Compiler...)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("go build ./cmd/fwrun: %w\n%s", err, out)
		}
		return open(path)
	})
})

// Alone does something that no other process of the tests does at the same time.
func Alone(name string, do func() error) error {
	root, err := root()
	if err != nil {
		return err
	}
	folder := filepath.Join(root, "bin", "test")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(folder, name+".lock")).Lock()
	if err != nil {
		return err
	}
	defer unlock()
	return do()
}

// root returns the root of the repository, for tests of the module below tools, too.
func root() (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for folder := here; ; folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "cmd", "fwrun", "main.go")); err == nil {
			return folder, nil
		}
		if folder == filepath.Dir(folder) {
			return "", fmt.Errorf("%s is not in the repository", here)
		}
	}
}
