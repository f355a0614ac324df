package pattern

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// maxNested limits the nesting of classes.
const maxNested = 100

// operand is the value of a class with the flag v: characters, and texts of several characters.
type operand struct {
	chars set
	texts []string
}

// class reads […] with the flag v.
func (t *translator) class() operand {
	if t.depth++; t.depth > maxNested {
		t.fail("classes are nested deeper than %d", maxNested)
	}
	t.at++
	negated := t.peek(0) == '^'
	if negated {
		t.at++
	}
	o := t.contents()
	t.at++ // the bracket
	t.depth--
	if negated {
		if len(o.texts) > 0 {
			t.fail("Negated character class may contain strings")
		}
		o.chars = o.chars.complement()
	}
	return o
}

// contents reads up to the closing bracket: a union, an intersection or a subtraction.
func (t *translator) contents() operand {
	var spans []span
	var texts []string
	for first := true; ; first = false {
		switch {
		case t.at >= len(t.in):
			t.fail("Unterminated character class")
		case t.peek(0) == ']':
			return t.fold(operand{setOf(spans...), texts})
		case !first && (t.next("&&") || t.next("--")):
			return t.operations(t.fold(operand{setOf(spans...), texts}))
		}
		o := t.member()
		t.spend(len(o.chars))
		spans = append(spans, o.chars...)
		texts = append(texts, o.texts...)
	}
}

// spend limits the size of sets that an expression names repeatedly.
func (t *translator) spend(spans int) {
	const most = 200_000
	if t.spent += spans; t.spent > most {
		t.fail("its character classes are too large")
	}
}

func (t *translator) next(text string) bool { return t.ahead(0, 2) == text }

// operations reads the rest of [a&&b&&c] or [a--b--c], which do not mix.
func (t *translator) operations(o operand) operand {
	operator := t.ahead(0, 2)
	for t.peek(0) != ']' {
		if !t.next(operator) {
			t.fail("Invalid set operation in character class")
		}
		t.at += 2
		if t.at >= len(t.in) || t.peek(0) == ']' || t.peek(0) == '&' {
			t.fail("Invalid set operation in character class")
		}
		right, _, _ := t.one()
		right = t.fold(right)
		t.spend(len(o.chars) + len(right.chars))
		if operator == "&&" {
			o = o.intersect(right)
		} else {
			o = o.minus(right)
		}
		if t.at >= len(t.in) {
			t.fail("Unterminated character class")
		}
	}
	return o
}

// member reads an operand of a union, which may be a range.
func (t *translator) member() operand {
	o, first, single := t.one()
	if t.peek(0) != '-' || t.peek(1) == '-' {
		return o
	}
	t.at++
	_, last, alsoSingle := t.one()
	if !single || !alsoSingle || first > last {
		t.fail("Range out of order in character class")
	}
	return operand{chars: setOf(span{first, last})}
}

// one reads an operand. For a single character it also returns the character.
func (t *translator) one() (o operand, char rune, single bool) {
	switch c := t.peek(0); c {
	case '[':
		return t.class(), 0, false
	case '\\':
		if o, ok := t.escapedSet(); ok {
			return o, 0, false
		}
		char = t.escaped()
	case '(', ')', '{', '}', '/', '-', '|':
		t.fail(`Invalid character in character class: \%c is the character`, c)
	default:
		if strings.ContainsRune("&!#$%*+,.:;<=>?@^`~", c) && t.peek(1) == c {
			t.fail("Invalid set operation in character class")
		}
		t.at++
		char = c
	}
	return operand{chars: set{{char, char}}}, char, true
}

// fold adds the characters that are equal if case is ignored, so that sets can be subtracted afterwards.
func (t *translator) fold(o operand) operand {
	if t.ignoreCase {
		o.chars = o.chars.closed()
	}
	return o
}

// escapedSet reads an escape for a set of characters.
func (t *translator) escapedSet() (o operand, ok bool) {
	c := t.peek(1)
	switch c {
	case 'p', 'P':
		return t.propertyOperand(), true
	case 'q':
		return t.literals(), true
	case 'd', 'D':
		o.chars = setOf(span{'0', '9'})
	case 'w', 'W':
		o.chars = setOf(span{'0', '9'}, span{'A', 'Z'}, span{'_', '_'}, span{'a', 'z'})
	case 's', 'S':
		o.chars = spaces()
	default:
		return o, false
	}
	t.at += 2
	if c < 'a' {
		o.chars = t.fold(o).chars.complement()
	}
	return o, true
}

func spaces() set {
	return setOf(
		span{'\t', '\r'}, span{' ', ' '}, span{0xA0, 0xA0}, span{0x1680, 0x1680}, span{0x2000, 0x200A}, span{0x2028, 0x2029},
		span{0x202F, 0x202F}, span{0x205F, 0x205F}, span{0x3000, 0x3000}, span{0xFEFF, 0xFEFF},
	)
}

// literals reads \q{ab|c}.
func (t *translator) literals() operand {
	t.at += 2
	if t.peek(0) != '{' {
		t.fail(`\q is not followed by braces`)
	}
	var o operand
	var chars []span
	var text []rune
	for t.at++; ; {
		c := t.peek(0)
		switch {
		case t.at >= len(t.in):
			t.fail(`\q{ is not closed`)
		case c == '|' || c == '}':
			if len(text) == 1 {
				chars = append(chars, span{text[0], text[0]})
			} else {
				o.texts = append(o.texts, string(text))
			}
			text = nil
			t.at++
			if c == '}' {
				o.chars = setOf(chars...)
				return o
			}
			continue
		}
		_, char, single := t.one()
		if !single {
			t.fail(`Invalid character in \q{…}`)
		}
		text = append(text, char)
	}
}

// escaped reads an escape for one character.
func (t *translator) escaped() rune {
	c := t.peek(1)
	t.at += 2
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'v':
		return '\v'
	case '0':
		return 0
	case 'c':
		letter := t.peek(0)
		t.at++
		if letter|0x20 >= 'a' && letter|0x20 <= 'z' {
			return letter & 0x1F
		}
	case 'x':
		return t.hex(2)
	case 'u':
		return t.unicodeEscape()
	default:
		if strings.ContainsRune(`^$\.*+?()[]{}|/-&!#%,:;<=>@`+"`~", c) {
			return c
		}
	}
	t.fail(`Invalid escape in character class: \%c`, c)
	return 0
}

func (t *translator) hex(digits int) rune {
	value, err := strconv.ParseUint(t.ahead(0, digits), 16, 32)
	if err != nil || t.at+digits > len(t.in) {
		t.fail("Invalid Unicode escape")
	}
	t.at += digits
	return rune(value)
}

// unicodeEscape reads the part after \u: four digits, possibly of a surrogate pair, or braces.
func (t *translator) unicodeEscape() rune {
	if t.peek(0) != '{' {
		first := t.hex(4)
		if utf16.IsSurrogate(first) && t.next(`\u`) && t.peek(2) != '{' {
			second, err := strconv.ParseUint(t.ahead(2, 4), 16, 16)
			if err == nil && utf16.DecodeRune(first, rune(second)) != 0xFFFD {
				t.at += 6
				return utf16.DecodeRune(first, rune(second))
			}
		}
		return first
	}
	end := slices.Index(t.in[t.at:], '}')
	if end < 0 {
		t.fail("Invalid Unicode escape")
	}
	value, err := strconv.ParseUint(string(t.in[t.at+1:t.at+end]), 16, 32)
	if err != nil || value > lastRune {
		t.fail("Invalid Unicode escape")
	}
	t.at += end + 1
	return rune(value)
}

func (o operand) intersect(p operand) operand {
	out := operand{chars: o.chars.intersect(p.chars)}
	for _, text := range o.texts {
		if slices.Contains(p.texts, text) {
			out.texts = append(out.texts, text)
		}
	}
	return out
}

func (o operand) minus(p operand) operand {
	out := operand{chars: o.chars.minus(p.chars)}
	for _, text := range o.texts {
		if !slices.Contains(p.texts, text) {
			out.texts = append(out.texts, text)
		}
	}
	return out
}
