package numbers

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fwrun/fwrun/jsapi/web/intl/plurals"
)

// RangePart is a piece of a range of numbers. Its source is startRange, endRange or shared.
type RangePart struct {
	Part
	Source string
}

// FormatRange writes a range of numbers, neither of which is NaN. Numbers that are written alike are one, approximately.
func (f *Formatter) FormatRange(from, to Decimal) []RangePart {
	a, b := f.write(from, false), f.write(to, false)
	if from.equal(&to) || sameText(&a, &b) {
		w := f.write(from, true)
		return sourced("shared", w.outer.before, w.middle.before, w.number, w.exponent, w.middle.after, w.outer.after)
	}
	length := a.middle.length()
	collapse := a.middle.equal(&b.middle) && length != 1 // a single character, such as $, is written twice
	spaced := !collapse && length > 0 || len(a.exponent) > 0
	outer := a.outer
	if f.units != nil {
		outer = f.units[plurals.For(f.o.Locale, false).Range(a.plural, b.plural)].sides
	}
	return f.joinRange(&a, &b, outer, collapse, spaced)
}

// joinRange puts two numbers together.
func (f *Formatter) joinRange(a, b *written, outer sides, collapse, spaced bool) []RangePart {
	before, rest, _ := strings.Cut(f.rangePattern, "{0}")
	separator, after, _ := strings.Cut(rest, "{1}")
	if spaced {
		separator = padded(separator)
	}
	parts := sourced("shared", literal(before), outer.before)
	if collapse {
		parts = append(parts, sourced("shared", a.middle.before)...)
		parts = append(parts, sourced("startRange", a.number, a.exponent)...)
		parts = append(parts, sourced("shared", literal(separator))...)
		parts = append(parts, sourced("endRange", b.number, b.exponent)...)
		parts = append(parts, sourced("shared", a.middle.after)...)
	} else {
		parts = append(parts, sourced("startRange", a.middle.before, a.number, a.exponent, a.middle.after)...)
		parts = append(parts, sourced("shared", literal(separator))...)
		parts = append(parts, sourced("endRange", b.middle.before, b.number, b.exponent, b.middle.after)...)
	}
	return append(parts, sourced("shared", outer.after, literal(after))...)
}

func sameText(a, b *written) bool {
	return a.middle.equal(&b.middle) && Join(a.number) == Join(b.number) && Join(a.exponent) == Join(b.exponent)
}

// padded puts a space at each end of a text where there is none.
func padded(text string) string {
	if r, _ := utf8.DecodeRuneInString(text); !unicode.IsSpace(r) {
		text = " " + text
	}
	if r, _ := utf8.DecodeLastRuneInString(text); !unicode.IsSpace(r) {
		text += " "
	}
	return text
}

func literal(text string) []Part {
	if text == "" {
		return nil
	}
	return []Part{{"literal", text}}
}

func sourced(source string, groups ...[]Part) []RangePart {
	all := slices.Concat(groups...)
	parts := make([]RangePart, len(all))
	for i, p := range all {
		parts[i] = RangePart{p, source}
	}
	return parts
}
