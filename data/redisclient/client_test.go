package redisclient_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/data/redisclient"
	"github.com/fwrun/fwrun/platform/fault"
)

// opens checks that a URL is accepted.
func opens(t *testing.T, url string) *redisclient.Client {
	t.Helper()
	client, err := redisclient.Open(t.Context(), "the cache", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// refuses checks the error of a URL that is not accepted.
func refuses(t *testing.T, url string, kind fault.Kind, want string) {
	t.Helper()
	client, err := redisclient.Open(t.Context(), "the cache", url)
	if client != nil || err == nil {
		t.Fatalf("%q was let in", url)
	}
	if fault.KindOf(err) != kind || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "topsecret") {
		t.Errorf("got %v, want kind %d and %q", err, kind, want)
	}
	if failed, ok := errors.AsType[*fault.Error](err); !ok || failed.Hint == "" {
		t.Errorf("%v has no hint", err)
	}
}

func TestCredentials(t *testing.T) {
	server := datatest.Redis(t, "--requirepass", "topsecret", "--user", "reader", "on", ">topsecret", "~*", "+ping", "+hello")
	with := func(user string) string {
		return strings.Replace(server.URL, "://", "://"+user+"@", 1)
	}
	opens(t, with(":topsecret"))
	refuses(t, server.URL, fault.Internal, "refused access")
	refuses(t, with(":topsecretive"), fault.Internal, "refused access")
	refuses(t, with("nobody:topsecret"), fault.Internal, "refused access")

	client := opens(t, with("reader:topsecret"))
	_, refused := client.Do(t.Context(), "GET", "a")
	if !redisclient.Answered(refused) {
		t.Errorf("%v is the server's answer", refused)
	}
	err := client.Failure(t.Context(), "cache.get", refused)
	if fault.KindOf(err) != fault.Internal || !strings.Contains(err.Error(), "refused access") {
		t.Errorf("a command that is not allowed: %v", err)
	}
}

// TestAnswersHideArguments: a server that does not know a command repeats the command's
// arguments.
func TestAnswersHideArguments(t *testing.T) {
	client := opens(t, datatest.Redis(t).URL)
	_, raw := client.Do(t.Context(), "unheard", "topsecret")
	if raw == nil || !strings.Contains(raw.Error(), "topsecret") {
		t.Fatalf("this is no test any more: the server says %v", raw)
	}
	err := client.Failure(t.Context(), "cache.get", raw)
	if !strings.Contains(err.Error(), "unknown command 'unheard'") || strings.Contains(err.Error(), "topsecret") {
		t.Errorf("got %v", err)
	}
}

func TestDatabases(t *testing.T) {
	url := datatest.Redis(t).URL
	first, second := opens(t, url), opens(t, url+"?db=1")
	if _, err := first.Do(t.Context(), "SET", "a", "1"); err != nil {
		t.Fatal(err)
	}
	if n, err := second.Do(t.Context(), "EXISTS", "a"); n != int64(0) || err != nil {
		t.Errorf("database 1 has the key of database 0, %v", err)
	}
	refuses(t, url+"?db=99", fault.Internal, "DB index is out of range")
}

func TestNobodyListens(t *testing.T) {
	refuses(t, "redis://:topsecret@127.0.0.1:"+datatest.FreePort(t), fault.Unavailable, "connection refused")
	refuses(t, "redis+unix:///nowhere/sock", fault.Unavailable, "no such file")
}

// TestSilence: a call to a server that accepts the connection but never answers ends with the
// timeout.
func TestSilence(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	takes := func(timeout string) time.Duration {
		begin := time.Now()
		refuses(t, "redis://"+listener.Addr().String()+"?timeout="+timeout, fault.Unavailable, "timeout")
		return time.Since(begin)
	}
	short := min(takes("50ms"), takes("50ms"), takes("50ms")) // other work of the machine affects each of them
	if long := takes("1s"); short > long/2 {
		t.Errorf("it took %s with a timeout of 50ms, and %s with one of 1s", short, long)
	}
}

func TestTLS(t *testing.T) {
	certificate, key := writeCertificate(t)
	port := datatest.FreePort(t)
	datatest.Redis(t, "--tls-port", port, "--tls-cert-file", certificate, "--tls-key-file", key, "--tls-auth-clients", "no")
	opens(t, "rediss://localhost:"+port+"?ca_file="+certificate)
	refuses(t, "rediss://localhost:"+port, fault.Unavailable, "unknown authority")
	refuses(t, "rediss://127.0.0.1:"+port+"?ca_file="+certificate, fault.Unavailable, "127.0.0.1")
	refuses(t, "redis://localhost:"+port+"?timeout=1s", fault.Unavailable, "not available")
}

// writeCertificate creates a certificate for localhost, in files that every user may read.
func writeCertificate(t *testing.T) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	public, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "tls") // the server's user cannot enter t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, text []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: text}), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("cert.pem", "CERTIFICATE", public), write("key.pem", "PRIVATE KEY", secret)
}
