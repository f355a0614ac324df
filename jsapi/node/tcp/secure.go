package tcp

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/dop251/goja"
)

// secure begins TLS on the connection: secure(options, early, done). The connection goes to a new socket, whose functions it returns; this one
// has ended. early are bytes that the script has got already. done gets an error, or null and what the handshake has found.
func (s *socket) secure(call goja.FunctionCall) goja.Value {
	config, err := s.config(call.Argument(0).ToObject(s.Runtime))
	if err != nil {
		panic(s.failure(err, ""))
	}
	early, _ := s.Bytes(call.Argument(1))
	below, taken := s.take(slices.Clone(early))
	over, err := s.newSocket(s.VM.Context())
	if err != nil {
		panic(s.failure(err, ""))
	}
	done := over.callback(call.Argument(2))
	over.begin(func() {
		conn, err := over.handshake(below(), taken, config)
		over.tell(func() error {
			if err != nil {
				return done(over.failure(err, ""))
			}
			return done(goja.Null(), over.found(conn, config))
		})
	})
	return over.functions()
}

// take ends the socket but for its connection. The function that it returns waits until nothing reads from it any more, and returns what was
// read of it, and not passed to the script.
func (s *socket) take(early []byte) (read func() []byte, conn net.Conn) {
	s.stopTimer()
	s.mu.Lock()
	defer s.mu.Unlock()
	conn, reading := s.conn, s.reading
	s.conn, s.closed, s.taken = nil, true, true
	s.cancel()
	s.release()
	return func() []byte {
		if reading != nil {
			_ = conn.SetReadDeadline(time.Unix(1, 0))
			<-reading
			_ = conn.SetReadDeadline(time.Time{})
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		return append(early, s.early...)
	}, conn
}

// begun is a connection of which some bytes were read already.
type begun struct {
	net.Conn
	early []byte
}

func (b *begun) Read(into []byte) (int, error) {
	if len(b.early) == 0 {
		return b.Conn.Read(into)
	}
	n := copy(into, b.early)
	b.early = b.early[n:]
	return n, nil
}

// NetConn returns the connection below.
func (b *begun) NetConn() net.Conn { return b.Conn }

// CloseWrite ends what is sent.
func (b *begun) CloseWrite() error { return closeWrite(b.Conn) }

// handshakeTime is the most time that a peer has for the handshake.
const handshakeTime = time.Minute

func (s *socket) handshake(early []byte, below net.Conn, config *tls.Config) (*tls.Conn, error) {
	if below == nil {
		return nil, net.ErrClosed
	}
	conn := tls.Client(&begun{below, early}, config)
	if !s.set(conn) {
		_ = below.Close()
		return nil, net.ErrClosed
	}
	ctx, end := context.WithTimeout(s.ctx, handshakeTime)
	defer end()
	return conn, conn.HandshakeContext(ctx)
}

// config reads the options of a connection. Certificates are checked after the handshake, since the script decides what follows.
func (s *socket) config(from *goja.Object) (*tls.Config, error) {
	common := s.TLS()
	if common == nil {
		common = &tls.Config{}
	}
	text := func(name string) string {
		if value := from.Get(name); value != nil && !goja.IsUndefined(value) && !goja.IsNull(value) {
			return value.String()
		}
		return ""
	}
	config := &tls.Config{
		ServerName: text("servername"), RootCAs: common.RootCAs, InsecureSkipVerify: true, //nolint:gosec // found checks it
		MinVersion: versions[text("minVersion")], MaxVersion: versions[text("maxVersion")],
	}
	if list := text("alpn"); list != "" {
		config.NextProtos = strings.Split(list, ",")
	}
	if ca := text("ca"); ca != "" {
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM([]byte(ca)) {
			return nil, &codedError{"ERR_OSSL_PEM_NO_START_LINE", "ca has no certificate in PEM"}
		}
	}
	if text("cert") != "" {
		pair, err := tls.X509KeyPair([]byte(text("cert")), []byte(text("key")))
		if err != nil {
			return nil, &codedError{"ERR_OSSL_PEM_NO_START_LINE", "cert and key: " + strings.TrimPrefix(err.Error(), "tls: ")}
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

var versions = map[string]uint16{
	"": 0, "TLSv1": tls.VersionTLS10, "TLSv1.1": tls.VersionTLS11, "TLSv1.2": tls.VersionTLS12, "TLSv1.3": tls.VersionTLS13,
}

// codedError is an error with the code that scripts for Node expect.
type codedError struct{ code, text string }

func (e *codedError) Error() string { return e.text }

// Code returns the code.
func (e *codedError) Code() string { return e.code }

// found returns what a handshake has found: the protocol, the cipher, the certificates of the peer, and what is wrong with them.
func (s *socket) found(conn *tls.Conn, config *tls.Config) goja.Value {
	state := conn.ConnectionState()
	certificates, code, text := verify(state.PeerCertificates, config.RootCAs)
	chain := make([]any, len(certificates))
	for i, one := range certificates {
		chain[i] = s.NewBuffer(slices.Clone(one.Raw))
	}
	standard := tls.CipherSuiteName(state.CipherSuite)
	found := map[string]any{
		"protocol": strings.Replace(tls.VersionName(state.Version), "TLS ", "TLSv", 1), "standard": standard, "cipher": cipherName(standard),
		"alpn": state.NegotiatedProtocol, "chain": s.Runtime.NewArray(chain...), "trusting": s.insecure(),
	}
	if code != "" && !s.insecure() {
		found["code"], found["text"] = code, text
	}
	return s.Runtime.ToValue(found)
}

// insecure reports whether no certificate is checked, which only the operator says for all.
func (s *socket) insecure() bool {
	common := s.TLS()
	return common != nil && common.InsecureSkipVerify
}

// cipherName returns the name of a cipher suite that OpenSSL has for it.
func cipherName(standard string) string {
	before, after, old := strings.Cut(strings.TrimPrefix(standard, "TLS_"), "_WITH_")
	if !old {
		return standard
	}
	after = strings.NewReplacer("AES_", "AES", "_", "-").Replace(after)
	if strings.HasPrefix(after, "CHACHA20") {
		after = strings.TrimSuffix(after, "-SHA256")
	}
	if before == "RSA" {
		return after
	}
	return strings.ReplaceAll(before, "_", "-") + "-" + after
}

// verify returns the chain of certificates up to the authority, if it is trusted; otherwise what the peer has sent, Node's code for what is wrong
// with it, and its text. The name is checked by the script.
func verify(sent []*x509.Certificate, roots *x509.CertPool) (chain []*x509.Certificate, code, text string) {
	if len(sent) == 0 {
		return nil, "UNABLE_TO_GET_ISSUER_CERT", "unable to get issuer certificate"
	}
	between := x509.NewCertPool()
	for _, one := range sent[1:] {
		between.AddCert(one)
	}
	chains, err := sent[0].Verify(x509.VerifyOptions{Roots: roots, Intermediates: between})
	if err == nil {
		return chains[0], "", ""
	}
	code, text = untrusted(sent, err)
	return sent, code, text
}

// untrusted returns Node's code for why a chain is not trusted, and its text.
func untrusted(sent []*x509.Certificate, err error) (code, text string) {
	var invalid x509.CertificateInvalidError
	isOwn := func(c *x509.Certificate) bool { return string(c.RawIssuer) == string(c.RawSubject) }
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired && time.Now().Before(invalid.Cert.NotBefore):
		return "CERT_NOT_YET_VALID", "certificate is not yet valid"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "CERT_HAS_EXPIRED", "certificate has expired"
	case !errors.As(err, new(x509.UnknownAuthorityError)):
		return "CERT_INVALID", fmt.Sprintf("certificate is not valid: %v", err)
	case isOwn(sent[0]):
		return "DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate"
	case slices.ContainsFunc(sent, isOwn):
		return "SELF_SIGNED_CERT_IN_CHAIN", "self-signed certificate in certificate chain"
	case len(sent) > 1:
		return "UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "unable to get local issuer certificate"
	}
	return "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unable to verify the first certificate"
}

// bundles are where systems keep the certificates of the authorities they trust, as crypto/x509 looks for them.
var bundles = []string{
	"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
	"/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/cert.pem",
}

// rootCertificates returns the certificates that the system trusts, in PEM; none where they are in no file.
func (r *realm) rootCertificates(goja.FunctionCall) goja.Value {
	for _, name := range bundles {
		if text, err := os.ReadFile(name); err == nil {
			return r.Runtime.ToValue(string(text))
		}
	}
	return r.Runtime.ToValue("")
}
