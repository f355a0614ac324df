package host

import (
	"strings"

	"github.com/valyala/fasthttp"
)

// mostKey is the length of the longest key that is asked for.
const mostKey = 4096

// apiKey returns the API key that the request carries, if it does. It lies in the request's memory.
func (x *exchange) apiKey(by *Security) (key string, p *problem) {
	lines := x.ctx.Request.Header.PeekAll(by.KeyHeader)
	switch len(lines) {
	case 0:
		return "", nil
	case 1:
		if key = strings.Trim(viewText(lines[0]), " \t"); isKey(key) {
			return key, nil
		}
		return "", x.unknownBecause("this is no API key", "Bearer", nil)
	}
	return "", x.unknownBecause("there are several headers "+by.KeyHeader, "Bearer", nil)
}

// isKey reports whether a text can be a key: visible characters of ASCII.
func isKey(text string) bool {
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c > '~' {
			return false
		}
	}
	return text != "" && len(text) <= mostKey
}

// authenticateKey finds out whose an API key is.
func (x *exchange) authenticateKey(by *Security, key string) *problem {
	found, err := by.APIKey(x.Context(x.server.alive), key)
	switch {
	case err != nil:
		return x.unsettled("whose the API key is", err)
	case found == nil:
		return x.unknownBecause("the API key is not known", "Bearer", nil)
	}
	x.principal, x.keyed = found, true
	return nil
}

// keepPrivate makes caches that several clients use keep nothing that was answered to one with a key, unless the answer says more of that:
// they know of Authorization only.
func (x *exchange) keepPrivate() {
	if header := &x.ctx.Response.Header; x.keyed && len(header.Peek(fasthttp.HeaderCacheControl)) == 0 {
		header.Set(fasthttp.HeaderCacheControl, "private")
	}
}

// keyHeader returns the name of the header with the API key; empty if there is none.
func (x *exchange) keyHeader() string {
	if by := x.table.policies.Security; by != nil {
		return by.KeyHeader
	}
	return ""
}
