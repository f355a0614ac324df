package host

import (
	"iter"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/platform/view"
)

// cookiesOf yields a request's cookies in the order they were sent, by name and decoded value. The texts may lie in the
// request's memory. No other header may be read during the iteration.
func cookiesOf(header *fasthttp.RequestHeader) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for _, line := range header.PeekAll(fasthttp.HeaderCookie) {
			for pair := range strings.SplitSeq(view.Text(line), ";") {
				if name, value, ok := parseCookie(pair); ok && !yield(name, value) {
					return
				}
			}
		}
	}
}

// parseCookie reads "name=value". A name is never decoded: "%5F%5FHost-id" is not "__Host-id", which browsers protect.
// A pair without a name is not a cookie.
func parseCookie(pair string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(pair, "=")
	name = strings.Trim(name, " \t")
	return name, cookieValue(strings.Trim(value, " \t")), ok && name != ""
}

// cookieValue removes quotes and percent escapes, as encodeURIComponent writes them. A value that is not escaped as a
// whole, such as "100%", or whose decoded form is not text, is returned unchanged.
func cookieValue(sent string) string {
	if n := len(sent); n > 1 && sent[0] == '"' && sent[n-1] == '"' {
		sent = sent[1 : n-1]
	}
	if !strings.Contains(sent, "%") {
		return sent
	}
	decoded, err := url.PathUnescape(sent)
	if err != nil || !utf8.ValidString(decoded) {
		return sent
	}
	return decoded
}
