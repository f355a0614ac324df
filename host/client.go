package host

import (
	"bytes"
	"net"
	"net/netip"
	"net/url"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/certs"
	"github.com/fwrun/fwrun/host/forwarded"
)

// clientAddr returns the client's address: the peer of the connection or, if that is a trusted proxy, the address that
// the proxy reports. It is invalid if the address is not known; even a valid one may have port 0.
func (r *request) clientAddr() netip.AddrPort {
	if origin, ok := r.forwarded(); ok {
		return netip.AddrPortFrom(origin.Addr, origin.Port)
	}
	return addrPort(r.ctx.RemoteAddr())
}

// addrPort returns the IP address and port of a. It is invalid for an address that is not an IP address; fasthttp gives
// port 0 if it knows no port.
func addrPort(a net.Addr) netip.AddrPort {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || tcp.Port == 0 {
		return netip.AddrPort{}
	}
	one := tcp.AddrPort()
	return netip.AddrPortFrom(one.Addr().Unmap().WithZone(""), one.Port())
}

// forwarded returns what trusted proxies report about the request; ok is false if it did not come through one.
func (r *request) forwarded() (origin forwarded.Origin, ok bool) {
	trust := r.table.policies.Trust
	if trust == nil {
		return forwarded.Origin{}, false
	}
	peer := addrPort(r.ctx.RemoteAddr()).Addr()
	if _, local := r.ctx.RemoteAddr().(*net.UnixAddr); !local && !peer.IsValid() {
		return forwarded.Origin{}, false
	}
	return trust.Origin(peer, func(name string) []string {
		var values []string
		for _, value := range r.ctx.Request.Header.PeekAll(name) {
			values = append(values, string(value))
		}
		return values
	})
}

// scheme returns the scheme that the client used: "http" or "https".
func (r *request) scheme() string {
	if origin, ok := r.forwarded(); ok && origin.Scheme != "" {
		return origin.Scheme
	}
	switch c := r.ctx.Conn().(type) {
	case *conn:
		if c.isTLS() {
			return "https"
		}
	case *innerConn:
		return c.scheme
	}
	return "http"
}

// isTLS reports whether the connection is encrypted.
func (c *conn) isTLS() bool {
	_, is := c.Conn.(*certs.Conn)
	return is
}

// isShakingHands reports whether the connection is not encrypted yet.
func (c *conn) isShakingHands() bool {
	secured, is := c.Conn.(*certs.Conn)
	return is && !secured.Secured()
}

// host returns the host that the client wanted to reach, perhaps with a port. It is empty if the client did not state a
// host, or stated something that cannot be one.
func (r *request) host() string {
	if origin, ok := r.forwarded(); ok && origin.Host != "" {
		return origin.Host
	}
	host, _ := forwarded.ParseHost(string(r.ctx.Host()))
	return host
}

// url returns the address that the client asked for; empty if the host is not known.
func (r *request) url() string {
	host := r.host()
	if host == "" {
		return ""
	}
	origin, _ := r.forwarded()
	path := (&url.URL{Path: r.fullPath}).EscapedPath()
	if path == "/" && origin.Prefix != "" {
		path = ""
	}
	text := r.scheme() + "://" + host + origin.Prefix + path
	if query := r.ctx.URI().QueryString(); len(query) > 0 {
		text += "?" + string(query)
	}
	return text
}

// joined returns the lines of a header that is a list, joined into one.
func joined(ctx *fasthttp.RequestCtx, name string) string {
	return string(bytes.Join(ctx.Request.Header.PeekAll(name), []byte(", ")))
}
