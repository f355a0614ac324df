package numbers

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sign is what is written before a number.
type sign byte

const (
	noSign sign = iota
	minusSign
	plusSign
)

// sides are the parts before and after a number.
type sides struct{ before, after []Part }

// length returns how many characters the parts have.
func (s *sides) length() int {
	n := 0
	for _, parts := range [2][]Part{s.before, s.after} {
		for _, p := range parts {
			n += utf8.RuneCountInString(p.Value)
		}
	}
	return n
}

func (s *sides) equal(o *sides) bool {
	return Join(s.before) == Join(o.before) && Join(s.after) == Join(o.after)
}

// around makes the parts around a number from its pattern.
func (f *Formatter) around(p *pattern, s sign, approximate, compact bool) sides {
	chosen, prepend := &p.positive, false
	hasMinus := unquotedIndex(p.negative.prefix, '-') >= 0 || unquotedIndex(p.negative.suffix, '-') >= 0
	signed := s == plusSign || approximate
	if p.hasNegative && (s == minusSign || hasMinus && signed) {
		chosen = &p.negative
	} else if s == minusSign || signed {
		prepend = true
	}
	var signs []Part
	if approximate {
		signs = append(signs, Part{"approximatelySign", f.symbols.approximately})
	}
	switch s {
	case minusSign:
		signs = append(signs, Part{"minusSign", f.symbols.minus})
	case plusSign:
		signs = append(signs, Part{"plusSign", f.symbols.plus})
	}
	result := sides{f.affix(chosen.prefix, signs, compact), f.affix(chosen.suffix, signs, compact)}
	if prepend {
		result.before = append(signs, result.before...)
	}
	return result
}

// affix makes the parts of one side.
func (f *Formatter) affix(text string, signs []Part, compact bool) []Part {
	var parts []Part
	var literal strings.Builder
	flush := func() {
		parts = appendText(parts, literal.String(), compact)
		literal.Reset()
	}
	quoted := false
	for i, c := range text {
		special := !quoted
		switch {
		case c == '\'':
			if strings.HasPrefix(text[i+1:], "'") {
				literal.WriteByte('\'')
			}
			quoted = !quoted
		case special && c == '-':
			flush()
			parts = append(parts, signs...)
		case special && c == '+':
			flush()
			parts = append(parts, Part{"plusSign", f.symbols.plus})
		case special && c == '%':
			flush()
			parts = append(parts, Part{f.percentType(), f.symbols.percent})
		case special && c == '¤':
			if strings.HasPrefix(text[i+len("¤"):], "¤") {
				continue
			}
			flush()
			if f.currency != "" {
				parts = append(parts, Part{"currency", f.currency})
			}
		default:
			literal.WriteRune(c)
		}
	}
	flush()
	return parts
}

// percentType is the type of the sign for percent, which may be the unit.
func (f *Formatter) percentType() string {
	if f.o.Style == Unit {
		return "unit"
	}
	return "percentSign"
}

// appendText adds a text, of which compact notation counts what is not white space.
func appendText(parts []Part, text string, compact bool) []Part {
	if compact {
		return appendNamed(parts, "compact", text)
	}
	if text != "" {
		parts = append(parts, Part{"literal", text})
	}
	return parts
}

// appendNamed adds a text of a type, and the white space around it as literals.
func appendNamed(parts []Part, kind, text string) []Part {
	trimmed := strings.TrimFunc(text, unicode.IsSpace)
	at := strings.Index(text, trimmed)
	for _, p := range []Part{{"literal", text[:at]}, {kind, trimmed}, {"literal", text[at+len(trimmed):]}} {
		if p.Value != "" {
			parts = append(parts, p)
		}
	}
	return parts
}

// space puts a space between a currency and the digits where the currency ends, or begins, with a letter.
func (f *Formatter) space(s *sides, number []Part) {
	if f.currency == "" || len(number) == 0 {
		return
	}
	if last := len(s.before) - 1; last >= 0 && s.before[last].Type == "currency" && beginsWithDigit(number[0]) {
		if r, _ := utf8.DecodeLastRuneInString(f.currency); needsSpace(r) {
			s.before = append(s.before, Part{"literal", f.spaceAfter})
		}
	}
	if len(s.after) > 0 && s.after[0].Type == "currency" && beginsWithDigit(Part{Value: lastDigit(number)}) {
		if r, _ := utf8.DecodeRuneInString(f.currency); needsSpace(r) {
			s.after = append([]Part{{"literal", f.spaceBefore}}, s.after...)
		}
	}
}

func beginsWithDigit(p Part) bool {
	r, _ := utf8.DecodeRuneInString(p.Value)
	return unicode.IsDigit(r)
}

// lastDigit returns the last character of a number.
func lastDigit(number []Part) string {
	value := number[len(number)-1].Value
	_, size := utf8.DecodeLastRuneInString(value)
	return value[len(value)-size:]
}

func needsSpace(r rune) bool { return !unicode.Is(unicode.S, r) && !unicode.Is(unicode.Z, r) }
