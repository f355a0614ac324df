package cluster

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/fwrun/fwrun/fault"
)

// Settings are those of a connection, as the configuration has them.
type Settings struct {
	Name  string
	Hosts []string // URLs; a path is a prefix of every request's, and a user is that of this host

	Username, Password string // basic authentication

	Insecure bool   // certificates are not checked: ssl_verification is false
	CA       string // a PEM file of certificates that are trusted beside the system's

	Timeout        time.Duration // of one request on one host; default 30 s
	ConnectTimeout time.Duration // default 5 s

	Proxy   string // URL; if it is empty, the environment's
	NoProxy bool   // neither Proxy nor the environment's
}

const (
	defaultTimeout        = 30 * time.Second
	defaultConnectTimeout = 5 * time.Second
)

// host is one of the addresses of a cluster.
type host struct {
	url  *url.URL // without the user
	user *url.Userinfo
}

// parseHosts checks the URLs. Errors never contain them, since they may have passwords.
func parseHosts(s Settings) ([]host, error) {
	if len(s.Hosts) == 0 {
		return nil, invalid(s, "has no hosts", "list the URLs of the cluster's nodes under hosts")
	}
	hosts := make([]host, len(s.Hosts))
	for i, text := range s.Hosts {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
			return nil, invalid(s, fmt.Sprintf("has a host that is not a URL (hosts[%d])", i),
				"write it like https://search.example.com:9200")
		}
		hosts[i].user, u.User = u.User, nil
		u.Path = strings.TrimSuffix(u.Path, "/")
		hosts[i].url = u
	}
	return hosts, nil
}

func invalid(s Settings, what, hint string) error {
	return fault.New("search.connect", fault.Invalid, fmt.Sprintf("search connection %q %s", s.Name, what)).WithHint(hint)
}

// newTransport returns the transport below the one that chooses hosts.
func newTransport(s Settings) (*http.Transport, error) {
	proxy, err := proxyOf(s)
	if err != nil {
		return nil, err
	}
	trusted, err := trustedBy(s)
	if err != nil {
		return nil, err
	}
	connect := cmp.Or(s.ConnectTimeout, defaultConnectTimeout)
	return &http.Transport{
		Proxy:               proxy,
		DialContext:         (&net.Dialer{Timeout: connect}).DialContext,
		TLSHandshakeTimeout: connect,
		TLSClientConfig: &tls.Config{
			MinVersion: tls.VersionTLS12, RootCAs: trusted,
			InsecureSkipVerify: s.Insecure, // #nosec G402 -- the configuration asks for it by ssl_verification: false
		},
		MaxIdleConnsPerHost: 8,
		IdleConnTimeout:     time.Minute,
	}, nil
}

func proxyOf(s Settings) (func(*http.Request) (*url.URL, error), error) {
	switch {
	case s.NoProxy:
		return nil, nil
	case s.Proxy == "":
		return http.ProxyFromEnvironment, nil
	}
	u, err := url.Parse(s.Proxy)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "socks5" {
		return nil, invalid(s, "has a proxy that is not a URL", "write it like http://proxy.example.com:3128, or false for none")
	}
	return http.ProxyURL(u), nil
}

// trustedBy returns the certificates to trust, nil for the system's.
func trustedBy(s Settings) (*x509.CertPool, error) {
	if s.CA == "" {
		return nil, nil
	}
	text, err := os.ReadFile(s.CA)
	if err != nil {
		return nil, fault.New("search.connect", fault.Invalid,
			fmt.Sprintf("the ca of search connection %q cannot be read", s.Name)).Because(err)
	}
	trusted, err := x509.SystemCertPool()
	if err != nil {
		trusted = x509.NewCertPool()
	}
	if !trusted.AppendCertsFromPEM(text) {
		return nil, invalid(s, "has a ca without certificates", "the file must contain certificates in PEM form")
	}
	return trusted, nil
}
