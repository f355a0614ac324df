package charset

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// ErrUnknown is the error for a charset that browsers do not know either.
var ErrUnknown = errors.New("unknown charset")

// ErrInvalid is the error for bytes that are not text in their charset.
var ErrInvalid = errors.New("not text in its charset")

// IsUTF8 reports whether name is a name of UTF-8 or of its subset ASCII, or empty.
func IsUTF8(name string) bool {
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "", "utf-8", "utf8", "us-ascii", "ascii":
		return true
	}
	return false
}

// Decode decodes text in a charset, by any of its names, to UTF-8. The error is ErrUnknown or ErrInvalid.
func Decode(name string, text []byte) (string, error) {
	if IsUTF8(name) {
		text = bytes.TrimPrefix(text, []byte("\uFEFF"))
		if !utf8.Valid(text) {
			return "", ErrInvalid
		}
		return string(text), nil
	}
	known, err := htmlindex.Get(name)
	if err != nil || known == encoding.Replacement {
		return "", fmt.Errorf("%w: %.40q", ErrUnknown, name)
	}
	decoded, _, err := transform.Bytes(unicode.BOMOverride(known.NewDecoder()), text)
	if err != nil || bytes.ContainsRune(decoded, utf8.RuneError) { // the decoder replaces invalid bytes by it
		return "", ErrInvalid
	}
	return string(decoded), nil
}
