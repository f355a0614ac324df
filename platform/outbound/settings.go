package outbound

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/url"
	"time"

	"github.com/fwrun/fwrun/platform/clock"
)

// Settings says how requests are sent. The zero value works: any address, the proxy of the
// environment, one try. Settings that are deeply equal make equal Transports.
type Settings struct {
	ConnectTimeout time.Duration // of a connection, and of its TLS handshake; 10s when 0
	HeaderTimeout  time.Duration // from the sent request to the last response header; 0 for no limit
	IdleTimeout    time.Duration // after which an unused connection is closed; 90s when 0
	MaxIdle        int           // unused connections that are kept; 1024 when 0

	MaxInFlight int           // requests in flight at the same time, further ones wait; 0 for any number
	MaxPerHost  int           // likewise to one host, and connections to it; half of MaxInFlight when 0
	MaxOwn      int           // likewise to the process itself, in which each occupies a connection, too; 0 for any number
	Queue       int           // requests to one host that wait; 1024 when 0
	MaxWait     time.Duration // their longest wait; 10s when 0

	Clock clock.Clock // by which the pauses between tries pass; the machine's if nil

	Proxy Proxy

	// ForbidPrivate forbids addresses that are not public, see [IsPublic], except for those of
	// Allowed. Through a proxy, the dialled address is not visible: a host is then resolved in
	// this process, and refused if that fails or if one of its addresses is private; the proxy
	// resolves it again.
	ForbidPrivate bool
	Allowed       Hosts

	Offline bool // nothing is sent: each request fails

	CA       []byte // certificates in PEM of authorities that are trusted in addition to the system's
	Insecure bool   // no certificate is checked

	Retries Retries

	resolver *net.Resolver // nil for the system's
}

// Proxy is the proxy for requests. The zero value leaves it to the environment: HTTP_PROXY,
// HTTPS_PROXY and NO_PROXY.
type Proxy struct {
	Off    bool
	URL    *url.URL // http, https, socks5 or socks5h
	Except Hosts    // hosts that are reached without URL
}

func (s Settings) filled() Settings {
	if s.ConnectTimeout == 0 {
		s.ConnectTimeout = 10 * time.Second
	}
	if s.IdleTimeout == 0 {
		s.IdleTimeout = 90 * time.Second
	}
	if s.MaxIdle == 0 {
		s.MaxIdle = 1024
	}
	return s
}

// limits returns the limits of what is in flight. One host has half of the places at most, so that one that is slow leaves others to
// others.
func (s Settings) limits() Limits {
	l := Limits{
		Most: s.MaxInFlight, PerHost: s.MaxPerHost, Queue: s.Queue, Wait: s.MaxWait,
		Hint: "http.client.max-connections and .max-connections-per-host are the numbers of requests in flight, " +
			"http.client.queue is that of those that wait",
	}
	if l.PerHost == 0 && l.Most > 0 {
		l.PerHost = max(1, l.Most/2)
	}
	return l
}

// places returns a place for each connection that may be open, in use or idle; nil for no limit.
func (s Settings) places() chan struct{} {
	if s.MaxInFlight == 0 {
		return nil
	}
	return make(chan struct{}, s.MaxInFlight+s.MaxIdle)
}

// tls returns the TLS configuration, or nil for Go's default.
func (s Settings) tls() *tls.Config {
	if len(s.CA) == 0 && !s.Insecure {
		return nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: s.Insecure}
	if len(s.CA) > 0 {
		pool, err := x509.SystemCertPool()
		if err != nil {
			pool = x509.NewCertPool() // a system without authorities
		}
		pool.AppendCertsFromPEM(s.CA)
		config.RootCAs = pool
	}
	return config
}
