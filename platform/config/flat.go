package config

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fwrun/fwrun/platform/fault"
)

// entry is one name and value of a properties, ini or dotenv file.
type entry struct {
	name   string // with its section before it
	text   string
	quoted bool // the value is text, even if it looks like a number
	at     spot // the position of the name
	value  spot
	last   int // the line of the end of the value
}

// spot is a line, counted from 1, and a byte offset in it.
type spot struct{ line, offset int }

// flatFile is the result of parsing a flat format.
type flatFile struct {
	*file
	entries  []entry
	problems fault.List
}

// fail records a problem with a line. The line is not shown, because a line that cannot be parsed
// may contain a secret.
func (f *flatFile) fail(at spot, message, hint string) {
	if len(f.problems) < maxProblems {
		f.problems = append(f.problems, fault.Diagnostic{
			Code: "config-syntax", Place: f.spotPlace(at), Message: message, Hint: hint,
		})
	}
}

func (f *file) spotPlace(at spot) fault.Place {
	text := f.lines[at.line-1]
	return f.place(at.line, 1+utf8.RuneCountInString(text[:min(at.offset, len(text))]))
}

// showValues makes lines visible up to the values of secret keys. Lines without an entry stay
// hidden.
func (f *flatFile) showValues(prefix string) {
	type shown struct {
		from   int
		secret bool
	}
	lines := map[int]shown{}
	for _, e := range f.entries {
		for line := e.at.line; line <= e.last; line++ {
			s := shown{secret: IsSecret(joinKeys(prefix, e.name))}
			if line == e.value.line {
				s.from = e.value.offset
			}
			if line < e.value.line {
				s.from = len(f.lines[line-1])
			}
			lines[line] = s
		}
	}
	f.mask = func(line int) string {
		s, known := lines[line]
		switch {
		case !known:
			return ""
		case s.secret:
			return f.lines[line-1][:s.from] + masked
		}
		return maskLine(f.lines[line-1])
	}
}

// flatFormat returns the format of a parser: names are keys, values are literal texts.
func flatFormat(parse func(*file) *flatFile) format {
	return func(l *loader, s *source, file *file) (*node, fault.List) {
		f := parse(file)
		if f.mask == nil {
			f.showValues(s.prefix)
		}
		if len(f.problems) > 0 || len(f.entries) == 0 {
			return nil, f.problems
		}
		b := &builder{file: f, known: knownShape(l.tree), root: &branch{origin: f.originAt(f.spotPlace(f.entries[0].at))}}
		for _, e := range f.entries {
			b.add(s.prefix, e)
		}
		return b.finish()
	}
}

// builder builds a tree of entries in time linear in their number.
type builder struct {
	file  *flatFile
	known *shape
	root  *branch
	count int
}

// branch is a value of the tree being built, with its children.
type branch struct {
	name   string
	origin Origin // the origin of the name
	value  *node
	list   bool // its children are numbered
	names  map[string]int
	below  []*branch
}

// add adds an entry at its place.
func (b *builder) add(prefix string, e entry) {
	origin := b.file.originAt(b.file.spotPlace(e.at))
	path := splitKey(e.name)
	whole := append(splitKey(prefix), path...)
	switch {
	case len(path) == 0 || hasEmptyPart(e.name, path):
		b.problem("config-syntax", origin.Place, "a key has an empty part", "remove the extra dot")
		return
	case whole[0].bracketed:
		b.problem("config-syntax", origin.Place, "a key must begin with a name, not with a bracket", "write a name before the bracket: name[0]")
		return
	case len(whole) > maxDepth:
		b.problem("config-limit", origin.Place, fmt.Sprintf("values are nested deeper than %d levels", maxDepth), "flatten the structure")
		return
	}
	at := b.root
	for _, s := range whole {
		_, isIndex := s.index()
		numbered := s.bracketed && isIndex
		if at.value != nil || len(at.below) > 0 && at.list != numbered {
			b.clash(joinKeys(prefix, e.name), origin.Place, at, false)
			return
		}
		at.list = numbered
		if b.count++; b.count > maxNodes {
			b.problem("config-limit", origin.Place, fmt.Sprintf("the file has more than %d values", maxNodes), "use fewer parts in the keys")
			return
		}
		at = at.child(s.name, origin)
	}
	if at.value != nil || len(at.below) > 0 {
		b.clash(joinKeys(prefix, e.name), origin.Place, at, at.value != nil)
		return
	}
	at.value = typed(b.known, whole, e, b.file.originAt(b.file.spotPlace(e.value)))
}

func hasEmptyPart(name string, path []segment) bool {
	return slices.ContainsFunc(path, func(s segment) bool { return s.name == "" }) ||
		strings.HasSuffix(name, ".") || strings.Contains(name, "..")
}

func (b *branch) child(name string, origin Origin) *branch {
	key := fold(name)
	if i, ok := b.names[key]; ok {
		return b.below[i]
	}
	if b.names == nil {
		b.names = map[string]int{}
	}
	b.names[key] = len(b.below)
	b.below = append(b.below, &branch{name: name, origin: origin})
	return b.below[len(b.below)-1]
}

// clash reports a key that is set twice, or that is both a value and a section.
func (b *builder) clash(key string, place fault.Place, first *branch, same bool) {
	d := fault.Diagnostic{
		Code: "config-duplicate", Place: place, Source: b.file.source(place.Line),
		Message: key + " is set twice in this file", Hint: "remove one of the two",
		Notes: []fault.Note{{Place: first.origin.Place, Text: "it was first set here"}},
	}
	if !same {
		d.Message = key + " conflicts with another key"
		d.Why = "a key has either a value, numbered elements or named parts"
	}
	b.file.problems = append(b.file.problems, d)
}

func (b *builder) problem(code string, place fault.Place, message, hint string) {
	b.file.problems = append(b.file.problems, fault.Diagnostic{
		Code: code, Place: place, Source: b.file.source(place.Line), Message: message, Hint: hint,
	})
}

func (b *builder) finish() (*node, fault.List) {
	tree := b.freeze("", b.root)
	if len(b.file.problems) > 0 {
		return nil, b.file.problems[:min(len(b.file.problems), maxProblems)]
	}
	return tree, nil
}

func (b *builder) freeze(key string, at *branch) *node {
	switch {
	case at.value != nil:
		return at.value
	case at.list:
		return newList(b.items(key, at), at.origin)
	}
	fields := make([]field, len(at.below))
	for i, child := range at.below {
		fields[i] = field{name: child.name, origin: child.origin, value: b.freeze(joinName(key, child.name), child)}
	}
	return newMap(fields, at.origin)
}

// items returns numbered children in their order, which may differ from that of the file.
func (b *builder) items(key string, at *branch) []*node {
	numbered := slices.Clone(at.below)
	position := func(c *branch) int {
		i, _ := segment{name: c.name}.index()
		return i
	}
	slices.SortFunc(numbered, func(x, y *branch) int { return position(x) - position(y) })
	items := make([]*node, len(numbered))
	for i, child := range numbered {
		if position(child) != i {
			b.problem("config-value", child.origin.Place,
				joinIndex(key, position(child))+" is set, but the next element would be "+joinIndex(key, i), gapHint)
			return nil
		}
		items[i] = b.freeze(joinIndex(key, i), child)
	}
	return items
}

// typed converts a text to the type of the value it replaces, as for variables; the text of an
// unknown key gets the type that it looks like.
func typed(known *shape, path []segment, e entry, origin Origin) *node {
	n := newText(e.text, origin)
	if s := known.at(path); s != nil {
		n = setting{path, s.kind, e.text, origin}.node()
	} else if look := literalScalar(e.text, origin); !e.quoted && look.kind != Null {
		n = look
	}
	n.literal = true
	return n
}
