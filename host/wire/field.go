package wire

// maxLengthDigits keeps a length from overflowing.
const maxLengthDigits = 18

// field splits a header into its name and its value, which may have white space around it.
func field(line []byte) (name, value []byte, wrong Violation) {
	end := tokenEnd(line)
	switch {
	case end == len(line):
		return nil, nil, badName
	case line[end] == ':' && end > 0:
		return line[:end], line[end+1:], none
	case isSpace(line[end]) && end == 0:
		return nil, nil, folded
	case isSpace(line[end]):
		return nil, nil, spaceInName
	default:
		return nil, nil, badName
	}
}

// trim removes the white space around a value.
func trim(value []byte) []byte {
	for len(value) > 0 && isSpace(value[0]) {
		value = value[1:]
	}
	for len(value) > 0 && isSpace(value[len(value)-1]) {
		value = value[:len(value)-1]
	}
	return value
}

// header checks the headers that say where a request goes, where it ends, and whether the connection ends with it; and that there is one that
// says what its body is, since two servers of a chain might each believe another one.
func (c *Checker) header(name, value []byte) Violation {
	switch len(name) {
	case len("host"):
		if equalFold(name, "host") {
			return c.host(trim(value))
		}
	case len("connection"):
		if equalFold(name, "connection") && !equalFold(trim(value), "keep-alive") {
			c.options = true
		}
	case len("content-type"):
		if equalFold(name, "content-type") {
			return c.contentType()
		}
	case len("content-length"):
		if equalFold(name, "content-length") {
			return c.contentLength(trim(value))
		}
	case len("transfer-encoding"):
		if equalFold(name, "transfer-encoding") {
			return c.transferEncoding(trim(value))
		}
	}
	return none
}

func (c *Checker) contentType() Violation {
	if c.hasType {
		return twoTypes
	}
	c.hasType = true
	return none
}

func (c *Checker) host(value []byte) Violation {
	if c.hasHost {
		return twoHosts
	}
	c.hasHost = true
	if host, _, ok := hostAndPort(value); !ok || len(host) == 0 {
		return badHost
	}
	if c.hasTarget && !c.sameHost(value) {
		return otherHost
	}
	return none
}

func (c *Checker) contentLength(value []byte) Violation {
	switch {
	case c.hasLength:
		return twoLengths
	case c.chunked:
		return codingAndLength
	case len(value) == 0 || len(value) > maxLengthDigits:
		return badLength
	}
	c.hasLength = true
	for _, b := range value {
		if b < '0' || b > '9' {
			return badLength
		}
		c.left = c.left*10 + int64(b-'0')
	}
	return none
}

func (c *Checker) transferEncoding(value []byte) Violation {
	switch {
	case c.http10:
		return codingIn10
	case c.chunked:
		return twoCodings
	case c.hasLength:
		return codingAndLength
	case !equalFold(value, "chunked"):
		return badCoding
	}
	c.chunked = true
	return none
}

// mayTrail reports whether a field is harmless as a trailer: it does not affect the request's framing, routing, sender
// or content (RFC 9110, section 6.5.1).
func mayTrail(name []byte) bool {
	for _, forbidden := range [...]string{
		"host", "content-length", "transfer-encoding", "trailer", "te", "connection", "keep-alive", "upgrade",
		"content-type", "content-encoding", "content-range", "expect", "max-forwards", "range", "cache-control", "pragma",
		"authorization", "proxy-authorization", "proxy-connection", "cookie", "set-cookie",
	} {
		if len(name) == len(forbidden) && equalFold(name, forbidden) {
			return false
		}
	}
	return true
}
