package tests

import (
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// socketClient asks over the admin socket of an application.
func socketClient(folder string) *http.Client {
	return &http.Client{Timeout: patience, Transport: &http.Transport{
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
		if text, response := askManaged(t, socketClient(folder), http.MethodGet, "http://fwrun/actuator", nil, ""); response.StatusCode != http.StatusOK {
			t.Fatalf("%d %s", response.StatusCode, text)
		}
		_ = app.cmd.Process.Signal(syscall.SIGKILL)
		<-app.exited
		if _, err := os.Stat(path); err != nil {
			t.Fatalf("nothing is left of it: %v", err)
		}
		app, _ = startForTest(t, folder, everythingOn()...)
	}
	unharmed(t, app)
}

// TestFolderCannotBeWritten: an application whose folder data is a file serves without an admin socket, with all of its endpoints.
func TestFolderCannotBeWritten(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "app.js", `import { GetMapping, RestController } from "fwrun"; @RestController export class Api { @GetMapping("/hello") hello() { return "hello"; } }`)
	write(t, folder, "data", "a file")
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o755) })
	app, server := startForTest(t, folder, everythingOn()...)
	for name, href := range linksOf(t, managedClient, server) {
		if strings.Contains(href, "{") || name == "profile" {
			continue
		}
		if text, response := askManaged(t, managedClient, http.MethodGet, href, nil, ""); response.StatusCode >= 500 {
			t.Errorf("%s: %d %.300s", href, response.StatusCode, text)
		}
	}
	unharmed(t, app)
}
