package outbound

import (
	"net/http"
	"net/url"
	"strings"
)

// Peer sends requests to one service. It is an http.RoundTripper.
type Peer struct {
	Transport http.RoundTripper
	Origin    *url.URL    // scheme, host and port of the service
	Header    http.Header // headers of each request, unless the request sets them itself
}

// RoundTrip implements http.RoundTripper. A request that a redirect has led to another origin
// does not get the headers.
func (p *Peer) RoundTrip(r *http.Request) (*http.Response, error) {
	if len(p.Header) == 0 || !SameOrigin(r.URL, p.Origin) {
		return p.Transport.RoundTrip(r)
	}
	next := *r
	next.Header = r.Header.Clone()
	for name, values := range p.Header {
		if _, said := next.Header[name]; !said {
			next.Header[name] = values
		}
	}
	return p.Transport.RoundTrip(&next)
}

// SameOrigin reports whether two URLs have the same scheme, host and port.
func SameOrigin(a, b *url.URL) bool {
	return strings.EqualFold(a.Scheme, b.Scheme) && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case strings.EqualFold(u.Scheme, "https"):
		return "443"
	}
	return "80"
}
