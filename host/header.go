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
