package host

import (
	"fmt"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/host/wire"
)

// checkHeader refuses what would split a response or be no header at all.
func checkHeader(h engine.Header) error {
	if !wire.IsToken(h.Name) {
		return fmt.Errorf("%q cannot be the name of a header", h.Name)
	}
	if !isHeaderValue(h.Value) {
		return fmt.Errorf("the header %s has a line break or another control character in its value", h.Name)
	}
	return nil
}

// isOurs tells the headers that frame a message, which only the server knows. The length a
// script states counts where nothing contradicts it, in the answer to HEAD.
func isOurs(name string, head bool) bool {
	switch {
	case strings.EqualFold(name, fasthttp.HeaderContentLength):
		return !head
	case strings.EqualFold(name, fasthttp.HeaderTransferEncoding),
		strings.EqualFold(name, fasthttp.HeaderTrailer),
		strings.EqualFold(name, fasthttp.HeaderContentType): // was chosen among others
		return true
	}
	return false
}

// sentValue is the value as it is sent. A Location is a URI, which has ASCII only and no spaces: what it cannot have is
// percent-encoded, and what is encoded already stays as it is.
func sentValue(h engine.Header) string {
	if !strings.EqualFold(h.Name, fasthttp.HeaderLocation) {
		return h.Value
	}
	return encodedURI(h.Value)
}

func encodedURI(text string) string {
	const hex = "0123456789ABCDEF"
	var out []byte // nil while nothing has to be encoded
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

// inURI tells the characters of RFC 3986.
func inURI(c byte) bool {
	switch {
	case c <= ' ', c >= 0x7f:
		return false
	}
	return strings.IndexByte("\"<>\\^`{|}", c) < 0
}

// isEscape tells a percent sign with two hexadecimal digits behind it.
func isEscape(text string) bool { return len(text) > 2 && isHex(text[1]) && isHex(text[2]) }

// isHeaderValue tells text without control characters, of which only the tab may stand
// in a header. Bytes beyond ASCII pass as they are.
func isHeaderValue(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}
