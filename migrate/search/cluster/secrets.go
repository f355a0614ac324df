package cluster

import (
	"encoding/base64"
	"net/url"
	"regexp"
	"strings"
)

// secrets finds the passwords of a connection in texts that come from outside, such as an answer that repeats a header.
type secrets struct{ all []*regexp.Regexp }

const hidden = "******"

// longEnough is the length from which a password is hidden also inside of a word. A shorter one would hide parts of
// words that have nothing to do with it.
const longEnough = 6

// secretsOf collects the passwords, in the forms in which they are sent and written.
func secretsOf(s Settings, hosts []host) secrets {
	var found secrets
	add := func(user, password string) {
		if password == "" {
			return
		}
		for _, form := range []string{
			base64.StdEncoding.EncodeToString([]byte(user + ":" + password)), password, url.QueryEscape(password), url.PathEscape(password),
		} {
			pattern := regexp.QuoteMeta(form)
			if len(form) < longEnough {
				pattern = `\b` + pattern + `\b`
			}
			if matcher, err := regexp.Compile(pattern); err == nil {
				found.all = append(found.all, matcher)
			}
		}
	}
	add(s.Username, s.Password)
	for _, h := range hosts {
		if h.user != nil {
			password, _ := h.user.Password()
			add(h.user.Username(), password)
		}
	}
	if proxy, err := url.Parse(s.Proxy); err == nil && proxy.User != nil {
		password, _ := proxy.User.Password()
		add(proxy.User.Username(), password)
	}
	return found
}

func (s secrets) hide(text string) string {
	for _, one := range s.all {
		text = one.ReplaceAllLiteralString(text, hidden)
	}
	return text
}

// Hide returns a text from outside without the passwords of the connection.
func (c *Cluster) Hide(text string) string { return strings.TrimSpace(c.secrets.hide(text)) }
