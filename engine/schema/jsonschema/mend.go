package jsonschema

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
)

// edit replaces a part of a text, which is a whole member if nothing takes its place.
type edit struct {
	from, to int
	with     string
}

// mending collects the edits by which a document comes to fit.
type mending struct {
	texts bool
	edits []edit
}

func (m *mending) count() int {
	if m == nil {
		return 0
	}
	return len(m.edits)
}

// forget removes the edits after the first ones, for a value that does not fit in spite of them.
func (m *mending) forget(after int) {
	if m != nil {
		m.edits = m.edits[:after]
	}
}

// Mended returns a document as its sender meant it, where that is beyond doubt: a member that is optional and null is
// left out if its schema does not take null. With texts, a text is replaced by the JSON in it where no text is taken.
// Models write both. The document must have passed [schema.CheckJSON].
func (s *Schema) Mended(text string, texts bool) string {
	for { // what was in a text may be mended, too; each round makes the text shorter
		m := &mending{texts: texts}
		c := checker{cursor: cursor{text: text}, budget: budgetOf(text), mending: m}
		c.value(s.root)
		if c.exhausted() || len(m.edits) == 0 {
			return text
		}
		text = applied(text, m.edits)
	}
}

// omits moves past a member that begins at an offset if it counts as not sent.
func (c *checker) omits(p *property, at int) bool {
	if c.mending == nil || p.bit >= 0 || p.schema == nil || p.schema.admits&aNull != 0 || c.kind() != aNull {
		return false
	}
	c.take()
	c.mending.edits = append(c.mending.edits, edit{from: at, to: c.at})
	return true
}

// unwraps moves past a text if it is JSON of a kind that the schema takes, and texts are not.
func (c *checker) unwraps(n *node) bool {
	if c.mending == nil || !c.mending.texts || n.admits&aString != 0 {
		return false
	}
	start := c.at
	inner := cursor{text: strings.TrimSpace(unquote(c.take()))}
	if c.spend(len(inner.text)) && schema.CheckJSON([]byte(inner.text), schema.Limits{}) == nil && n.admits&inner.kind() != 0 {
		c.mending.edits = append(c.mending.edits, edit{start, c.at, inner.text})
		return true
	}
	c.at = start
	return false
}

// applied returns a text with the edits; several may be the same one.
func applied(text string, edits []edit) string {
	slices.SortFunc(edits, func(a, b edit) int { return a.from - b.from })
	var done []byte
	at := 0
	for _, e := range edits {
		if e.from < at {
			continue
		}
		done = append(done, text[at:e.from]...)
		at = e.to
		if done = append(done, e.with...); e.with != "" {
			continue
		}
		if rest := (cursor{text: text, at: at}); rest.peek() == ',' {
			at = rest.at + 1
		} else if last := len(strings.TrimRight(string(done), " \t\r\n")) - 1; last >= 0 && done[last] == ',' {
			done = done[:last]
		}
	}
	return string(append(done, text[at:]...))
}
