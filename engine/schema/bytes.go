package schema

import (
	"encoding/base64"
	"strings"
)

// parseBytes decodes base64, in the standard or the URL alphabet, with or without padding: the form in which
// bytes are written in text and in JSON.
func parseBytes(s string) ([]byte, bool) {
	alphabet := base64.RawStdEncoding
	if strings.ContainsAny(s, "-_") {
		alphabet = base64.RawURLEncoding
	}
	if len(s)%4 == 0 {
		s = strings.TrimSuffix(strings.TrimSuffix(s, "="), "=")
	}
	if strings.ContainsAny(s, "\r\n") {
		return nil, false
	}
	b, err := alphabet.DecodeString(s)
	return b, err == nil
}
