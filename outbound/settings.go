package outbound

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/url"
	"time"
)

// Settings say how requests are sent. The zero value works: any address, the proxy of the
// environment, one try. Two that are deeply equal make the same Transport.
type Settings struct {
	ConnectTimeout time.Duration // of a connection, and of its TLS handshake; 10s when 0
	HeaderTimeout  time.Duration // from the sent request to the last response header; 0 for no limit of its own
	IdleTimeout    time.Duration // after which an unused connection is closed; 90s when 0
	MaxPerHost     int           // connections to a host, further requests wait; 0 for any number
	MaxIdle        int           // unused connections that are kept; 8192 when 0

	Proxy Proxy

	// ForbidPrivate refuses addresses that are not the public internet's, see [IsPublic],
	// but for those of Allowed. Through a proxy nobody here sees what is dialled: a host is
	// then resolved here, and refused when that fails or one of its addresses is private;
	// the proxy resolves it again.
	ForbidPrivate bool
	Allowed       Hosts

	CA       []byte // certificates in PEM of authorities trusted beside the system's
	Insecure bool   // no certificate is checked

	Retries Retries

	resolver *net.Resolver // nil for the system's
}

// Proxy says through whom requests go. The zero value leaves it to the environment:
// HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
type Proxy struct {
	Off    bool
	URL    *url.URL // http, https, socks5 or socks5h
	Except Hosts    // of a URL: reached without it
}

func (s Settings) filled() Settings {
	if s.ConnectTimeout == 0 {
		s.ConnectTimeout = 10 * time.Second
	}
	if s.IdleTimeout == 0 {
		s.IdleTimeout = 90 * time.Second
	}
	if s.MaxIdle == 0 {
		s.MaxIdle = 8192
	}
	return s
}

// tls is nil for what Go does by itself.
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
