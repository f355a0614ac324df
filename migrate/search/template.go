package search

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// rawMembers are those of an index, which a template has inside of its member template.
var rawMembers = []string{"settings", "mappings", "aliases"}

// readTemplate takes a template as it is if it is one, and otherwise makes one with this content.
func (c *change) readTemplate(d *document) fault.List {
	c.kind, c.method, c.path = template, http.MethodPut, "/_index_template/"+url.PathEscape(c.name)
	problems := c.checkName(d)
	for _, name := range append(rawMembers, "template") {
		if d.has(name) && !isObject(d, name) {
			m, _ := d.member(name)
			problems = append(problems, d.problem(m.start, name+" must be an object", ""))
		}
	}
	problems = append(problems, c.readPatterns(d)...)
	if m, ok := d.member("priority"); ok {
		c.priority = string(m.value)
	}
	raw := d.has(rawMembers...)
	if raw && d.has("template") {
		m, _ := d.member("template")
		problems = append(problems, d.problem(m.at, "the file has settings, mappings or aliases beside template",
			"move these into template"))
	}
	if len(problems.Errors()) == 0 && (raw || !d.has("index_patterns")) {
		c.body, c.bodyAt = c.wrap(d), -1
	}
	return problems
}

// readPatterns reads index_patterns, a text or a list of texts, which default to the name and a star.
func (c *change) readPatterns(d *document) fault.List {
	m, ok := d.member("index_patterns")
	if !ok {
		c.patterns = []string{c.name + "*"}
		return nil
	}
	var one string
	if json.Unmarshal(m.value, &one) == nil { // null, too
		c.patterns = []string{one}
	} else if json.Unmarshal(m.value, &c.patterns) != nil {
		c.patterns = nil
	}
	if len(c.patterns) == 0 || slices.Contains(c.patterns, "") {
		return fault.List{d.problem(m.start, "index_patterns must be a list of texts", `write ["`+c.name+`*"]`)}
	}
	return nil
}

// wrap returns a template with the content of the file. Values keep their bytes: {} stays {}.
func (c *change) wrap(d *document) []byte {
	var b, inner bytes.Buffer
	b.WriteByte('{')
	if m, ok := d.member("index_patterns"); ok {
		fmt.Fprintf(&b, `"index_patterns":%s`, m.value)
	} else {
		fmt.Fprintf(&b, `"index_patterns":[%s]`, quoted(c.name+"*"))
	}
	for _, m := range d.members {
		switch {
		case m.name == "index_patterns":
		case slices.Contains(rawMembers, m.name):
			if inner.Len() > 0 {
				inner.WriteByte(',')
			}
			fmt.Fprintf(&inner, `%s:%s`, quoted(m.name), m.value)
		default:
			fmt.Fprintf(&b, `,%s:%s`, quoted(m.name), m.value)
		}
	}
	if d.has(rawMembers...) {
		fmt.Fprintf(&b, `,"template":{%s}`, inner.Bytes())
	}
	b.WriteByte('}')
	return b.Bytes()
}

// quoted returns a text as JSON.
func quoted(text string) []byte {
	encoded, _ := json.Marshal(text) // a text always can be
	return encoded
}

// compare returns warnings about files that get in each other's way.
func compare(changes []*change) fault.List {
	var warnings fault.List
	for i, c := range changes {
		for _, before := range changes[:i] {
			if c == nil || before == nil || c.kind == envelope || c.kind != before.kind {
				continue
			}
			switch {
			case c.name == before.name:
				warnings = append(warnings, c.file.Warning("migration-duplicate",
					fmt.Sprintf("%s makes the %s %q, too", before.file.Shown, c.kind, c.name),
					"give one of them another name, unless the later one should replace the earlier"))
			case c.kind == template && c.sameRank(before):
				if a, b, ok := overlap(before.patterns, c.patterns); ok {
					warnings = append(warnings, c.file.Warning("migration-overlap",
						fmt.Sprintf("its pattern %q and %q of %s can match the same index, with the same priority", b, a, before.file.Shown),
						"clusters refuse that: give one of them a higher priority, or other index_patterns"))
				}
			}
		}
	}
	return warnings
}

// sameRank reports whether two templates have the same priority.
func (c *change) sameRank(other *change) bool {
	rank := func(c *change) string {
		if c.priority == "" {
			return "0"
		}
		return c.priority
	}
	return rank(c) == rank(other)
}

// overlap finds two patterns that one name can match both.
func overlap(as, bs []string) (a, b string, ok bool) {
	for _, a := range as {
		for _, b := range bs {
			if meet(a, b) {
				return a, b, true
			}
		}
	}
	return "", "", false
}

// meet reports whether some name matches two patterns, in which a star is any text.
func meet(a, b string) bool {
	for literal(a, 0) && literal(b, 0) { // what is before the stars nearly always decides
		if a[0] != b[0] {
			return false
		}
		a, b = a[1:], b[1:]
	}
	for literal(a, len(a)-1) && literal(b, len(b)-1) {
		if a[len(a)-1] != b[len(b)-1] {
			return false
		}
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return match(a, b, map[[2]int]bool{})
}

// literal reports whether there is a character that is not a star.
func literal(pattern string, at int) bool { return pattern != "" && pattern[at] != '*' }

// match reports the same, and tries what a star can be. The map has the pairs of rests that do not meet, by their
// lengths.
func match(a, b string, apart map[[2]int]bool) bool {
	rest := [2]int{len(a), len(b)}
	if apart[rest] {
		return false
	}
	found := false
	switch {
	case a == "" && b == "":
		found = true
	case strings.HasPrefix(a, "*"):
		found = match(a[1:], b, apart) || b != "" && match(a, b[1:], apart)
	case strings.HasPrefix(b, "*"):
		found = match(a, b[1:], apart) || a != "" && match(a[1:], b, apart)
	case a != "" && b != "" && a[0] == b[0]:
		found = match(a[1:], b[1:], apart)
	}
	if !found {
		apart[rest] = true
	}
	return found
}
