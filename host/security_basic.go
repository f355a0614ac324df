package host

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/valyala/fasthttp"
)

// basicCredentials are what a user sends with a request (RFC 7617).
type basicCredentials struct{ name, password string }

// basicOf returns the name and the password that the request carries; nil if it carries none.
func (x *exchange) basicOf() (*basicCredentials, *problem) {
	lines := x.ctx.Request.Header.PeekAll(fasthttp.HeaderAuthorization)
	if len(lines) == 0 {
		return nil, nil
	}
	if len(lines) > 1 {
		return nil, x.unknownBecause("there are several Authorization headers", "Bearer", nil)
	}
	scheme, sent, _ := strings.Cut(viewText(lines[0]), " ")
	if !strings.EqualFold(scheme, "Basic") {
		return nil, nil // it may mean something to the application
	}
	found, ok := parseBasic(strings.Trim(sent, " "))
	if !ok {
		return nil, x.unknownBecause("this is no name and password", "Bearer", nil)
	}
	return found, nil
}

// parseBasic reads a name and a password: UTF-8 without control characters, which do not lie in the request's memory.
func parseBasic(sent string) (*basicCredentials, bool) {
	text, err := base64.StdEncoding.Strict().DecodeString(sent)
	if err != nil || strings.ContainsAny(sent, "\r\n") || !utf8.Valid(text) || strings.ContainsFunc(viewText(text), func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return nil, false
	}
	name, password, found := strings.Cut(viewText(text), ":")
	return &basicCredentials{name, password}, found && name != ""
}

// authenticateBasic finds out whether the password is that of the user. Browsers send it on their own, so what pages of other sites make
// them send is refused before; and they send cookies, too, so that the client may have a session.
func (x *exchange) authenticateBasic(by *Security, sent *basicCredentials) *problem {
	x.ambient = true
	if !by.AnySite {
		if p := x.checkSite(); p != nil {
			return p
		}
	}
	found, err := by.Basic(x.Context(x.server.alive), sent.name, sent.password)
	switch {
	case err != nil:
		return x.unsettled("whose the password is", err)
	case found == nil:
		return x.unknownBecause("the name or the password is wrong", "Bearer", nil)
	}
	if by.Sessions != nil {
		if p := x.findSession(by.Sessions); p != nil {
			return p
		}
	}
	x.principal = found
	return nil
}

// challengeOf returns how clients are asked for a name and a password.
func challengeOf(realm string) string {
	return `Basic realm="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(realm) + `", charset="UTF-8"`
}
