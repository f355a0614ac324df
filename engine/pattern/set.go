package pattern

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
)

// span is the characters from lo to hi.
type span struct{ lo, hi rune }

// set is a set of characters: ordered spans that do not touch.
type set []span

const lastRune = unicode.MaxRune

// setOf makes a set of spans in any order.
func setOf(spans ...span) set {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.lo, b.lo) })
	var out set
	for _, s := range spans {
		if last := len(out) - 1; last >= 0 && s.lo <= out[last].hi+1 {
			out[last].hi = max(out[last].hi, s.hi)
		} else {
			out = append(out, s)
		}
	}
	return out
}

func tableSet(tables ...*unicode.RangeTable) set {
	var spans []span
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			spans = append(spans, span{lo, hi})
			return
		}
		for c := lo; c <= hi; c += stride {
			spans = append(spans, span{c, c})
		}
	}
	for _, t := range tables {
		for _, r := range t.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return setOf(spans...)
}

func (s set) union(others ...set) set {
	spans := slices.Clone(s)
	for _, o := range others {
		spans = append(spans, o...)
	}
	return setOf(spans...)
}

func (s set) complement() set {
	var out set
	next := rune(0)
	for _, r := range s {
		if r.lo > next {
			out = append(out, span{next, r.lo - 1})
		}
		next = r.hi + 1
	}
	if next <= lastRune {
		out = append(out, span{next, lastRune})
	}
	return out
}

func (s set) intersect(t set) set {
	return s.complement().union(t.complement()).complement()
}

func (s set) minus(t set) set { return s.intersect(t.complement()) }

func (s set) contains(c rune) bool {
	_, found := slices.BinarySearchFunc(s, c, func(r span, c rune) int {
		switch {
		case r.hi < c:
			return -1
		case r.lo > c:
			return 1
		}
		return 0
	})
	return found
}

// cased lists the characters that equal others if case is ignored.
var cased = sync.OnceValue(func() []rune {
	var list []rune
	for _, r := range tableSet(unicode.L, unicode.M, unicode.Nl, unicode.So) {
		for c := r.lo; c <= r.hi; c++ {
			if unicode.SimpleFold(c) != c {
				list = append(list, c)
			}
		}
	}
	return list
})

// closed returns the set with all characters that are equal if case is ignored.
func (s set) closed() set {
	var more []span
	add := func(c rune) {
		for other := unicode.SimpleFold(c); other != c; other = unicode.SimpleFold(other) {
			more = append(more, span{other, other})
		}
	}
	if s.size() < len(cased())/16 {
		for _, r := range s {
			for c := r.lo; c <= r.hi; c++ {
				add(c)
			}
		}
		return s.union(more)
	}
	for _, c := range cased() {
		if s.contains(c) {
			add(c)
		}
	}
	return s.union(more)
}

// each yields the characters.
func (s set) each(yield func(c rune) bool) {
	for _, r := range s {
		for c := r.lo; c <= r.hi; c++ {
			if !yield(c) {
				return
			}
		}
	}
}

func (s set) size() (count int) {
	for _, r := range s {
		count += int(r.hi-r.lo) + 1
	}
	return count
}

// text returns the set as the content of a class, with the flag u.
func (s set) text() string {
	var b strings.Builder
	for _, r := range s {
		writeRune(&b, r.lo)
		if r.hi > r.lo+1 {
			b.WriteByte('-')
		}
		if r.hi > r.lo {
			writeRune(&b, r.hi)
		}
	}
	return b.String()
}

// alone returns the set as a class, or as its only character.
func (s set) alone() string {
	if len(s) == 1 && s[0].lo == s[0].hi {
		return s.text()
	}
	return "[" + s.text() + "]"
}

func writeRune(b *strings.Builder, c rune) {
	switch {
	case isWord(c):
		b.WriteRune(c)
	case c < 0x80:
		fmt.Fprintf(b, `\x%02x`, c)
	case utf16.IsSurrogate(c):
		fmt.Fprintf(b, `\u{%x}`, c)
	default:
		b.WriteRune(c)
	}
}

func isWord(c rune) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}
