package host

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/host/wire"
)

// checkCookie checks a cookie against RFC 6265.
func checkCookie(c engine.Cookie) error {
	if !wire.IsToken(c.Name) {
		return fmt.Errorf("%q is not a valid cookie name", c.Name)
	}
	if !isHeaderValue(c.Path) || strings.Contains(c.Path, ";") {
		return fmt.Errorf("the cookie %s has an invalid path: %q", c.Name, c.Path)
	}
	if strings.ContainsFunc(c.Domain, isNotInDomain) {
		return fmt.Errorf("the cookie %s has an invalid domain: %q", c.Name, c.Domain)
	}
	switch strings.ToLower(c.SameSite) {
	case "", "strict", "lax", "none":
		return nil
	default:
		return fmt.Errorf("the cookie %s has SameSite=%q; it must be Strict, Lax or None", c.Name, c.SameSite)
	}
}

// appendCookieValue writes any text as the value of a cookie: characters that a cookie cannot hold are percent-encoded,
// and so is the percent sign, so that cookieValue reads the same text.
func appendCookieValue(dst []byte, text string) []byte {
	const hex = "0123456789ABCDEF"
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c >= 0x7f || strings.IndexByte(`"%,;\`, c) >= 0 {
			dst = append(dst, '%', hex[c>>4], hex[c&15])
		} else {
			dst = append(dst, c)
		}
	}
	return dst
}

func isNotInDomain(r rune) bool {
	return (r|0x20 < 'a' || r|0x20 > 'z') && (r < '0' || r > '9') && r != '.' && r != '-'
}

// cookieLine returns the value of a Set-Cookie line. A timestamp is sent as Expires and as Max-Age, which takes
// precedence and does not depend on the client's clock. For a timestamp in the past Max-Age is 0.
func cookieLine(c engine.Cookie, now time.Time) string {
	dst := append(make([]byte, 0, 128), c.Name...)
	dst = append(dst, '=')
	dst = appendCookieValue(dst, c.Value)
	if c.Expires != 0 {
		expires := time.Unix(c.Expires, 0)
		dst = append(dst, "; Expires="...)
		dst = fasthttp.AppendHTTPDate(dst, expires)
		dst = append(dst, "; Max-Age="...)
		dst = strconv.AppendInt(dst, max(0, int64(expires.Sub(now)/time.Second)), 10)
	}
	if c.Path != "" {
		dst = append(dst, "; Path="...)
		dst = append(dst, c.Path...)
	}
	if c.Domain != "" {
		dst = append(dst, "; Domain="...)
		dst = append(dst, c.Domain...)
	}
	if c.Secure {
		dst = append(dst, "; Secure"...)
	}
	if c.HTTPOnly {
		dst = append(dst, "; HttpOnly"...)
	}
	if c.SameSite != "" {
		dst = append(dst, "; SameSite="...)
		dst = append(dst, c.SameSite...)
	}
	return string(dst)
}
