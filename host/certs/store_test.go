package certs

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/host/certs/certstest"
)

// files is a folder with certificates of one authority.
type files struct {
	t         *testing.T
	folder    string
	authority *certstest.Authority
}

func newFiles(t *testing.T) files {
	t.Helper()
	authority, err := certstest.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	return files{t, t.TempDir(), authority}
}

func (f files) write(name string, text []byte) string {
	f.t.Helper()
	path := filepath.Join(f.folder, name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		f.t.Fatal(err)
	}
	return path
}

func (f files) issue(how certstest.Options) certstest.Made {
	f.t.Helper()
	made, err := f.authority.Issue(how)
	if err != nil {
		f.t.Fatal(err)
	}
	return made
}

// pair writes a new certificate under a file name.
func (f files) pair(name string, how certstest.Options) Pair {
	f.t.Helper()
	made := f.issue(how)
	return Pair{Certificate: f.write(name+".pem", made.Certificate), Key: f.write(name+".key", made.Key)}
}

func TestProblems(t *testing.T) {
	f, now := newFiles(t), time.Now()
	good, other := f.pair("good", certstest.Options{Name: "a"}), f.pair("other", certstest.Options{Name: "b"})
	past := f.pair("past", certstest.Options{NotBefore: now.Add(-2 * time.Hour), NotAfter: now.Add(-time.Hour)})
	later := f.pair("later", certstest.Options{NotBefore: now.Add(time.Hour), NotAfter: now.Add(2 * time.Hour)})
	text, missing := f.write("text", []byte("no certificate")), filepath.Join(f.folder, "missing")
	for _, c := range []struct {
		settings Settings
		served   bool
		want     string // of the problem: pair, key, warning, text
	}{
		{Settings{Pairs: []Pair{good, other}, ClientCA: good.Certificate}, true, ""},
		{Settings{Pairs: []Pair{past}}, true, "0 false true past.pem expired on"},
		{Settings{Pairs: []Pair{good, later}}, true, "1 false true later.pem is not valid before"},
		{Settings{Pairs: []Pair{{missing, good.Key}}}, false, "0 false false there is no file missing"},
		{Settings{Pairs: []Pair{{good.Certificate, missing}}}, false, "0 true false there is no file missing"},
		{Settings{Pairs: []Pair{{f.folder, good.Key}}}, false, "0 false false . cannot be read: is a directory"},
		{Settings{Pairs: []Pair{{text, good.Key}}}, false, "0 false false text contains no certificate"},
		{Settings{Pairs: []Pair{{good.Certificate, text}}}, false, "0 true false text is not the key of good.pem"},
		{Settings{Pairs: []Pair{good, {good.Certificate, other.Key}}}, false, "1 true false other.key is not the key of good.pem"},
		{Settings{Pairs: []Pair{good}, ClientCA: missing}, false, "-1 false false there is no file missing"},
		{Settings{Pairs: []Pair{good}, ClientCA: text}, false, "-1 false false text contains no certificate"},
	} {
		store, problems := Load(c.settings, slog.New(slog.DiscardHandler))
		got := ""
		for _, p := range problems {
			got += fmt.Sprint(p.Pair, p.Key, p.Warning, " ", p)
		}
		got = strings.ReplaceAll(strings.ReplaceAll(got, f.folder+"/", ""), f.folder, ".")
		if len(problems) > 1 || !strings.HasPrefix(got, c.want) || (c.want == "") != (got == "") || (store != nil) != c.served {
			t.Errorf("%+v: got %q (served: %v), want %q", c.settings, got, store != nil, c.want)
		}
	}
}

// served is a store in use, on a socket of this machine, which echoes what it reads.
type served struct {
	t        *testing.T
	store    *Store
	listener net.Listener
	trusted  *x509.CertPool
	log      *bytes.Buffer
}

func serve(t *testing.T, f files, settings Settings) *served {
	t.Helper()
	s := &served{t: t, trusted: x509.NewCertPool(), log: &bytes.Buffer{}}
	s.trusted.AppendCertsFromPEM(f.authority.PEM)
	store, problems := Load(settings, slog.New(slog.NewTextHandler(s.log, nil)))
	for _, p := range problems {
		t.Fatal(p)
	}
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.store, s.listener = store, store.Listen(socket)
	t.Cleanup(func() { _ = s.listener.Close() })
	go func() {
		for {
			accepted, err := s.listener.Accept()
			if err != nil {
				return
			}
			go func() {
				_, _ = io.Copy(accepted, accepted)
				_ = accepted.Close()
			}()
		}
	}()
	return s
}

// dial opens a connection and performs the handshake.
func (s *served) dial(config *tls.Config) (*tls.Conn, error) {
	s.t.Helper()
	socket, err := net.Dial("tcp", s.listener.Addr().String())
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = socket.Close() })
	if config.RootCAs = s.trusted; config.ServerName == "" {
		config.ServerName = "localhost"
	}
	client := tls.Client(socket, config)
	return client, client.Handshake()
}

// name returns the host of the certificate that a new connection gets.
func (s *served) name(config *tls.Config) string {
	s.t.Helper()
	client, err := s.dial(config)
	if err != nil {
		s.t.Fatal(err)
	}
	return client.ConnectionState().PeerCertificates[0].Subject.CommonName
}

func TestServerName(t *testing.T) {
	f := newFiles(t)
	s := serve(t, f, Settings{Pairs: []Pair{
		f.pair("a", certstest.Options{Name: "a.example"}), f.pair("b", certstest.Options{Name: "b.example"}),
	}})
	for asked, want := range map[string]string{"a.example": "a.example", "b.example": "b.example", "localhost": "a.example"} {
		if got := s.name(&tls.Config{ServerName: asked}); got != want {
			t.Errorf("asked for %s: got %s", asked, got)
		}
	}
}

func TestVersionsAndProtocols(t *testing.T) {
	f := newFiles(t)
	pairs := []Pair{f.pair("a", certstest.Options{Name: "a"})}
	usual, strict := serve(t, f, Settings{Pairs: pairs}), serve(t, f, Settings{Pairs: pairs, MinVersion: tls.VersionTLS13})
	for _, c := range []struct {
		server  *served
		offered *tls.Config
		want    string // the protocol; empty if there is no connection
	}{
		{usual, &tls.Config{NextProtos: []string{"h2", "http/1.1"}}, "http/1.1"},
		{usual, &tls.Config{NextProtos: []string{"h2"}}, ""},
		{usual, &tls.Config{MaxVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}, "http/1.1"},
		{usual, &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}, ""},
		{strict, &tls.Config{MaxVersion: tls.VersionTLS12}, ""},
		{strict, &tls.Config{NextProtos: []string{"http/1.1"}}, "http/1.1"},
	} {
		client, err := c.server.dial(c.offered)
		if got := client.ConnectionState().NegotiatedProtocol; (err == nil) != (c.want != "") || err == nil && got != c.want {
			t.Errorf("%v %x: got %q, %v", c.offered.NextProtos, c.offered.MaxVersion, got, err)
		}
	}
}

func TestClientCertificates(t *testing.T) {
	f, strangers := newFiles(t), newFiles(t)
	s := serve(t, f, Settings{Pairs: []Pair{f.pair("a", certstest.Options{Name: "a"})}, ClientCA: f.write("ca.pem", f.authority.PEM)})
	for name, c := range map[string]struct {
		of *files
		ok bool
	}{"known": {&f, true}, "stranger": {&strangers, false}, "none": {nil, false}} {
		config := &tls.Config{}
		if c.of != nil {
			made := c.of.issue(certstest.Options{Name: "client"})
			pair, err := tls.X509KeyPair(made.Certificate, made.Key)
			if err != nil {
				t.Fatal(err)
			}
			config.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &pair, nil }
		}
		client, err := s.dial(config)
		if err == nil {
			err = echo(client) // the client sees a refusal only after its part of the handshake
		}
		if (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// echo sends a text and reads it back.
func echo(c net.Conn) error {
	if _, err := io.WriteString(c, "ping"); err != nil {
		return err
	}
	_, err := io.ReadFull(c, make([]byte, 4))
	return err
}

func TestReload(t *testing.T) {
	f, clock := newFiles(t), time.Now()
	pair := f.pair("a", certstest.Options{Name: "first"})
	s := serve(t, f, Settings{Pairs: []Pair{pair}})
	s.store.now = func() time.Time { return clock }
	open, err := s.dial(&tls.Config{})
	if err != nil {
		t.Fatal(err)
	}
	expect := func(later time.Duration, want, logged string) {
		t.Helper()
		clock = clock.Add(later)
		if got := s.name(&tls.Config{}); got != want {
			t.Errorf("the certificate is for %s, want %s", got, want)
		}
		if text := s.log.String(); !strings.Contains(text, logged) || (logged == "") != (text == "") {
			t.Errorf("the log is %q, want %q", text, logged)
		}
		s.log.Reset()
	}
	expect(2*time.Second, "first", "")

	second := f.issue(certstest.Options{Name: "second"})
	f.write("a.pem", second.Certificate)
	expect(patience/2, "first", "") // not checked again so soon
	expect(patience, "first", "is not the key of")
	expect(patience, "first", "") // logged once
	f.write("a.key", second.Key)
	expect(patience, "second", "the certificate has changed")

	if err := os.Remove(pair.Key); err != nil {
		t.Fatal(err)
	}
	expect(patience, "second", "there is no file")
	f.pair("a", certstest.Options{Name: "third", NotAfter: clock.Add(time.Minute)})
	expect(patience, "third", "the certificate has changed")
	fourth := f.issue(certstest.Options{Name: "fourth"})
	other := f.write("other.pem", fourth.Certificate)
	if err := os.Rename(other, pair.Certificate); err != nil { // as renewal tools do: another file takes the name
		t.Fatal(err)
	}
	if err := os.Rename(f.write("other.key", fourth.Key), pair.Key); err != nil {
		t.Fatal(err)
	}
	expect(patience, "fourth", "the certificate has changed")
	if err := echo(open); err != nil {
		t.Errorf("the connection that was open before: %v", err)
	}
}

func TestPlainHTTP(t *testing.T) {
	f := newFiles(t)
	s := serve(t, f, Settings{Pairs: []Pair{f.pair("a", certstest.Options{Name: "a"})}})
	client, err := net.Dial("tcp", s.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	if _, err := io.WriteString(client, "GET / HTTP/1.1\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	answer, _ := io.ReadAll(client)
	if !strings.HasPrefix(string(answer), "HTTP/1.1 400 ") || !strings.Contains(string(answer), "https://") {
		t.Errorf("got %q", answer)
	}
}
