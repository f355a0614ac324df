package schema

import "strings"

const (
	slots       = 128
	longestKept = 32      // bytes of a text
	manyTexts   = 4 << 10 // bytes of a document whose texts are likely to occur again
)

// slotOf returns where a text that is not empty is looked for. Texts that follow each other in a document rarely have
// the same slot.
func slotOf(s string) uint {
	n := uint(len(s))
	return (n ^ uint(s[0])*3 ^ uint(s[n/2])*17 ^ uint(s[n-1])*5) % slots
}

// names are copies of the names that members had lately. The members of most documents have names that occurred before,
// so that a copy serves many objects.
type names [slots]string

// copyOf returns a text that is equal to name, and no part of the document.
func (n *names) copyOf(name string) string {
	if name == "" || len(name) > longestKept {
		return strings.Clone(name)
	}
	kept := &n[slotOf(name)]
	if *kept != name {
		*kept = strings.Clone(name)
	}
	return *kept
}

// repeated are the values of the texts that a document had lately. The rows of a list often have the same few, and strings
// are equal if their characters are, so that one value serves them all.
type repeated[V any] [slots]struct {
	text  string // a part of the document
	value V
}

// text makes the value of a text.
func (b *binder[V]) text(s string) V {
	if b.repeated == nil || s == "" || len(s) > longestKept {
		return b.make.String(s)
	}
	kept := &b.repeated[slotOf(s)]
	if kept.text != s {
		kept.text, kept.value = s, b.make.String(s)
	}
	return kept.value
}
