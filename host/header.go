package host

import (
	"fmt"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/host/wire"
)

// checkHeader refuses a header that would split a response or is not valid.
func checkHeader(h engine.Header) error {
	if !wire.IsToken(h.Name) {
		return fmt.Errorf("%q is not a valid header name", h.Name)
	}
	if !isHeaderValue(h.Value) {
		return fmt.Errorf("the header %s has a line break or another control character in its value", h.Name)
	}
	return nil
}

// isOurs reports whether a header frames the message, which only the server can do. The length that a script states is
// used where nothing contradicts it, in the answer to HEAD.
func isOurs(name string, head bool) bool {
	switch {
	case strings.EqualFold(name, fasthttp.HeaderContentLength):
		return !head
	case strings.EqualFold(name, fasthttp.HeaderTransferEncoding),
		strings.EqualFold(name, fasthttp.HeaderTrailer),
		strings.EqualFold(name, fasthttp.HeaderContentType): // was negotiated
		return true
	}
	return false
}

// sentValue returns the value as it is sent. A Location is a URI, which consists of ASCII without spaces: other
// characters are percent-encoded, and existing escapes stay unchanged.
func sentValue(h engine.Header) string {
	if !strings.EqualFold(h.Name, fasthttp.HeaderLocation) {
		return h.Value
	}
	return encodedURI(h.Value)
}

func encodedURI(text string) string {
	const hex = "0123456789ABCDEF"
	var out []byte // nil until a character has to be encoded
	for i := range len(text) {
		c := text[i]
		if inURI(c) && (c != '%' || isEscape(text[i:])) {
			if out != nil {
				out = append(out, c)
			}
			continue
		}
		if out == nil {
			out = append(make([]byte, 0, len(text)+16), text[:i]...)
		}
		out = append(out, '%', hex[c>>4], hex[c&15])
	}
	if out == nil {
		return text
	}
	return string(out)
}

// inURI reports whether RFC 3986 allows the character in a URI.
func inURI(c byte) bool {
	switch {
	case c <= ' ', c >= 0x7f:
		return false
	}
	return strings.IndexByte("\"<>\\^`{|}", c) < 0
}

// isEscape reports whether there is a percent sign with two hexadecimal digits behind it.
func isEscape(text string) bool { return len(text) > 2 && isHex(text[1]) && isHex(text[2]) }

// isHeaderValue reports whether a text may be the value of a header: the only control character in it is the
// tab. Bytes beyond ASCII pass as they are.
func isHeaderValue(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}
