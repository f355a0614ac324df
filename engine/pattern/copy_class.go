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

// copied is what is known of a class while it is copied.
type copied struct {
	atom   bool // what stands before may begin a range
	open   bool // a range is open: there was a dash behind an atom
	halves bool // there are surrogates in it
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
		t.write(`\[`) // two of them mean something to the matchers
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

// ahead is some of the text before us.
func (t *translator) ahead(from, length int) string {
	start := min(t.at+from, len(t.in))
	return string(t.in[start:min(start+length, len(t.in))])
}

// mark makes a class of surrogates one that is like no other: the matcher keeps classes by a
// text in which all surrogates are one character. Nothing is taken out of it: all of a
// character but that character.
func (t *translator) mark() {
	const privateUse = 0xE000
	t.halves = true
	marker := privateUse + t.markers%0x1000
	t.markers++
	t.write(fmt.Sprintf(`-[\u%04x-[\u%04x]]`, marker, marker))
}
