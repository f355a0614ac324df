package segments

import (
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/clipperhouse/uax29/v2/sentences"
	"github.com/clipperhouse/uax29/v2/words"
)

// Granularity is what a text is divided into, by its name in ECMA-402.
type Granularity string

// The granularities.
const (
	Grapheme Granularity = "grapheme"
	Word     Granularity = "word"
	Sentence Granularity = "sentence"
)

// Segment is a part of a text, from an index up to another.
type Segment struct {
	From, To int
	WordLike bool // it has letters or digits
}

// Text is a text that is divided.
type Text struct {
	text string
	next func(string) (string, bool) // the length of the first segment
	seen []place
	last place // where the segment began that was found last
}

// place is where a segment begins, in bytes and units of UTF-16.
type place struct{ bytes, units int }

// between is how many segments are between two places that are remembered.
const between = 512

// New returns a text to be divided.
func New(text string, g Granularity) *Text {
	next := firstGrapheme
	switch g {
	case Word:
		next = firstWord
	case Sentence:
		next = firstSentence
	}
	return &Text{text: text, next: next, seen: []place{{}}}
}

func firstGrapheme(text string) (string, bool) {
	i := graphemes.FromString(text)
	return value(i.Next(), i.Value)
}

func firstWord(text string) (string, bool) {
	i := words.FromString(text)
	return value(i.Next(), i.Value)
}

func firstSentence(text string) (string, bool) {
	i := sentences.FromString(text)
	return value(i.Next(), i.Value)
}

func value(ok bool, get func() string) (string, bool) {
	if !ok {
		return "", false
	}
	return get(), true
}

// At returns the segment around an index, and whether there is one. The check is called from time to time, and may panic.
func (t *Text) At(index int, check func()) (Segment, bool) {
	i := sort.Search(len(t.seen), func(i int) bool { return t.seen[i].units > index }) - 1
	if i < 0 {
		return Segment{}, false
	}
	at := t.seen[i]
	if t.last.units <= index && t.last.units > at.units {
		at = t.last
	}
	for n := 1; ; n++ {
		text, ok := t.next(t.text[at.bytes:])
		if !ok {
			return Segment{}, false
		}
		end := place{at.bytes + len(text), at.units + units(text)}
		if index < end.units {
			t.last = at
			return Segment{at.units, end.units, isWordLike(text)}, true
		}
		at = end
		if n%between == 0 {
			check()
			if at.units > t.seen[len(t.seen)-1].units {
				t.seen = append(t.seen, at)
			}
		}
	}
}

// units returns the length of a text in UTF-16.
func units(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// isWordLike reports whether a text has letters, digits or ideographs.
func isWordLike(text string) bool {
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return true
		}
		text = text[size:]
	}
	return false
}
