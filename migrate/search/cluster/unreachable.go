package cluster

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// hostError is why a host did not answer, with what its usual causes ask for.
type hostError struct {
	host, text, hint string
}

func (e *hostError) Error() string { return e.host + ": " + e.text }

const (
	hintStart   = "start the cluster, or correct hosts"
	hintHosts   = "correct hosts"
	hintTLS     = "write https:// in hosts"
	hintPlain   = "write http:// instead of https:// in hosts"
	hintTrust   = "name the authority's certificate with ca, or set ssl_verification: false"
	hintConnect = "check hosts and the firewall in between, or raise connect_timeout"
	hintTimeout = "look at the load of the cluster, or raise timeout"
)

// unreachable joins the errors of all hosts. Sent is set if one of them got the request.
func unreachable(connection string, failures []*hostError, sent bool) error {
	texts, hints := make([]string, len(failures)), make([]string, 0, len(failures))
	for i, failure := range failures {
		texts[i] = failure.Error()
		if !slices.ContainsFunc(hints, func(other string) bool { return strings.Contains(other, failure.hint) }) {
			hints = append(hints, failure.hint)
		}
	}
	verb := "can be reached"
	if sent {
		verb = "answered"
	}
	e := fault.New("search.send", fault.Unavailable, fmt.Sprintf("no host of search connection %q %s", connection, verb))
	return e.WithHint(strings.Join(hints, "; ")).Because(errors.New(strings.Join(texts, "; ")))
}

// limits are the time limits of a connection.
type limits struct{ answer, connect time.Duration }

// describe says why a host did not answer. The proxy is nil if there is none.
func (l limits) describe(host, proxy *url.URL, err error) *hostError {
	e := &hostError{host: host.Host}
	if toProxy, ok := errors.AsType[*net.OpError](err); ok && proxy != nil && (toProxy.Op == "proxyconnect" || strings.HasPrefix(toProxy.Op, "socks")) {
		text, _ := l.cause(proxy, toProxy.Err)
		e.text, e.hint = "the proxy "+proxy.Host+": "+text, proxyHint
		return e
	}
	if refused, ok := errors.AsType[errProxy](err); ok {
		e.text, e.hint = "the proxy "+proxy.Host+" "+refused.Error(), proxyHint
		return e
	}
	e.text, e.hint = l.cause(host, err)
	return e
}

const proxyHint = "correct proxy or the variable HTTPS_PROXY or HTTP_PROXY, or set proxy: false"

// errProxy is the answer of a proxy that does not connect.
type errProxy int

func (e errProxy) Error() string {
	if e == http.StatusProxyAuthRequired {
		return "asks for a user and a password (407)"
	}
	return fmt.Sprintf("refuses to connect: %d %s", int(e), http.StatusText(int(e)))
}

// proxyAnswered is http.Transport.OnProxyConnectResponse.
func proxyAnswered(_ context.Context, _ *url.URL, _ *http.Request, answer *http.Response) error {
	if answer.StatusCode != http.StatusOK {
		return errProxy(answer.StatusCode)
	}
	return nil
}

// cause returns what failed on the way to an address, and how to fix it.
func (l limits) cause(to *url.URL, err error) (text, hint string) {
	if text, hint := certificateCause(err); text != "" {
		return text, hint
	}
	expectsTLS := ""
	if to.Scheme == "http" {
		expectsTLS = "; it may expect TLS"
		hint = hintTLS + ", if the cluster uses TLS"
	}
	dns, isDNS := errors.AsType[*net.DNSError](err)
	timeout, isTimeout := errors.AsType[errTimeout](err)
	network, isNetwork := errors.AsType[net.Error](err)
	record, isRecord := errors.AsType[tls.RecordHeaderError](err)
	switch {
	case isTimeout:
		return timeout.Error(), hintTimeout
	case isDNS && dns.IsTimeout:
		return "the DNS server did not answer", "check the network and its DNS server"
	case isDNS:
		return "its name cannot be resolved", hintHosts
	case isNetwork && network.Timeout():
		return fmt.Sprintf("no connection within %v (connect_timeout)", l.connect), hintConnect
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused", hintStart
	case isRecord && record.Conn != nil || strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return "it does not use TLS", hintPlain
	case errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE):
		return "it reset the connection" + expectsTLS, hint
	case errors.Is(err, errCutOff):
		return errCutOff.Error(), "look at the cluster, and at proxies and load balancers in between"
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return "it closed the connection without an answer" + expectsTLS, hint
	case strings.Contains(err.Error(), "malformed HTTP"):
		return "it does not answer in HTTP" + expectsTLS, hint
	}
	if errno, ok := errors.AsType[syscall.Errno](err); ok { // without the addresses
		return errno.Error(), hintConnect
	}
	return err.Error(), ""
}

// certificateCause returns the empty text if the cause is another one than a certificate.
func certificateCause(err error) (text, hint string) {
	var (
		unknown   x509.UnknownAuthorityError
		wrongName x509.HostnameError
		invalid   x509.CertificateInvalidError
		alert     tls.AlertError
	)
	switch {
	case errors.As(err, &unknown):
		return "its certificate is signed by an unknown authority", hintTrust
	case errors.As(err, &wrongName):
		return "its certificate is for another name: " + wrongName.Error(), "write the name of the certificate in hosts, or set ssl_verification: false"
	case errors.As(err, &invalid):
		return "its certificate is not valid: " + invalid.Error(), "renew the certificate of the cluster, or set ssl_verification: false"
	case errors.As(err, &alert):
		return "it ended the TLS handshake: " + strings.TrimPrefix(alert.Error(), "tls: "), ""
	}
	return "", ""
}
