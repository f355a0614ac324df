package host

import (
	"bytes"
	"net"
	"net/netip"
	"net/url"

	"github.com/fwrun/fwrun/host/certs"
	"github.com/fwrun/fwrun/host/forwarded"
)

// clientAddr is who sent the request: the peer of the connection or, when that is a trusted proxy, who
// it says it got the request from. It is not valid when that is not known; a port may be 0
// then, too.
func (x *exchange) clientAddr() netip.AddrPort {
	if origin, ok := x.forwarded(); ok {
		return netip.AddrPortFrom(origin.Addr, origin.Port)
	}
	return addrPort(x.ctx.RemoteAddr())
}

// addrPort is not valid for what is no address of the Internet; fasthttp gives port 0 where it
// knows none.
func addrPort(a net.Addr) netip.AddrPort {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || tcp.Port == 0 {
		return netip.AddrPort{}
	}
	one := tcp.AddrPort()
	return netip.AddrPortFrom(one.Addr().Unmap().WithZone(""), one.Port())
}

// forwarded is what trusted proxies say of the request, if it came through one.
func (x *exchange) forwarded() (origin forwarded.Origin, ok bool) {
	trust := x.table.policies.Trust
	if trust == nil {
		return forwarded.Origin{}, false
	}
	peer := addrPort(x.ctx.RemoteAddr()).Addr()
	if _, local := x.ctx.RemoteAddr().(*net.UnixAddr); !local && !peer.IsValid() {
		return forwarded.Origin{}, false
	}
	return trust.Origin(peer, func(name string) []string {
		var values []string
		for _, value := range x.ctx.Request.Header.PeekAll(name) {
			values = append(values, string(value))
		}
		return values
	})
}

// scheme is the one the client used: "http" or "https".
func (x *exchange) scheme() string {
	if origin, ok := x.forwarded(); ok && origin.Scheme != "" {
		return origin.Scheme
	}
	switch c := x.ctx.Conn().(type) {
	case *conn:
		if c.isTLS() {
			return "https"
		}
	case *innerConn:
		return c.scheme
	}
	return "http"
}

// isTLS tells whether the connection is encrypted.
func (c *conn) isTLS() bool {
	_, is := c.Conn.(*certs.Conn)
	return is
}

// host is whom the client wanted to reach, perhaps with a port; empty when it did not say, or what
// it said cannot be a host.
func (x *exchange) host() string {
	if origin, ok := x.forwarded(); ok && origin.Host != "" {
		return origin.Host
	}
	host, _ := forwarded.ParseHost(string(x.ctx.Host()))
	return host
}

// url is the address the client asked for; empty when the host is not known.
func (x *exchange) url() string {
	host := x.host()
	if host == "" {
		return ""
	}
	origin, _ := x.forwarded()
	path := (&url.URL{Path: x.fullPath}).EscapedPath()
	if path == "/" && origin.Prefix != "" {
		path = ""
	}
	text := x.scheme() + "://" + host + origin.Prefix + path
	if query := x.ctx.URI().QueryString(); len(query) > 0 {
		text += "?" + string(query)
	}
	return text
}

// joined is a header that is a list, in one line.
func (x *exchange) joined(name string) string {
	return string(bytes.Join(x.ctx.Request.Header.PeekAll(name), []byte(", ")))
}
