package script

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/host/certs/certstest"
	"github.com/fwrun/fwrun/tests/harness"
)

func writeCertificate(ts *testscript.TestScript, neg bool, args []string) {
	const form = "certificate <name> <host> [expired]"
	usage(ts, !neg && (len(args) == 2 || len(args) == 3), form)
	signer, err := harness.Authority()
	ts.Check(err)
	options := certstest.Options{Name: args[1]}
	if len(args) == 3 {
		usage(ts, args[2] == "expired", form)
		options.NotBefore, options.NotAfter = time.Now().Add(-2*time.Hour), time.Now().Add(-time.Hour)
	}
	made, err := signer.Issue(options)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".pem"), made.Certificate, 0o600))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".key"), made.Key, 0o600))
	ts.Check(os.WriteFile(ts.MkAbs(filepath.Join(filepath.Dir(args[0]), "ca.pem")), signer.PEM, 0o600))
}

// awaitCertificate connects until the server shows the certificate of that host: the server checks its files
// only then.
func awaitCertificate(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && (len(args) == 1 || len(args) == 3), "shows <host> [<name> <regexp>]")
	logged := func() bool { return true }
	if len(args) == 3 {
		pattern, err := regexp.Compile(args[2])
		ts.Check(err)
		logged = func() bool { return pattern.Match(runningApplication(ts, args[1]).Log.Bytes()) }
	}
	shown := ""
	for late := time.Now().Add(harness.Patience); time.Now().Before(late); {
		connection, err := tls.Dial("tcp", strings.TrimPrefix(ts.Getenv("URL"), "https://"), trusting(ts))
		ts.Check(err)
		shown = connection.ConnectionState().PeerCertificates[0].Subject.CommonName
		ts.Check(connection.Close())
		if shown == args[0] && logged() {
			return
		}
	}
	ts.Fatalf("the server shows the certificate of %s after %v; wanted is %q", shown, harness.Patience, args)
}

func trusting(ts *testscript.TestScript) *tls.Config {
	config, err := trustingConfig()
	ts.Check(err)
	return config
}

func trustingConfig() (*tls.Config, error) {
	signer, err := harness.Authority()
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(signer.PEM)
	return &tls.Config{RootCAs: pool}, nil
}

// clientTo returns a client for the address of a server: a URL, or the "unix:…" of a socket, which is turned
// into a URL for requests. It opens a connection for each request.
func clientTo(server string) (client *http.Client, url string, err error) {
	transport := &http.Transport{DisableKeepAlives: true, DisableCompression: true}
	client = &http.Client{
		Timeout: harness.Patience, Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	if strings.HasPrefix(server, "https:") {
		transport.TLSClientConfig, err = trustingConfig()
	}
	socket, ok := strings.CutPrefix(server, "unix:")
	if !ok {
		return client, server, err
	}
	transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}
	return client, "http://unix", nil
}
