package tcp_test

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"testing"
	"time"
)

// serve starts a server on loopback, and returns its port.
func serve(t testing.TB, handle func(conn net.Conn)) int {
	t.Helper()
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { _ = conn.Close() })
			go handle(conn)
		}
	}()
	return listener.Addr().(*net.TCPAddr).Port
}

func echo(conn net.Conn) {
	_, _ = io.Copy(conn, conn)
	_ = conn.Close()
}

func greet(conn net.Conn) {
	_, _ = io.WriteString(conn, "hello")
	if half, ok := conn.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
	_, _ = io.Copy(io.Discard, conn)
	_ = conn.Close()
}

// flood sends without end.
func flood(conn net.Conn) {
	for data := make([]byte, 64<<10); ; {
		if _, err := conn.Write(data); err != nil {
			return
		}
	}
}

func reset(conn net.Conn) {
	_, _ = conn.Read(make([]byte, 1))
	_ = conn.(*net.TCPConn).SetLinger(0)
	_ = conn.Close()
}

// secured serves over TLS.
func secured(config *tls.Config, handle func(net.Conn)) func(net.Conn) {
	return func(conn net.Conn) { handle(tls.Server(conn, config)) }
}

// startTLS serves a protocol that is secured when the client asks for it.
func startTLS(config *tls.Config) func(net.Conn) {
	return func(conn net.Conn) {
		if line, _ := bufio.NewReader(conn).ReadString('\n'); line != "STARTTLS\n" {
			_ = conn.Close()
			return
		}
		_, _ = io.WriteString(conn, "go\n")
		echo(tls.Server(conn, config))
	}
}

// named says who the client is, by its certificate.
func named(conn net.Conn) {
	secure := conn.(*tls.Conn)
	if err := secure.Handshake(); err == nil {
		_, _ = io.WriteString(conn, secure.ConnectionState().PeerCertificates[0].Subject.CommonName)
	}
	_, _ = io.Copy(io.Discard, conn)
	_ = conn.Close()
}

// issued is a certificate with its key.
type issued struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// issue makes a certificate, signed by an authority or by itself.
func issue(t testing.TB, name string, authority *issued, change func(c *x509.Certificate)) *issued {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), BasicConstraintsValid: true,
	}
	change(template)
	parent, signer := template, key
	if authority != nil {
		parent, signer = authority.certificate, authority.key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return &issued{certificate, key}
}

func (i *issued) pem() string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: i.certificate.Raw}))
}

func (i *issued) keyPEM(t testing.TB) string {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(i.key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

func (i *issued) config() *tls.Config {
	return &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{i.certificate.Raw}, PrivateKey: i.key}}, NextProtos: []string{"echo"},
		MinVersion: tls.VersionTLS12,
	}
}

// servers starts one of each kind, and returns what scripts have to know of them.
func servers(t testing.TB) map[string]any {
	t.Helper()
	ca := issue(t, "Authority", nil, func(c *x509.Certificate) { c.IsCA, c.KeyUsage, c.DNSNames = true, x509.KeyUsageCertSign, nil })
	server := issue(t, "localhost", ca, func(*x509.Certificate) {})
	self := issue(t, "localhost", nil, func(*x509.Certificate) {})
	expired := issue(t, "localhost", ca, func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) })
	client := issue(t, "a client", ca, func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth} })
	asks := server.config()
	asks.ClientAuth, asks.ClientCAs = tls.RequireAndVerifyClientCert, x509.NewCertPool()
	asks.ClientCAs.AddCert(ca.certificate)
	nobody, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = nobody.Close() }()
	return map[string]any{
		"echo": serve(t, echo), "greets": serve(t, greet), "silent": serve(t, func(net.Conn) {}), "flood": serve(t, flood), "resets": serve(t, reset),
		"closes": serve(t, func(c net.Conn) { _, _ = c.Read(make([]byte, 1<<10)); _ = c.(*net.TCPConn).CloseWrite() }),
		"nobody": nobody.Addr().(*net.TCPAddr).Port,
		"tls":    serve(t, secured(server.config(), echo)), "tlsGreets": serve(t, secured(server.config(), greet)),
		"selfSigned": serve(t, secured(self.config(), echo)), "expired": serve(t, secured(expired.config(), echo)),
		"tlsAsks": serve(t, secured(asks, named)), "startTLS": serve(t, startTLS(server.config())),
		"ca": ca.pem(), "selfSignedCA": self.pem(), "clientCert": client.pem(), "clientKey": client.keyPEM(t),
	}
}
