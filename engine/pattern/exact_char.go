package pattern

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
)

// char writes one character.
func (x *reader) char(c rune) string {
	if x.ignoreCase {
		if same := x.folded(set{{c, c}}); same.size() > 1 {
			x.rare(set{{c, c}})
			return "[" + textOf(same) + "]"
		}
		x.rare(set{{c, c}})
	}
	return textOf(set{{c, c}})
}

// rare notes characters whose case the script engine ignores where the language does not.
func (x *reader) rare(s set) {
	if x.unicode || !x.ignoreCase {
		return
	}
	x.out.Cases = true
	for _, c := range rareCases() {
		if s.contains(c) && len(set{{c, c}}.closed().minus(s)) > 0 {
			x.out.Needed = true
		}
	}
}

// set writes a set as a class. One with surrogates is textually unique: see mark.
func (x *reader) set(s set) string {
	if len(s) == 0 {
		return "(?!)"
	}
	text := textOf(s)
	if len(s.intersect(set{{0xD800, 0xDFFF}})) > 0 {
		marker := 0xE000 + x.markers%0x1000
		x.markers++
		text += fmt.Sprintf(`-[\u%04x-[\u%04x]]`, marker, marker)
	}
	return "[" + text + "]"
}

// textOf returns a set as the content of a class, or one character, without the option for Unicode.
func textOf(s set) string {
	var b strings.Builder
	write := func(c rune) {
		switch {
		case isWord(c):
			b.WriteRune(c)
		case c < 0x80:
			fmt.Fprintf(&b, `\x%02x`, c)
		case utf16.IsSurrogate(c):
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteRune(c)
		}
	}
	for _, r := range s {
		write(r.lo)
		if r.hi > r.lo+1 {
			b.WriteByte('-')
		}
		if r.hi > r.lo {
			write(r.hi)
		}
	}
	return b.String()
}

// folded adds the characters that are equal if case is ignored.
func (x *reader) folded(s set) set {
	switch {
	case !x.ignoreCase:
		return s
	case x.unicode:
		return s.closed()
	}
	more := s
	for _, c := range s.closed().minus(s).list() {
		for other := unicode.SimpleFold(c); other != c; other = unicode.SimpleFold(other) {
			if s.contains(other) && upper(other) == upper(c) {
				more = more.union(set{{c, c}})
				break
			}
		}
	}
	return more
}

func (s set) list() []rune {
	var list []rune
	for _, r := range s {
		for c := r.lo; c <= r.hi; c++ {
			list = append(list, c)
		}
	}
	return list
}

// upper returns what stands for a character if case is ignored without the flag u: its upper case, if that is one unit, and not ASCII for
// a character that is not.
func upper(c rune) rune {
	u := unicode.ToUpper(c)
	switch {
	case c >= 0x80 && u < 0x80, u > 0xFFFF:
		return c
	case c >= 0x1F80 && c <= 0x1FAF, c == 0x1FB3, c == 0x1FBC, c == 0x1FC3, c == 0x1FCC, c == 0x1FF3, c == 0x1FFC,
		c == 0x390, c == 0x3B0, c == 0x1FD3, c == 0x1FE3:
		return c // two letters
	}
	return u
}

// rareCases are the characters that equal no other if case is ignored without the flag u, but do with it, such as the sign of Kelvin. Of ß and
// its capital letter, this is one.
var rareCases = sync.OnceValue(func() []rune {
	var rare []rune
	for _, c := range cased() {
		alone := c != 'ß' && c < 0x10000
		for other := unicode.SimpleFold(c); other != c; other = unicode.SimpleFold(other) {
			alone = alone && upper(other) != upper(c)
		}
		if alone {
			rare = append(rare, c)
		}
	}
	return rare
})

// RareCase reports whether a character is one for which [Exact.Cases] counts.
var RareCase = func() func(c uint16) bool {
	is := sync.OnceValue(func() set {
		var s set
		for _, c := range rareCases() {
			s = append(s, span{c, c})
		}
		return s
	})
	return func(c uint16) bool { return c >= 0x17F && is().contains(rune(c)) }
}()

func wordSet() set { return setOf(span{'0', '9'}, span{'A', 'Z'}, span{'_', '_'}, span{'a', 'z'}) }

// escape reads what begins with a backslash, outside of classes.
func (x *reader) escape() part {
	c := x.peek(1)
	switch {
	case x.at+1 >= len(x.in):
		x.fail(`\ at end of pattern`)
	case c >= '1' && c <= '9':
		if text, ok := x.reference(); ok {
			return part{text: text, empty: true}
		}
	case c == 'k' && (x.unicode || x.named):
		x.at += 2
		return part{text: x.namedReference(), empty: true}
	}
	if s, ok := x.escapedSet(); ok {
		return part{text: x.set(s)}
	}
	return part{text: x.char(x.escapedChar(false))}
}

// reference reads a number that refers to a group.
func (x *reader) reference() (text string, ok bool) {
	end := x.at + 1
	for end < len(x.in) && x.in[end] >= '0' && x.in[end] <= '9' {
		end++
	}
	number := clamped(string(x.in[x.at+1 : end]))
	if number > x.groups {
		if x.unicode {
			x.fail("Invalid escape")
		}
		return "", false
	}
	x.at = end
	return x.referTo(number), true
}

// referTo refers to a group; if it has not matched, the reference matches nothing.
func (x *reader) referTo(number int) string {
	n := strconv.Itoa(number)
	if x.ignoreCase {
		return "(?(" + n + ")(?i:\\k<" + n + ">))"
	}
	return "(?(" + n + ")\\k<" + n + ">)"
}

func (x *reader) namedReference() string {
	if x.peek(0) != '<' {
		x.fail("Invalid named reference")
	}
	x.at++
	name, text := x.name(), ""
	for i, given := range x.given {
		if given == name {
			text += x.referTo(i + 1)
		}
	}
	if text == "" {
		x.fail("Invalid named capture referenced")
	}
	return "(?:" + text + ")"
}

// escapedSet reads an escape for a set of characters.
func (x *reader) escapedSet() (s set, ok bool) {
	c := x.peek(1)
	switch c {
	case 'p', 'P':
		if !x.unicode {
			return nil, false
		}
		return x.folded(x.propertySet()), true
	case 'd', 'D':
		s = set{{'0', '9'}}
	case 'w', 'W':
		s = wordSet()
		if x.unicode {
			s = x.folded(s)
		} else {
			x.out.Cases = x.out.Cases || x.ignoreCase
		}
	case 's', 'S':
		s = spaces()
		x.out.Dots = true
	default:
		return nil, false
	}
	x.at += 2
	if c < 'a' {
		s = s.complement()
	}
	return s, true
}

// escapedChar reads an escape for one character.
func (x *reader) escapedChar(inClass bool) rune {
	c := x.peek(1)
	x.at += 2
	switch c {
	case 'f', 'n', 'r', 't', 'v':
		return map[rune]rune{'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}[c]
	case 'b':
		if inClass {
			return '\b'
		}
	case 'c':
		return x.control(inClass)
	case 'x', 'u':
		return x.hexEscape(c)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return x.octal(c)
	}
	if x.unicode && !strings.ContainsRune(`^$\.*+?()[]{}|/`, c) && (c != '-' || !inClass) {
		x.fail("Invalid escape")
	}
	return c
}

// control reads the letter of \cA. Without one, the backslash is a character, and c the next one.
func (x *reader) control(inClass bool) rune {
	letter := x.peek(0)
	isLetter := letter|0x20 >= 'a' && letter|0x20 <= 'z'
	if isLetter || inClass && !x.unicode && (letter >= '0' && letter <= '9' || letter == '_') {
		x.at++
		return letter & 0x1F
	}
	if x.unicode {
		x.fail("Invalid Unicode escape")
	}
	x.at--
	return '\\'
}

// hexEscape reads the digits behind x or u. Without the flag u, and without digits, the letter is the character.
func (x *reader) hexEscape(c rune) rune {
	digits := 4
	if c == 'x' {
		digits = 2
	}
	if !x.unicode {
		if n, err := strconv.ParseUint(x.ahead(0, digits), 16, 32); err == nil && x.at+digits <= len(x.in) {
			x.at += digits
			return rune(n)
		}
		return c
	}
	if c == 'x' {
		return x.hex(digits)
	}
	return x.unicodeEscape()
}

// octal reads an octal number, of which the flag u allows zero only.
func (x *reader) octal(first rune) rune {
	next := x.peek(0)
	if x.unicode {
		if first != '0' || next >= '0' && next <= '9' {
			x.fail("Invalid decimal escape")
		}
		return 0
	}
	value := first - '0'
	for value < 32 && x.at < len(x.in) && x.in[x.at] >= '0' && x.in[x.at] <= '7' {
		value = value*8 + x.in[x.at] - '0'
		x.at++
	}
	return value
}

// members reads a class.
func (x *reader) members() set {
	x.at++
	negated := x.peek(0) == '^'
	if negated {
		x.at++
	}
	var written, sets []span
	for x.peek(0) != ']' || x.at >= len(x.in) {
		if x.at >= len(x.in) {
			x.fail("Unterminated character class")
		}
		low, isSet := x.member()
		if x.peek(0) != '-' || x.peek(1) == ']' || x.at+1 >= len(x.in) {
			if isSet {
				sets = append(sets, low...)
			} else {
				written = append(written, low...)
			}
			continue
		}
		x.at++
		high, alsoSet := x.member()
		switch {
		case !isSet && !alsoSet && low[0].lo > high[0].lo:
			x.fail("Range out of order in character class")
		case !isSet && !alsoSet:
			written = append(written, span{low[0].lo, high[0].lo})
		case x.unicode:
			x.fail("Invalid character class")
		default:
			written = append(written, span{'-', '-'})
			sets = append(append(sets, low...), high...)
		}
		x.spend(len(low) + len(high))
	}
	x.at++
	chars := setOf(written...)
	x.rare(chars)
	whole := x.folded(chars).union(sets)
	if negated {
		return whole.complement()
	}
	return whole
}

// member reads a character of a class, or an escape for a set.
func (x *reader) member() (s set, isSet bool) {
	if x.at >= len(x.in) {
		x.fail("Unterminated character class")
	}
	if x.in[x.at] != '\\' {
		x.at++
		return set{{x.in[x.at-1], x.in[x.at-1]}}, false
	}
	if x.at+1 >= len(x.in) {
		x.fail(`\ at end of pattern`)
	}
	if s, ok := x.escapedSet(); ok {
		return s, true
	}
	c := x.escapedChar(true)
	return set{{c, c}}, false
}
