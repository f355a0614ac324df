package jsonschema

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// mustBe refuses a value of another kind.
func (t *tree) mustBe(kind kinds) error {
	if t.kind&kind != 0 {
		return nil
	}
	return t.mistake("must be %s", map[kinds]string{
		aString: "a string", aList: "a list", anObject: "an object", aNumber: "a number",
	}[kind])
}

// texts returns the items of a list of strings.
func (t *tree) texts() ([]string, error) {
	if err := t.mustBe(aList); err != nil {
		return nil, err
	}
	texts := make([]string, len(t.items))
	for i, item := range t.items {
		text, ok := item.isText()
		if !ok {
			return nil, item.mustBe(aString)
		}
		texts[i] = text
	}
	return texts, nil
}

// readTypes reads the name of a type, or a list of them.
func readTypes(v *tree) (allowed kinds, expected string, err error) {
	name, one := v.isText()
	names := []string{name}
	if !one {
		if names, err = v.texts(); err != nil || len(names) == 0 {
			return 0, "", v.mistake("must be the name of a type, or a list of names")
		}
	}
	for _, name := range names {
		kind := kindsOf(name)
		if kind == 0 {
			return 0, "", v.mistake("%q is not a type; the types are %s", name, allTypes())
		}
		allowed |= kind
	}
	return allowed, expects(names), nil
}

func allTypes() string {
	var names []string
	for _, t := range typeNames {
		names = append(names, t.name)
	}
	return strings.Join(names, ", ")
}

func readBound(v *tree, sign string) (*bound, error) {
	if err := v.mustBe(aNumber); err != nil {
		return nil, err
	}
	return &bound{parseDecimal(v.raw), "must be " + sign + " " + fault.Shortened(v.raw, longestCase)}, nil
}

// allow adds the values of a keyword, which must itself have the given kind.
func (n *node) allow(v *tree, values []*tree, kind kinds) error {
	if err := v.mustBe(kind); err != nil {
		return err
	}
	l := &literals{spellings: map[string]bool{}}
	for _, value := range values {
		c := checker{cursor: cursor{text: value.raw}, budget: math.MaxInt}
		l.spellings[c.spell()] = true
		l.kinds |= value.kind
		l.shown = append(l.shown, compact(value.raw))
	}
	l.text = mustBeOneOf(l.shown)
	n.allowed = append(n.allowed, l)
	return nil
}

// compact returns the text of a value without white space.
func compact(raw string) string {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(raw)); err != nil {
		return raw
	}
	return b.String()
}

// membersRules returns the rules of the node for members, and makes them on first use.
func (n *node) membersRules() *members {
	if n.object == nil {
		n.object = &members{index: map[string]int{}}
	}
	return n.object
}

func (m *members) require(v *tree) error {
	names, err := v.texts()
	for _, name := range names {
		if p := m.name(name); p.bit < 0 {
			p.bit = len(m.required)
			m.required = append(m.required, m.index[name])
		}
	}
	return err
}

// except excludes the names matched by patterns from the additional members.
func (m *members) except(v *tree) error {
	if err := v.mustBe(anObject); err != nil {
		return err
	}
	for _, source := range v.names {
		matches, err := schema.CompilePattern(source)
		if err != nil {
			return v.members[source].mistake("the pattern is invalid: %v", err)
		}
		m.patterns = append(m.patterns, matches)
	}
	return nil
}
