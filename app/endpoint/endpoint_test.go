package endpoint

import (
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// reader reads an application.yml.
func reader(t *testing.T, text string) (*config.Properties, *config.Reader) {
	t.Helper()
	props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte(text)}}, config.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return props, props.Reader()
}

// TestOpen: who asks whether the process is ready, or whether a request leads back to it, asks the same of all generations.
func TestOpen(t *testing.T) {
	first := Open(nil)
	first.Available.Accept()
	if next := Open(first); next != first || next.Certificates != nil {
		t.Error("a generation has a place of its own")
	}
	if other := Open(nil); other.Own == first.Own || other.Available == first.Available {
		t.Error("two processes have the same place")
	}
}

// TestLoadCertificates: what is wrong with a certificate is said where it is configured, and without one there is nothing to load.
func TestLoadCertificates(t *testing.T) {
	folder := t.TempDir()
	load := func(text string) (*Part, fault.List) {
		t.Helper()
		props, r := reader(t, text)
		p := Open(nil)
		return p, p.LoadCertificates(Read(r, folder), props, slog.New(slog.DiscardHandler))
	}
	if p, problems := load("{}"); p.Certificates != nil || len(problems) > 0 {
		t.Errorf("got %v", problems)
	}
	p, problems := load("server:\n  tls:\n    certificate: a.pem\n    key: a.key\n")
	if p.Certificates != nil || len(problems) == 0 || problems[0].Place.Line != 3 && problems[0].Place.Line != 4 {
		t.Errorf("got %v", problems)
	}
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ text, place, name, problem string }{
		{"{}", "127.0.0.1", "tcp 127.0.0.1:8080", ""},
		{"server: { address: '[::1]', port: 9 }", "::1", "tcp [::1]:9", ""},
		{"server: { address: 'unix:run/a.sock', socket-mode: '0660' }", "unix:/app/run/a.sock", "unix /app/run/a.sock", ""},
		{"server: { address: 'unix:/b.sock' }", "unix:/b.sock", "unix /b.sock", ""},
		{"server: { address: 'unix:' }", "unix:/app", "unix /app", "does not name a file"},
		{"server: { socket-mode: '9' }", "127.0.0.1", "tcp 127.0.0.1:8080", "must be the permissions"},
		{"server: { tls: { client-ca: ca.pem } }", "127.0.0.1", "tcp 127.0.0.1:8080", "requires a certificate"},
	} {
		_, r := reader(t, c.text)
		s := Read(r, "/app")
		if s.Place() != c.place || s.Name() != c.name {
			t.Errorf("%s: %s, %s", c.text, s.Place(), s.Name())
		}
		problems := r.Problems()
		if c.problem == "" && len(problems) > 0 || c.problem != "" && (len(problems) != 1 || !strings.Contains(problems[0].Message, c.problem)) {
			t.Errorf("%s: %v", c.text, problems)
		}
	}
}

// TestListen: the socket of a process that was killed gives way, one that is in use stays, and so does any other file.
func TestListen(t *testing.T) {
	folder, err := os.MkdirTemp("", "s") // short enough for the path of a socket
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	_, r := reader(t, "server: { address: 'unix:a.sock', socket-mode: '0600' }")
	s := Read(r, folder)
	first, err := s.Listen()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(s.Address); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", info, err)
	}
	if _, err := s.Listen(); !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("a socket that is in use: %v", err)
	}
	first.(*net.UnixListener).SetUnlinkOnClose(false)
	_ = first.Close()
	again, err := s.Listen()
	if err != nil {
		t.Fatalf("a socket that was left: %v", err)
	}
	_ = again.Close()
	if err := os.WriteFile(s.Address, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Listen(); err == nil || !strings.Contains(fault.Text(err), "it is not a socket") {
		t.Errorf("a file: %v", err)
	}
	taken, err := ListenTCP("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	if _, err := ListenTCP(taken.Addr().String()); !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("a port that is in use: %v", err)
	}
}

// TestStatic: folders are served that are within the application and not private.
func TestStatic(t *testing.T) {
	application := t.TempDir()
	for _, name := range []string{"public", "config", "assets"} {
		if err := os.Mkdir(filepath.Join(application, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ text, served, problem string }{
		{"/: public", "public", ""},
		{"/assets: { folder: assets, fallback: true }", "assets", ""},
		{"/: config", "config", "contains private files"},
		{"/: ..", "..", "not within the application"},
		{"/: nowhere", "nowhere", "does not exist"},
		{"assets: assets", "assets", "not a valid path"},
	} {
		_, r := reader(t, "server: { static: { "+c.text+" } }")
		list := ReadStatic(r, application, nil)
		if got := Served(list, application, nil); len(got) != 1 || got[0] != c.served {
			t.Errorf("%s: serves %v", c.text, got)
		}
		problems := r.Problems()
		if c.problem == "" && len(problems) > 0 || c.problem != "" && (len(problems) != 1 || !strings.Contains(problems[0].Message, c.problem)) {
			t.Errorf("%s: %v", c.text, problems)
		}
	}
}
