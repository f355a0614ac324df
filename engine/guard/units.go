package guard

import (
	"io"
	"reflect"
	"unicode/utf16"

	"github.com/dop251/goja"
)

// units reads a text for Go's own matcher, and looks for an interrupt. The size of a character is in UTF-16 units, so that
// what the matcher finds are places in the text.
type units struct {
	guard *guard
	of    goja.String
	at    int
	pairs bool // those of surrogates are one character
	every int  // characters after which it looks
}

func (u *units) ReadRune() (r rune, size int, err error) {
	if u.at >= u.of.Length() {
		return 0, 0, io.EOF
	}
	if u.at%u.every == 0 {
		u.guard.poll()
	}
	r, size = unitAt(u.of, u.at, u.pairs)
	u.at += size
	return r, size, nil
}

// unitAt returns the character of a text at an index, and its length in UTF-16 units.
func unitAt(s goja.String, at int, pairs bool) (r rune, size int) {
	r = rune(s.CharAt(at))
	if pairs && utf16.IsSurrogate(r) && at+1 < s.Length() {
		if both := utf16.DecodeRune(r, rune(s.CharAt(at+1))); both != '\uFFFD' {
			return both, 2
		}
	}
	return r, 1
}

// subjectRunes returns a text as goja's matchers see it: characters if pairs of surrogates are one, else UTF-16 units.
// places has the index at which each begins, in UTF-16 units, unless it is that of the character.
func subjectRunes(s goja.String, pairs bool) (text []rune, places []int) {
	text = make([]rune, 0, s.Length())
	if pairs && !isASCII(s) {
		places = make([]int, 0, s.Length()+1)
	}
	for at := 0; at < s.Length(); {
		r, size := unitAt(s, at, places != nil)
		text = append(text, r)
		if places != nil {
			places = append(places, at)
		}
		at += size
	}
	if places != nil {
		places = append(places, s.Length())
	}
	return text, places
}

// isASCII reports whether goja keeps a text as bytes, as it does with most that are ASCII only.
func isASCII(s goja.String) bool { return reflect.TypeOf(s).Kind() == reflect.String }

// placeOf returns the index of a character of subjectRunes, in UTF-16 units.
func placeOf(places []int, at int) int {
	if places == nil {
		return at
	}
	return places[at]
}
