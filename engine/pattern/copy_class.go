package pattern

import (
	"fmt"
)

// copyClass copies a class without the flag v. Properties are written out.
func (t *translator) copyClass() {
	t.copy(1)
	if t.peek(0) == '^' {
		t.copy(1)
	}
	class := copied{}
	for t.peek(0) != ']' {
		if t.at >= len(t.in) {
			t.fail("Unterminated character class")
		}
		t.copyMember(&class)
	}
	if class.halves {
		t.mark()
	}
	t.copy(1)
}

// copied is the state of copying a class.
type copied struct {
	atom   bool // the last item may begin a range
	open   bool // a range is open: a dash followed an atom
	halves bool // the class contains surrogates
}

func (t *translator) copyMember(class *copied) {
	c := t.peek(0)
	wasOpen := class.open
	class.open = false
	switch {
	case c == '\\' && t.unicode && isPropertyLetter(t.peek(1)):
		found := t.propertySet()
		if wasOpen || t.peek(0) == '-' && t.peek(1) != ']' {
			t.fail("Invalid character class: a set cannot be the end of a range")
		}
		t.write(found.text())
		class.atom = false
		return
	case c == '\\' && !t.unicode && isHalf(t.ahead(1, 5)):
		class.halves = true
		t.copy(6)
	case c == '\\':
		t.copy(2)
	case c == '[':
		t.write(`\[`) // two of them have a meaning for the matchers
		t.at++
	case c > 0xFFFF && !t.unicode:
		class.halves = true
		t.copy(1)
	case c == '-' && class.atom && !wasOpen && t.peek(1) != ']':
		class.open = true
		t.copy(1)
	default:
		t.copy(1)
	}
	class.atom = !wasOpen && !class.open
}

// ahead returns a part of the text that follows.
func (t *translator) ahead(from, length int) string {
	start := min(t.at+from, len(t.in))
	return string(t.in[start:min(start+length, len(t.in))])
}

// mark makes a class with surrogates textually unique: the matcher caches classes by a text in which all
// surrogates are the same character. The set that it subtracts is empty: a character except that character.
func (t *translator) mark() {
	const privateUse = 0xE000
	t.halves = true
	marker := privateUse + t.markers%0x1000
	t.markers++
	t.write(fmt.Sprintf(`-[\u%04x-[\u%04x]]`, marker, marker))
}
