package stories

import (
	"bytes"
	"maps"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/view"
)

// Masked replaces what is secret.
const Masked = "******"

// names remembers which names are those of secrets. To find that out takes longer than to look it up.
type names struct {
	known  atomic.Pointer[map[string]bool]
	adding sync.Mutex
}

// maxNames is how many names are remembered. There are few, unless somebody makes them up.
const maxNames = 1000

func (n *names) isSecret(name []byte) bool {
	if known := n.known.Load(); known != nil {
		if secret, found := (*known)[string(name)]; found {
			return secret
		}
	}
	copied := string(name)
	secret := config.IsSecret(copied)
	if len(copied) <= maxNameBytes {
		n.add(copied, secret)
	}
	return secret
}

// maxNameBytes is the length of the names that are remembered.
const maxNameBytes = 100

// add copies what is known, so that to look something up takes no lock.
func (n *names) add(name string, secret bool) {
	n.adding.Lock()
	defer n.adding.Unlock()
	more := map[string]bool{name: secret}
	if known := n.known.Load(); known != nil {
		if len(*known) >= maxNames {
			return
		}
		maps.Copy(more, *known)
	}
	n.known.Store(&more)
}

// IsSecret reports whether the value with a name must not be shown.
func (r *Recorder) IsSecret(name string) bool {
	return name != "" && r.secret.isSecret(view.Bytes(name))
}

// Harmless returns a text without the secrets that can be recognised by their form, such as passwords in URLs and tokens.
func Harmless(text string) string {
	if !suspicious(text) {
		return text
	}
	return config.Harmless("", text)
}

// suspicious reports whether there may be a secret in a text. Most texts have none, and to look closely takes long.
func suspicious(text string) bool {
	switch {
	case strings.IndexByte(text, '@') >= 0, strings.Contains(text, "eyJ"), strings.Contains(text, "-----"):
		return true
	case !strings.ContainsAny(text, "=:") && !strings.Contains(text, "--") && !strings.Contains(text, "earer "):
		return false
	case len(text) > shortText:
		return true
	}
	var room [shortText]byte
	small := room[:len(text)]
	for i := range len(text) {
		small[i] = text[i]
		if c := text[i]; c >= 'A' && c <= 'Z' {
			small[i] = c | 0x20
		}
	}
	for _, word := range secretWords {
		if bytes.Contains(small, []byte(word)) {
			return true
		}
	}
	return false
}

// shortText is the length up to which it is quicker to look for words than to look closely.
const shortText = 200

// secretWords are in every name of a secret: see config.IsSecret.
var secretWords = [...]string{
	"key", "jwt", "csrf", "xsrf", "otp", "bearer", "auth", "dsn", "pwd", "pass", "secret", "token", "credential", "cookie", "session",
}

// Value returns the value with a name as it may be shown.
func (r *Recorder) Value(name, value string) string {
	if r.IsSecret(name) {
		return Masked
	}
	return Harmless(value)
}

// URL returns an address without its password, and without the secrets of its query.
func (r *Recorder) URL(u *url.URL) string {
	shown := *u
	shown.RawQuery, shown.Fragment, shown.RawFragment = r.query(u.RawQuery), "", ""
	return shown.Redacted()
}

// query masks the values of a query, or of a form.
func (r *Recorder) query(query string) string {
	if query == "" {
		return ""
	}
	var b strings.Builder
	for i, one := range strings.Split(query, "&") {
		if i > 0 {
			b.WriteByte('&')
		}
		name, value, has := strings.Cut(one, "=")
		b.WriteString(name)
		if !has {
			continue
		}
		b.WriteByte('=')
		b.WriteString(r.pair(name, value))
	}
	return b.String()
}

// pair returns the value of a pair of a query as it may be shown, still escaped unless it is masked.
func (r *Recorder) pair(name, value string) string {
	plain, err := url.QueryUnescape(name)
	if err != nil {
		plain = name
	}
	if r.IsSecret(plain) {
		return Masked
	}
	if text, err := url.QueryUnescape(value); err == nil {
		if shown := Harmless(text); shown != text {
			return url.QueryEscape(shown)
		}
	}
	return value
}

// headers returns the lines of a header without secrets.
func (r *Recorder) headers(lines []byte, keyHeader string) string {
	return r.same.text(lines, keyHeader, func() string { return r.maskHeaders(lines, keyHeader) })
}

func (r *Recorder) maskHeaders(lines []byte, keyHeader string) string {
	b := make([]byte, 0, len(lines))
	for len(lines) > 0 {
		line, rest, _ := bytes.Cut(lines, []byte("\n"))
		lines = rest
		name, value, found := bytes.Cut(bytes.TrimSuffix(line, []byte("\r")), []byte(":"))
		if !found {
			continue
		}
		if len(b)+len(line) > maxHeaders {
			b = append(b, "…: more than is kept\n"...)
			break
		}
		b = append(append(b, name...), ": "...)
		switch {
		case r.secret.isSecret(name), keyHeader != "" && strings.EqualFold(string(name), keyHeader):
			b = append(b, Masked...)
		default:
			b = r.appendHarmless(b, bytes.TrimSpace(value))
		}
		b = append(b, '\n')
	}
	return string(b)
}

// appendHarmless adds the value of a header. An address in it may have a query.
func (r *Recorder) appendHarmless(b, value []byte) []byte {
	text := view.Text(value) // is not kept
	if before, query, has := strings.Cut(text, "?"); has {
		b = append(append(b, Harmless(before)...), '?')
		return append(b, r.query(query)...)
	}
	return append(b, Harmless(text)...)
}
