package outbound

import (
	"crypto/tls"
	"errors"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/fwrun/fwrun/platform/clock"
)

// Transport sends requests. It is an http.RoundTripper and safe for concurrent use. Its
// connections are shared by all of its users.
type Transport struct {
	transports // direct checks the dialled addresses, proxied dials the proxy

	trusts  *trusting
	proxy   func(*http.Request) (*url.URL, error)
	guard   *guard
	offline bool
	retries Retries
	clock   clock.Clock
	share   *Share
	own     *Own // nil if nobody knows
	maxOwn  int

	connections *open              // those of scripts' sockets, too
	tls         func() *tls.Config // of scripts' sockets
}

// New returns a Transport. It does not connect yet.
func New(s Settings) *Transport { return NewIn(nil, s) }

// NewIn returns a Transport of a process that serves requests itself. It does not connect yet.
func NewIn(own *Own, s Settings) *Transport {
	s = s.filled()
	t := &Transport{
		guard: newGuard(s), offline: s.Offline, proxy: proxyOf(s.Proxy), retries: s.Retries.filled(), clock: clock.Or(s.Clock),
		share: NewShare(s.limits()), own: own, maxOwn: s.MaxOwn, tls: sync.OnceValue(s.tls),
	}
	t.connections = &open{places: s.places(), closeIdle: t.CloseIdleConnections}
	both := func(config *tls.Config) transports {
		made := transports{
			direct:  newTransport(s, config, t.connections.within(t.guard.dial)),
			proxied: newTransport(s, config, t.connections.within(t.guard.dialer.DialContext)),
		}
		made.proxied.Proxy = t.proxy
		return made
	}
	t.transports, t.trusts = both(s.tls()), &trusting{settings: s, make: both}
	return t
}

func newTransport(s Settings, config *tls.Config, dial dialer) *http.Transport {
	return &http.Transport{
		DialContext:            dial,
		TLSClientConfig:        config,
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           s.MaxIdle,
		MaxIdleConnsPerHost:    s.MaxIdle,
		MaxConnsPerHost:        s.MaxPerHost,
		IdleConnTimeout:        s.IdleTimeout,
		TLSHandshakeTimeout:    s.ConnectTimeout,
		ResponseHeaderTimeout:  s.HeaderTimeout,
		ExpectContinueTimeout:  time.Second,
		MaxResponseHeaderBytes: 1 << 20,
	}
}

// proxyOf returns the function for http.Transport's Proxy, or nil for no proxy.
func proxyOf(p Proxy) func(*http.Request) (*url.URL, error) {
	switch {
	case p.Off:
		return nil
	case p.URL == nil:
		return http.ProxyFromEnvironment
	}
	return func(r *http.Request) (*url.URL, error) {
		if p.Except.has(r.URL.Hostname()) {
			return nil, nil //nolint:nilnil // http.Transport's way of saying that there is no proxy
		}
		return p.URL, nil
	}
}

// errOffline is why nothing is sent.
var errOffline = errors.New("the application is only checked, which sends no requests")

// With returns a Transport on the same connections with other retries.
func (t *Transport) With(retries Retries) *Transport {
	other := *t
	other.retries = retries.filled()
	return &other
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.offline {
		closeBody(r)
		return nil, errOffline
	}
	r = withoutSecrets(r)
	if most := t.retries.of(r); most > 0 {
		return t.persist(r, most)
	}
	return t.once(r)
}

// once sends a request as soon as there is a place for it.
func (t *Transport) once(r *http.Request) (*http.Response, error) {
	leave, err := t.enter(r)
	if err != nil {
		closeBody(r)
		return nil, err
	}
	response, err := t.send(r)
	if err != nil {
		leave()
		return nil, err
	}
	return placed(response, leave), nil
}

// send sends a request, directly or through the proxy. Only direct requests can go to the process itself, so only they are marked.
func (t *Transport) send(r *http.Request) (*http.Response, error) {
	by, err := t.trusts.of(r.Context(), t.transports)
	if err != nil {
		closeBody(r)
		return nil, err
	}
	if t.proxy == nil {
		return by.direct.RoundTrip(t.own.marked(r))
	}
	proxy, err := t.proxy(r)
	if err == nil && proxy == nil {
		return by.direct.RoundTrip(t.own.marked(r))
	}
	if err == nil {
		err = t.guard.checkHost(r.Context(), r.URL.Hostname())
	}
	if err != nil {
		closeBody(r)
		return nil, err
	}
	return by.proxied.RoundTrip(r)
}

// closeBody closes the body of a request that is not sent, as is required of a RoundTripper.
func closeBody(r *http.Request) {
	if r.Body != nil {
		_ = r.Body.Close()
	}
}

// CloseIdleConnections closes the connections that are not in use.
func (t *Transport) CloseIdleConnections() {
	t.closeIdle()
	t.trusts.closeIdle()
}
