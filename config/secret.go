package config

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// masked stands where a secret value would.
const masked = "******"

// isSecretWord tells the words that make a key secret: some wherever they occur, some
// only as a whole word, because "monkey" and "author" are no secrets.
func isSecretWord(word string) bool {
	switch word {
	case "key", "keys", "apikey", "accesskey", "privatekey", "signingkey",
		"jwt", "csrf", "xsrf", "otp", "bearer",
		"auth", "oauth", "oauth2", "authorization", "authentication", "dsn", "pwd", "pass":
		return true
	}
	for _, part := range []string{
		"password", "passwd", "passphrase", "secret", "token", "credential", "cookie", "session",
	} {
		if strings.Contains(word, part) {
			return true
		}
	}
	return false
}

// userInfo finds the password of a URL: scheme://user:password@host.
var userInfo = regexp.MustCompile(`(://[^\s:/@'"]*):[^\s'"]*@`)

// IsSecret tells by the words of a key, in any spelling, that its value is not for
// logs, error texts or endpoints: datasource[0].password, apiKey, SESSION_COOKIE.
func IsSecret(key string) bool {
	return slices.ContainsFunc(words(key), isSecretWord)
}

// Mask gives a value's text as it may be shown: asterisks for a secret key, else the
// text with the passwords of its URLs replaced.
func Mask(key, text string) string {
	if IsSecret(key) {
		return masked
	}
	return userInfo.ReplaceAllString(text, "$1:"+masked+"@")
}

// words splits a key at everything that is no letter or digit, and where a small
// letter is followed by a capital.
func words(key string) []string {
	var out []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			out = append(out, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	var previous rune
	for _, r := range key {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
		} else {
			if unicode.IsUpper(r) && unicode.IsLower(previous) {
				flush()
			}
			word.WriteRune(r)
		}
		previous = r
	}
	flush()
	return out
}
