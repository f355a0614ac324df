package config

import (
	"regexp"
	"slices"
	"strings"
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

// IsSecret reports whether the value of a key, in any spelling, must not appear in logs, error texts or endpoints: as the key is declared, or
// else by the words of its name: app.password, apiKey, SESSION_COOKIE.
func IsSecret(key string) bool {
	if k := keyOf(key); k != nil {
		return k.Secret
	}
	return slices.ContainsFunc(words(key), isSecretWord)
}

// isPlain reports whether a key is declared, and its value may be shown, whatever its name and that of its section look like.
func isPlain(key string) bool {
	k := keyOf(key)
	return k != nil && !k.Secret
}

// keyOf returns the declared key whose value, or an element of whose list, a key names; nil if there is none.
func keyOf(key string) *Key {
	if !strings.Contains(key, ".") {
		return nil
	}
	k, below := ownShape().find(splitKey(key))
	if slices.ContainsFunc(below, segment.isName) {
		return nil
	}
	return k
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
