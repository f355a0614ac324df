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

	"github.com/fwrun/fwrun/platform/fault"
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

// Mistake is a setting that cannot be used. Its texts never have the value, which may contain a password.
type Mistake struct {
	Key           string // below the connection: hosts, hosts[0], proxy, ca
	Message, Hint string
}

func (s Settings) mistake(m *Mistake) error {
	return fault.New("search.connect", fault.Invalid, fmt.Sprintf("search connection %q: %s %s", s.Name, m.Key, m.Message)).WithHint(m.Hint)
}

// Check returns what is wrong with the settings, nil if nothing is.
func (s Settings) Check() *Mistake {
	if _, wrong := s.parseHosts(); wrong != nil {
		return wrong
	}
	if _, wrong := s.proxy(); wrong != nil {
		return wrong
	}
	_, wrong := s.trusted()
	return wrong
}

// parseHosts checks the URLs.
func (s Settings) parseHosts() ([]host, *Mistake) {
	if len(s.Hosts) == 0 {
		return nil, &Mistake{"hosts", "is empty", "list the URLs of the cluster's nodes"}
	}
	hosts := make([]host, len(s.Hosts))
	for i, text := range s.Hosts {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
			return nil, &Mistake{fmt.Sprintf("hosts[%d]", i), "is not a URL", "write it like https://search.example.com:9200"}
		}
		hosts[i].user, u.User = u.User, nil
		u.Path = strings.TrimSuffix(u.Path, "/")
		hosts[i].url = u
	}
	return hosts, nil
}

// newTransport returns the transport below the one that chooses hosts.
func newTransport(s Settings) (*http.Transport, error) {
	proxy, wrong := s.proxy()
	if wrong != nil {
		return nil, s.mistake(wrong)
	}
	trusted, wrong := s.trusted()
	if wrong != nil {
		return nil, s.mistake(wrong)
	}
	connect := cmp.Or(s.ConnectTimeout, defaultConnectTimeout)
	return &http.Transport{
		Proxy: proxy,

		OnProxyConnectResponse: proxyAnswered,
		DialContext:            (&net.Dialer{Timeout: connect}).DialContext,
		TLSHandshakeTimeout:    connect,
		TLSClientConfig: &tls.Config{
			MinVersion: tls.VersionTLS12, RootCAs: trusted,
			InsecureSkipVerify: s.Insecure, // #nosec G402 -- the configuration asks for it by ssl_verification: false
		},
		MaxIdleConnsPerHost: 256, // the requests of scripts run at the same time
		IdleConnTimeout:     time.Minute,
	}, nil
}

func (s Settings) proxy() (func(*http.Request) (*url.URL, error), *Mistake) {
	switch {
	case s.NoProxy:
		return nil, nil
	case s.Proxy == "":
		return http.ProxyFromEnvironment, nil
	}
	u, err := url.Parse(s.Proxy)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "socks5" {
		return nil, &Mistake{"proxy", "is not a URL", "write it like http://proxy.example.com:3128, or false for none"}
	}
	return http.ProxyURL(u), nil
}

// trusted returns the certificates to trust, nil for the system's.
func (s Settings) trusted() (*x509.CertPool, *Mistake) {
	if s.CA == "" {
		return nil, nil
	}
	text, err := os.ReadFile(s.CA)
	if err != nil {
		return nil, &Mistake{"ca", "cannot be read: " + err.Error(), "name a PEM file of certificates"}
	}
	trusted, err := x509.SystemCertPool()
	if err != nil {
		trusted = x509.NewCertPool()
	}
	if !trusted.AppendCertsFromPEM(text) {
		return nil, &Mistake{"ca", "contains no certificate", "a certificate is a PEM file that begins with -----BEGIN CERTIFICATE-----"}
	}
	return trusted, nil
}
