package forwarded

import (
	"net/netip"
	"strings"
)

// Origin is what trusted proxies report about a request. A field that no proxy reports is zero.
type Origin struct {
	Addr   netip.Addr // invalid if a proxy hides it or does not know it
	Port   uint16
	Scheme string // "http" or "https"
	Host   string // as the client asked for it, perhaps with a port
	Prefix string // the part of the path that a proxy has removed, such as "/shop"
}

// Header returns all values of a header, in the order in which they were sent.
type Header func(name string) []string

// Origin evaluates the headers of a request. ok is false if the peer is not a trusted proxy, or did not say from whom
// it got the request, or if an entry is malformed: then the client is the peer. An invalid peer is one at a unix
// socket.
func (t *Trust) Origin(peer netip.Addr, header Header) (o Origin, ok bool) {
	if t == nil || !t.Trusts(peer) {
		return Origin{}, false
	}
	if t.kind != Standard {
		if chain := header("X-Forwarded-For"); len(chain) > 0 {
			return t.fromX(newBackwards(chain), header)
		}
	}
	if t.kind != XForwarded {
		if chain := header("Forwarded"); len(chain) > 0 {
			return t.fromStandard(newBackwards(chain))
		}
	}
	return Origin{}, false
}

// fromStandard evaluates Forwarded. The scheme and the host of an entry apply until an entry further left, which is
// nearer to the client, states others.
func (t *Trust) fromStandard(entries backwards) (o Origin, ok bool) {
	for {
		text, more := entries.next()
		if !more {
			return o, ok
		}
		e, valid := parseElement(text)
		if !valid {
			return Origin{}, false
		}
		orElse(&o.Scheme, e.scheme)
		orElse(&o.Host, e.host)
		o.Addr, o.Port, ok = e.node.addr, e.node.port, true
		if !o.Addr.IsValid() || !t.Trusts(o.Addr) {
			return o, true
		}
	}
}

// fromX evaluates X-Forwarded-For, and the other X-Forwarded headers in step with it.
func (t *Trust) fromX(chain backwards, header Header) (o Origin, ok bool) {
	proto, host := newBackwards(header("X-Forwarded-Proto")), newBackwards(header("X-Forwarded-Host"))
	port, prefix := newBackwards(header("X-Forwarded-Port")), newBackwards(header("X-Forwarded-Prefix"))
	publicPort := ""
	for {
		text, more := chain.next()
		if !more {
			break
		}
		n, valid := parseNode(text)
		said, validToo := companions(&proto, &host, &port, &prefix)
		if !valid || !validToo {
			return Origin{}, false
		}
		orElse(&o.Scheme, said.Scheme)
		orElse(&o.Host, said.Host)
		orElse(&o.Prefix, said.Prefix)
		orElse(&publicPort, said.port)
		o.Addr, o.Port, ok = n.addr, n.port, true
		if !o.Addr.IsValid() || !t.Trusts(o.Addr) {
			break
		}
	}
	o.Host = withPort(o.Host, publicPort, o.Scheme)
	return o, ok
}

// said is what one proxy reports besides the sender's address.
type said struct {
	Origin
	port string // the port that the client connected to
}

func companions(proto, host, port, prefix *backwards) (s said, ok bool) {
	ok = true
	take := func(b *backwards, into *string, parse func(string) (string, bool)) {
		if text, more := b.next(); more {
			value, valid := parse(text)
			*into, ok = value, ok && valid
		}
	}
	take(proto, &s.Scheme, parseScheme)
	take(host, &s.Host, ParseHost)
	take(port, &s.port, parsePort)
	take(prefix, &s.Prefix, parsePrefixPath)
	return s, ok
}

// orElse replaces a value unless better is empty.
func orElse(value *string, better string) {
	if better != "" {
		*value = better
	}
}

// withPort appends the port to a host without one, unless it is the scheme's default.
func withPort(host, port, scheme string) string {
	isDefault := port == "443" && scheme == "https" || port == "80" && scheme != "https"
	if host == "" || port == "" || isDefault || strings.LastIndexByte(host, ':') > strings.LastIndexByte(host, ']') {
		return host
	}
	return host + ":" + port
}
