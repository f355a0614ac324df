package admin_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/platform/fault"
)

// folder returns a folder with a short name, below which the path of a socket is not too long.
func folder(t *testing.T) string {
	t.Helper()
	name, err := os.MkdirTemp("", "adm")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(name) })
	return name
}

func open(t *testing.T, path string) *admin.Socket {
	t.Helper()
	s, err := admin.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func get(t *testing.T, path, target string) string {
	t.Helper()
	client, err := admin.Dial(path)
	if err != nil || client == nil {
		t.Fatal(client, err)
	}
	defer client.CloseIdleConnections()
	answer, err := client.Get("http://fwrun" + target)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func kindOf(t *testing.T, err error, kind fault.Kind, text string) {
	t.Helper()
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind != kind || !strings.Contains(f.Error()+"; "+f.Hint, text) {
		t.Errorf("got %v, want %s", err, text)
	}
}

func TestSocket(t *testing.T) {
	path := admin.Path(folder(t))
	if client, err := admin.Dial(path); client != nil || err != nil {
		t.Error(client, err)
	}
	s := open(t, path)
	for file, mode := range map[string]os.FileMode{path: 0o600 | os.ModeSocket, filepath.Dir(path): 0o700 | os.ModeDir} {
		if info, err := os.Stat(file); err != nil || info.Mode() != mode {
			t.Error(info.Mode(), err)
		}
	}
	s.Serve(admin.Mux(map[string]http.Handler{"/one/": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "path "+r.URL.Path)
	})}))
	if got := get(t, path, "/one/two"); got != "path /two" {
		t.Error(got)
	}
	if got := get(t, path, "/"); !strings.Contains(got, `"paths":["/one/"]`) {
		t.Error(got)
	}
	_, err := admin.Open(path)
	kindOf(t, err, fault.Conflict, "another process serves this application")
	s.Close(t.Context())
	if _, err := os.Stat(filepath.Dir(path)); !errors.Is(err, os.ErrNotExist) {
		t.Error("its folder is still there", err)
	}
}

func TestStaleSocketIsReplaced(t *testing.T) {
	path := admin.Path(folder(t))
	if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	left.SetUnlinkOnClose(false)
	_ = left.Close()
	if client, err := admin.Dial(path); client != nil || err != nil {
		t.Error(client, err)
	}
	open(t, path).Close(t.Context())
	if list, err := os.ReadDir(filepath.Dir(path)); len(list) > 0 || err != nil {
		t.Error("a folder that was there before is left, empty:", list, err)
	}
}

// TestOneOfMany lets several open the same socket, over a stale one.
func TestOneOfMany(t *testing.T) {
	path := admin.Path(folder(t))
	var opened atomic.Pointer[admin.Socket]
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			s, err := admin.Open(path)
			if err != nil {
				kindOf(t, err, fault.Conflict, "another process")
				return
			}
			if !opened.CompareAndSwap(nil, s) {
				t.Error("two have opened it")
			}
		})
	}
	all.Wait()
	if s := opened.Load(); s != nil {
		s.Close(t.Context())
	} else {
		t.Error("nobody has opened it")
	}
}

func TestWhatCannotBeOpened(t *testing.T) {
	at := folder(t)
	_, err := admin.Open(admin.Path(filepath.Join(at, "nowhere")))
	kindOf(t, err, fault.Unavailable, "cannot be opened")

	long := filepath.Join(at, strings.Repeat("x", 120))
	if err := os.Mkdir(long, 0o755); err != nil {
		t.Fatal(err)
	}
	_, err = admin.Open(admin.Path(long))
	kindOf(t, err, fault.Invalid, "use a shorter one")
	if client, err := admin.Dial(admin.Path(long)); client != nil || err != nil {
		t.Error(client, err)
	}
	if list, err := os.ReadDir(long); len(list) > 0 || err != nil {
		t.Error(list, err)
	}

	path := admin.Path(at)
	if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = admin.Open(path)
	kindOf(t, err, fault.Unavailable, "it is not a socket")
	if text, err := os.ReadFile(path); err != nil || len(text) > 0 {
		t.Error("the file is gone", err)
	}
}

// TestCloseFinishesRequests: a request that runs is answered, and one that takes too long is cut off.
func TestCloseFinishesRequests(t *testing.T) {
	path := admin.Path(folder(t))
	s := open(t, path)
	begun, goOn := make(chan struct{}, 2), make(chan struct{})
	s.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun <- struct{}{}
		select {
		case <-goOn:
			_, _ = io.WriteString(w, "whole")
		case <-r.Context().Done():
		}
	}))
	answer := make(chan string)
	go func() { answer <- get(t, path, "/") }()
	<-begun
	closed := make(chan struct{})
	go func() { defer close(closed); s.Close(context.Background()) }()
	close(goOn)
	if got := <-answer; got != "whole" {
		t.Error(got)
	}
	<-closed
}
