package host

import (
	"errors"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/platform/view"
	"github.com/fwrun/fwrun/security/events"
	"github.com/fwrun/fwrun/security/logins"
)

// mostKey is the length of the longest key that is asked for.
const mostKey = 4096

// byKey finds out whose API key the request carries, and reports whether it carries one.
func (who *sender) byKey(r *request, w *watching, by *Security) (sent bool, p *problem) {
	lines := r.ctx.Request.Header.PeekAll(by.KeyHeader)
	if len(lines) == 0 {
		return false, nil
	}
	if len(lines) > 1 {
		return true, who.refusedCredentials(r, "there are several "+by.KeyHeader+" headers")
	}
	key := strings.Trim(view.Text(lines[0]), " \t") // it lies in the request's memory
	if !isKey(key) {
		return true, who.refusedCredentials(r, "this is not an API key")
	}
	found, err := by.APIKey(who.onBehalf(r.alive(), r, w), key, r.clientAddr().Addr())
	if locked, is := errors.AsType[*logins.Locked](err); is {
		who.happened(r, events.Locked)
		return true, lockedOut(locked, "too many unknown API keys were sent; try again later")
	}
	switch {
	case err != nil:
		return true, unsettled("the API key", err)
	case found == nil:
		return true, who.refusedCredentials(r, "the API key is not known")
	}
	who.principal, who.keyed = found, true
	return true, nil
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

// keepPrivate makes caches that several clients use keep nothing that was answered to one with a key, unless the answer says more of that:
// they know of Authorization only.
func (who *sender) keepPrivate(r *request) {
	if header := &r.ctx.Response.Header; who.keyed && len(header.Peek(fasthttp.HeaderCacheControl)) == 0 {
		header.Set(fasthttp.HeaderCacheControl, "private")
	}
}
