package tokens

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/security"
)

// parsed is a token whose parts were read (RFC 7515, 3.1), and nothing else is known of.
type parsed struct {
	signed    string // the header and the claims, as they were sent
	signature []byte

	algorithm string // empty if the header names none
	keyID     string // likewise
	claims    claims
}

var errMalformed = &security.BadCredentials{Public: "The token is malformed"}

// parse reads a token. The error is a [security.BadCredentials].
func parse(text string) (*parsed, error) {
	header, rest, _ := strings.Cut(text, ".")
	payload, signature, found := strings.Cut(rest, ".")
	if !found || strings.ContainsAny(text, "\r\n") { // line breaks, which the decoder leaves out
		return nil, errMalformed
	}
	t := &parsed{signed: text[:len(header)+1+len(payload)]}
	if err := t.readHeader(header); err != nil {
		return nil, malformed(err)
	}
	if err := t.readClaims(payload); err != nil {
		return nil, malformed(err)
	}
	var err error
	if t.signature, err = strict.DecodeString(signature); err != nil {
		return nil, malformed(err)
	}
	return t, nil
}

// malformed returns the error of a token that cannot be read, unless there are other words for that.
func malformed(cause error) error {
	if refused, is := errors.AsType[*security.BadCredentials](cause); is {
		return refused
	}
	return &security.BadCredentials{Public: errMalformed.Public, Err: cause}
}

// readHeader reads what counts of a header, and refuses one that asks for more than is done here.
func (t *parsed) readHeader(encoded string) error {
	text, err := decoded(encoded)
	if err != nil {
		return err
	}
	return eachMember(text, func(name string, value gjson.Result) error {
		switch name {
		case "alg":
			t.algorithm = value.Str // of anything but a text it is empty
		case "kid":
			t.keyID = value.Str
		case "crit": // RFC 7515, 4.1.11: what is critical has to be understood
			return errors.New("the header crit is not supported")
		case "typ":
			if !isForBearers(typeOf(value)) {
				return &security.BadCredentials{
					Public: "The token is for another purpose",
					Err:    fmt.Errorf("its type is %.40q, not JWT or at+jwt", value.String()),
				}
			}
		}
		return nil
	})
}

// readClaims reads the registered claims, and keeps all.
func (t *parsed) readClaims(encoded string) (err error) {
	if t.claims.text, err = decoded(encoded); err != nil {
		return err
	}
	return eachMember(t.claims.text, t.claims.take)
}

// strict decodes each text in one way only: bits that say nothing have to be zero.
var strict = base64.RawURLEncoding.Strict()

// decoded returns the JSON of a part of a token.
func decoded(part string) (string, error) {
	b, err := strict.DecodeString(part)
	if err != nil {
		return "", err
	}
	if text := string(b); gjson.Valid(text) {
		return text, nil
	}
	return "", errors.New("it is not JSON")
}
