package outbound

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/url"
	"slices"
)

// Dial opens a connection for a protocol other than HTTP, within the same limits as requests: it has a place in the share of its host until
// it is closed, and an address that is forbidden is refused. No proxy stands between, since proxies are for HTTP. The network is tcp,
// tcp4, tcp6, or unix, for which the target is a path that Allowed has to list.
func (t *Transport) Dial(ctx context.Context, network, target string) (net.Conn, error) {
	if t.offline {
		return nil, errOffline
	}
	leave, err := t.enterTarget(ctx, network, target)
	if err != nil {
		return nil, err
	}
	conn, err := t.dial(ctx, network, target)
	if err != nil {
		leave()
		return nil, err
	}
	return &counted{conn, leave}, nil
}

func (t *Transport) dial(ctx context.Context, network, target string) (net.Conn, error) {
	if network == "unix" && !t.guard.allowed.HasPath(target) {
		return nil, &PathError{target}
	}
	if network == "unix" {
		return t.guard.dialer.DialContext(ctx, network, target)
	}
	return t.connections.within(t.guard.dial)(ctx, network, target)
}

func (t *Transport) enterTarget(ctx context.Context, network, target string) (leave func(), err error) {
	at := &url.URL{Scheme: network, Host: target}
	if network != "unix" && t.own != nil && t.own.has(at) {
		return t.share.Enter(ctx, "the application itself", t.maxOwn)
	}
	return t.share.Enter(ctx, canonical(target), 0)
}

// TLS returns the configuration of connections that scripts secure themselves: the authorities that are trusted, and whether any is.
func (t *Transport) TLS() *tls.Config { return t.tls() }

// PathError is the error of a connection to a socket of the file system that is not allowed.
type PathError struct{ Path string }

func (e *PathError) Error() string {
	return fmt.Sprintf("sockets in the file system are reached only if http.client.allowed-hosts lists them, as unix:%s", e.Path)
}

// Code returns EACCES. Scripts find it on the error.
func (e *PathError) Code() string { return "EACCES" }

// pathPrefix begins the entries of [Hosts] that are sockets in the file system.
const pathPrefix = "unix:/"

// HasPath reports whether the set has a socket in the file system, as it is written.
func (h Hosts) HasPath(path string) bool { return slices.Contains(h.paths, path) }

// halfCloser is a connection each of whose directions ends by itself.
type halfCloser interface{ CloseWrite() error }

// CloseWrite ends what is sent, while more may be received.
func (c *counted) CloseWrite() error {
	if half, ok := c.Conn.(halfCloser); ok {
		return half.CloseWrite()
	}
	return nil
}

// TCP returns the connection as one of TCP, if it is one.
func (c *counted) TCP() (*net.TCPConn, bool) {
	switch conn := c.Conn.(type) {
	case *net.TCPConn:
		return conn, true
	case *counted:
		return conn.TCP()
	}
	return nil, false
}
