package report

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/fwrun/fwrun/platform/fault"
)

// Limits of what is shown of a request.
const (
	maxShown       = 60  // headers, and the same number of query parameters
	maxShownLength = 300 // bytes of one value
)

// hidden replaces a value that must stay secret even on a developer's screen: pages are shared and recorded.
const hidden = "••••••"

// describeRequest shows the query and the headers of the request, without what is secret in them.
func (r *Report) describeRequest(of *Request) {
	for name, value := range of.Query {
		if len(r.Query) < maxShown {
			r.Query = append(r.Query, shownPair(string(name), string(value), isSecretParameter))
		}
	}
	secret := func(name string) bool { return isSecret(name) || strings.EqualFold(name, of.KeyHeader) }
	for name, value := range of.Headers {
		if len(r.Headers) < maxShown {
			r.Headers = append(r.Headers, shownPair(string(name), string(value), secret))
		}
	}
}

func shownPair(name, value string, secret func(name string) bool) Pair {
	value = fault.Shortened(value, maxShownLength)
	return Pair{harmless(name), harmless(masked(name, value, secret))}
}

// masked hides the value if its name is that of a secret, and the query of an address, which may contain one.
func masked(name, value string, secret func(name string) bool) string {
	if secret(name) && value != "" {
		return hidden
	}
	if before, _, found := strings.Cut(value, "?"); found && strings.Contains(before, "://") {
		if u, err := url.Parse(before); err == nil && u.Host != "" {
			return before + "?" + hidden
		}
	}
	return value
}

// secretWords are parts of the names of headers, parameters and properties that hold secrets, without dashes and
// underscores.
var secretWords = [...]string{
	"authorization", "cookie", "token", "secret", "passw", "pwd", "passphrase", "apikey", "privatekey", "accesskey",
	"session", "credential", "signature", "jwt", "csrf", "xsrf", "otp",
}

func isSecret(name string) bool {
	plain := strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(name))
	return slices.ContainsFunc(secretWords[:], func(word string) bool { return strings.Contains(plain, word) })
}

// isSecretParameter reports whether a query parameter's name, which may be short, is that of a secret.
func isSecretParameter(name string) bool {
	switch strings.ToLower(name) {
	case "key", "pin", "code", "sid", "auth", "sig", "state":
		return true
	}
	return isSecret(name)
}

func harmlessRefusals(list []Refusal) []Refusal {
	out := make([]Refusal, len(list))
	for i, r := range list {
		out[i] = r
		out[i].Name, out[i].Message = harmless(r.Name), harmless(r.Message)
	}
	return out
}

// harmless makes characters visible that control a terminal: control characters, including line ends, and characters
// that change the direction of writing.
func harmless(text string) string { return visible(text, isHarmful) }

// harmlessText does the same as harmless, but leaves line ends and tabs.
func harmlessText(text string) string {
	return visible(text, func(r rune) bool { return r != '\n' && r != '\t' && isHarmful(r) })
}

func isHarmful(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

func visible(text string, harmful func(rune) bool) string {
	if strings.IndexFunc(text, harmful) < 0 {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	var b strings.Builder
	for _, r := range text {
		if harmful(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
