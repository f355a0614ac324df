package config

import (
	"regexp"
	"strings"
	"sync"
)

// The parts of a value that are not shown, whatever its key is. They may hide more than secrets.
var (
	// wholeUserInfo matches the password of a URL that is a value by itself: unlike in a line, quotes and blanks belong to it.
	wholeUserInfo = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)(://[^:/@]*):.*@`) })
	// assignment matches a name within a text and what separates it from its value: in a query, a DSN, JSON, options of a program.
	assignment = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([\pL_][\pL\pN_.-]*)["']?\s*([=:])\s*`) })
	// afterEquals and afterColon match the value, which has blanks after a colon, as in a header.
	afterEquals = regexp.MustCompile(`^(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^\s&;,{}\[\]"']+)`)
	afterColon  = regexp.MustCompile(`^(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^&;,{}\[\]"'\n]+)`)
	// passed matches an option of a program whose value is the next word.
	passed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(--?([\pL_][\pL\pN_.-]*)\s+)([^\s-]\S*)`) })
	// issued matches JSON Web Tokens, and the tokens and keys of services that have a known prefix: GitHub, GitLab, Stripe, Slack, AWS,
	// Google, SendGrid, npm, PyPI, Docker, Hugging Face, and those that begin with sk-.
	issued = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(?:eyJ[\w-]{4,}\.[\w-]+\.[\w-]*|gh[opsur]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{20,` +
			`}|[sr]k_(?:live|test)_\w{10,}|whsec_\w{16,}|xox[a-z]-[\w-]{10,}|A[KS]IA[0-9A-Z]{16}\b|AIza[\w-]{35,}|SG\.[\w-]{16,}\.[\w-]{16,}|npm_\w{36,` +
			`}|pypi-[\w-]{16,}|dckr_pat_[\w-]{20,}|hf_\w{30,}|sk-[\w-]{20,})`)
	})
)

// Harmless returns the text of a value for endpoints that show values: asterisks for a secret key and for private keys, otherwise the
// text without passwords of URLs, without the values of secret names that it contains, and without tokens and keys that are known by how they look.
func Harmless(key, text string) string {
	if IsSecret(key) || strings.Contains(text, "PRIVATE KEY-----") {
		return masked
	}
	text = wholeUserInfo().ReplaceAllString(text, "$1:"+masked+"@")
	if strings.Contains(text, "@") && !strings.Contains(text, "://") { // of MySQL's drivers: user:password@tcp(host)/name
		text = looseUserInfo.ReplaceAllString(text, "$1:"+masked+"@")
	}
	return issued().ReplaceAllString(withoutPassed(withoutAssigned(text)), masked)
}

// withoutAssigned masks the values of secret names within a text.
func withoutAssigned(text string) string {
	var out strings.Builder
	at := 0
	for _, m := range assignment().FindAllStringSubmatchIndex(text, -1) {
		if m[1] <= at || !IsSecret(text[m[2]:m[3]]) {
			continue
		}
		value := afterEquals
		if text[m[4]] == ':' {
			value = afterColon
		}
		if found := value.FindString(text[m[1]:]); found != "" {
			out.WriteString(text[at:m[1]] + masked)
			at = m[1] + len(found)
		}
	}
	return out.String() + text[at:]
}

// withoutPassed masks the values of secret options of a program.
func withoutPassed(text string) string {
	return passed().ReplaceAllStringFunc(text, func(found string) string {
		m := passed().FindStringSubmatch(found)
		if !IsSecret(m[2]) {
			return found
		}
		return m[1] + masked
	})
}

// Harmless returns the value of a scalar, fit for endpoints: nil for null, lists and sections.
func (v Value) Harmless() any {
	switch {
	case v.Kind() == Null || v.Kind() == List || v.Kind() == Map:
		return nil
	case v.Secret():
		return masked
	case v.Kind() != Text:
		return v.Any()
	}
	return Harmless(v.Key, v.Text())
}
