package operations

import (
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// socketClient asks over the admin socket of an application.
func socketClient(folder string) *http.Client {
	return &http.Client{Timeout: harness.Patience, Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", filepath.Join(folder, "data", "fwrun.sock"))
		},
	}}
}

// TestSocketOfAKilledProcess: an application that is started after it was killed replaces the admin socket.
func TestSocketOfAKilledProcess(t *testing.T) {
	app, folder, _ := startManaged(t, "")
	path := filepath.Join(folder, "data", "fwrun.sock")
	for range 3 {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Fatalf("the socket: %v, %v", info, err)
		}
		if text, response := harness.Ask(t, socketClient(folder), http.MethodGet, "http://fwrun/actuator", nil, ""); response.StatusCode != http.StatusOK {
			t.Fatalf("%d %s", response.StatusCode, text)
		}
		_ = app.Cmd.Process.Signal(syscall.SIGKILL)
		<-app.Exited
		if _, err := os.Stat(path); err != nil {
			t.Fatalf("nothing is left of it: %v", err)
		}
		app, _ = harness.Serve(t, folder, everythingOn()...)
	}
	unharmed(t, app)
}

// TestFolderCannotBeWritten: an application whose folder data is a file serves without an admin socket, with all of its endpoints.
func TestFolderCannotBeWritten(t *testing.T) {
	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "app.js"), `import { GetMapping, RestController } from "fwrun"; @RestController export class Api { `+
		`@GetMapping("/hello") hello() { return "hello"; } }`)
	harness.WriteFile(t, filepath.Join(folder, "data"), "a file")
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o755) })
	app, server := harness.Serve(t, folder, everythingOn()...)
	for name, href := range linksOf(t, harness.Client, server) {
		if strings.Contains(href, "{") || name == "profile" {
			continue
		}
		if text, response := harness.Ask(t, harness.Client, http.MethodGet, href, nil, ""); response.StatusCode >= 500 {
			t.Errorf("%s: %d %.300s", href, response.StatusCode, text)
		}
	}
	unharmed(t, app)
}
