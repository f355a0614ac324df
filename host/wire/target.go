package wire

import "bytes"

// requestLine checks "GET /path HTTP/1.1".
func (c *Checker) requestLine(line []byte) Violation {
	space := tokenEnd(line)
	if space == 0 || space == len(line) || line[space] != ' ' {
		return badMethod
	}
	method, rest := line[:space], line[space+1:]
	space = bytes.IndexByte(rest, ' ')
	if space <= 0 {
		return badRequestLine
	}
	switch string(rest[space+1:]) {
	case "HTTP/1.1":
	case "HTTP/1.0":
		c.http10 = true
	default:
		return badVersion
	}
	return c.checkTarget(method, rest[:space])
}

// checkTarget checks a target in one of the four forms of RFC 9112, section 3.2.
func (c *Checker) checkTarget(method, target []byte) Violation {
	for _, b := range target {
		if classes[b]&targetByte == 0 {
			return badTarget
		}
	}
	switch {
	case string(method) == "CONNECT":
		if host, port, ok := hostAndPort(target); !ok || len(host) == 0 || len(port) == 0 {
			return badAuthority
		}
	case target[0] == '/':
	case string(target) == "*":
		if string(method) != "OPTIONS" {
			return badTarget
		}
	default:
		return c.absolute(target)
	}
	return none
}

// absolute checks a target that is a URL, and stores the host for comparison with the header.
func (c *Checker) absolute(target []byte) Violation {
	scheme, rest, ok := bytes.Cut(target, []byte("://"))
	switch {
	case ok && equalFold(scheme, "http"):
	case ok && equalFold(scheme, "https"):
		c.isHTTPS = true
	default:
		return badTarget
	}
	if end := bytes.IndexAny(rest, "/?"); end >= 0 {
		rest = rest[:end]
	}
	if host, _, ok := hostAndPort(rest); !ok || len(host) == 0 {
		return badAuthority
	}
	c.hasTarget, c.target = true, append(c.target[:0], rest...)
	return none
}

// sameHost reports whether a Host header has the host of the target: RFC 9112 requires the server to use the target,
// while a proxy or a handler may use the header.
func (c *Checker) sameHost(header []byte) bool {
	port := ":80"
	if c.isHTTPS {
		port = ":443"
	}
	return bytes.EqualFold(withoutPort(c.target, port), withoutPort(header, port))
}

// withoutPort removes the scheme's default port.
func withoutPort(authority []byte, port string) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(authority, []byte(port)), []byte(":"))
}
