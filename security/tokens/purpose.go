package tokens

import (
	"encoding/base64"
	"strings"

	"github.com/tidwall/gjson"
)

// noType is the type of a token whose header says none that is a text.
const noType = "?"

// TypeOf returns what kind of token the header of a text says that it is: in lower case, without the prefix application/ (RFC 7515, 4.1.9),
// and empty if it says nothing.
func TypeOf(text string) string {
	header, _, _ := strings.Cut(text, ".")
	b, err := base64.RawURLEncoding.DecodeString(header)
	if err != nil {
		return noType
	}
	typ := gjson.GetBytes(b, "typ")
	if !typ.Exists() {
		return ""
	}
	return typeOf(typ)
}

func typeOf(typ gjson.Result) string {
	if typ.Type != gjson.String || typ.Str == "" {
		return noType
	}
	return strings.TrimPrefix(strings.ToLower(typ.Str), "application/")
}

// isForBearers reports whether a token of a type may say who its bearer is: one of no particular purpose, or an access token (RFC 9068, 2.1).
// Others, such as that of a log-out, have another purpose, although the same issuer signs them for the same audience (RFC 8725, 3.11).
func isForBearers(typ string) bool { return typ == "jwt" || strings.HasSuffix(typ, "at+jwt") }
