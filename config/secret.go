package config

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// masked replaces a secret value.
const masked = "******"

// isSecretWord reports whether a word makes a key secret: some words do wherever they occur,
// others only as a whole word, because "monkey" and "author" are not secrets.
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

// userInfo matches the password of a URL: scheme://user:password@host.
var userInfo = regexp.MustCompile(`(://[^\s:/@'"]*):[^\s'"]*@`)

// IsSecret reports, by the words of a key in any spelling, whether its value must not appear in
// logs, error texts or endpoints: datasource[0].password, apiKey, SESSION_COOKIE.
//
// Of a documented key the end decides: the issuer of security.jwt and the username of management.auth are no secrets.
func IsSecret(key string) bool {
	return slices.ContainsFunc(words(key), isSecretWord) && !isPlain(key)
}

// isPlain reports whether a key that looks secret is a documented one that does so because of its section.
func isPlain(key string) bool {
	if !strings.Contains(key, ".") {
		return false
	}
	parts := partsOf(key)
	return slices.ContainsFunc(plainKeys(), func(plain []string) bool {
		return slices.EqualFunc(plain, parts, func(one, part string) bool { return one == "*" || one == part })
	})
}

// plainKeys are the parts of the documented keys that look secret, and whose last word does not.
var plainKeys = sync.OnceValue(func() (list [][]string) {
	for _, k := range keys() {
		all := words(k.Name)
		if slices.ContainsFunc(all, isSecretWord) && !isSecretWord(all[len(all)-1]) {
			list = append(list, partsOf(k.Name))
		}
	}
	return list
})

// positions matches the positions in the lists of a key.
var positions = regexp.MustCompile(`\[\d*\]`)

// partsOf returns the parts of a key, folded, without positions in lists.
func partsOf(key string) []string {
	parts := strings.Split(positions.ReplaceAllString(key, ""), ".")
	for i, part := range parts {
		parts[i] = foldKey(part)
	}
	return parts
}

// Mask returns a value's text as it may be shown: asterisks for a secret key, otherwise the text
// with the passwords of its URLs replaced.
func Mask(key, text string) string {
	if IsSecret(key) {
		return masked
	}
	return userInfo.ReplaceAllString(text, "$1:"+masked+"@")
}

// looseUserInfo matches what may be a user and a password in a line that has a mistake: with spaces in the password, or
// without a scheme. It may hide more than that.
var looseUserInfo = regexp.MustCompile(`([^\s:/@'"\[{,]+):[^\s:/'"][^'"]*@`)

// maskLine returns a line of a file as it may be shown.
func maskLine(text string) string {
	return looseUserInfo.ReplaceAllString(Mask("", text), "$1:"+masked+"@")
}

// words splits a key at every character that is not a letter or digit, and where a lower-case
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
