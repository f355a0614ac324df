package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/platform/fault"
)

// environment maps the names of the process's variables to their values.
type environment map[string]string

// newEnvironment parses lines of the form NAME=value, as os.Environ returns them; the last one of
// a name takes precedence.
func newEnvironment(lines []string) environment {
	env := make(environment, len(lines))
	for _, line := range lines {
		if name, value, ok := strings.Cut(line, "="); ok && name != "" {
			env[name] = value
		}
	}
	return env
}

// shape is the structure that variables are matched against: the keys that exist or are
// documented, with all elements of a list as one.
type shape struct {
	name     string
	kind     Kind // the kind of value that a text is converted to; Map for an inner node
	notBlank bool // an empty text cannot be its value
	below    map[string]*shape
	elements *shape
	key      *Key // nil for an inner node, and for what only a tree has
}

// knownShape returns the shape of the documented keys and of a tree.
func knownShape(tree *node) *shape { return ownShape().with(tree) }

// ownShape is the shape of the documented keys. It is not changed.
var ownShape = sync.OnceValue(func() *shape {
	s := &shape{kind: Map}
	for _, k := range keys() {
		s.document(k)
	}
	return s
})

// document adds a key and its type.
func (s *shape) document(k Key) {
	for _, seg := range splitKey(k.Name) {
		s = s.step(seg.name, seg.bracketed)
	}
	s.key, s.kind, s.notBlank = &k, k.Type.kind(), k.Type != TypeText
	if s.kind == List {
		s.step("", true).kind = Text
	}
}

func (t Type) kind() Kind {
	switch t {
	case TypeInt:
		return Int
	case TypeBool:
		return Bool
	case TypeList:
		return List
	case TypeMap:
		return Map
	default:
		return Text
	}
}

func (s *shape) step(name string, element bool) *shape {
	if element {
		if s.elements == nil {
			s.elements = &shape{kind: Map}
		}
		s.kind = List
		return s.elements
	}
	if s.below == nil {
		s.below = map[string]*shape{}
	}
	next, ok := s.below[fold(name)]
	if !ok {
		next = &shape{name: name, kind: Map}
		s.below[fold(name)] = next
	}
	return next
}

// with returns the shape with the keys of a tree. What the tree does not have is shared.
func (s *shape) with(n *node) *shape {
	c := *s
	switch n.kind {
	case Map:
		if len(n.fields) > 0 {
			c.below = make(map[string]*shape, len(s.below)+len(n.fields))
			maps.Copy(c.below, s.below)
		}
		for _, f := range n.fields {
			c.below[fold(f.name)] = c.step(f.name, false).with(f.value)
		}
	case List:
		c.kind = List
		for _, item := range n.items {
			c.elements = c.step("", true).with(item)
		}
	case Null, Text:
		if c.kind == Map && c.below == nil {
			c.kind = Text
		}
	default:
		c.kind, c.notBlank = n.kind, true
	}
	return &c
}

// maxWords bounds how many words of a variable are tried as one name.
const maxWords = 16

// match returns the key that a variable's words spell, and its shape. A name of several words may
// be one word or several in the variable: MAX_BODY_BYTES and MAXBODYBYTES both match
// max-body-bytes.
func (s *shape) match(tokens []string) ([]segment, *shape, bool) {
	if len(tokens) == 0 {
		return nil, s, s.kind != Map
	}
	if _, ok := (segment{name: tokens[0]}).index(); ok && s.elements != nil {
		if path, found, ok := s.elements.match(tokens[1:]); ok {
			return slices.Insert(path, 0, segment{name: tokens[0], bracketed: true}), found, true
		}
	}
	for i := range min(len(tokens), maxWords) {
		next, ok := s.below[strings.Join(tokens[:i+1], "")]
		if !ok {
			continue
		}
		if path, found, ok := next.match(tokens[i+1:]); ok {
			return slices.Insert(path, 0, segment{name: next.name}), found, true
		}
	}
	return nil, nil, false
}

// setting is the value of one key from outside of the files.
type setting struct {
	path   []segment
	kind   Kind
	text   string
	origin Origin
}

// variable is a variable of the environment, or a line of a dotenv file.
type variable struct {
	name, text string
	origin     Origin
}

func (env environment) variables() []variable {
	out := make([]variable, 0, len(env))
	for name, text := range env {
		out = append(out, variable{name, text, Origin{Kind: FromEnvironment, Name: name}})
	}
	return out
}

// settings returns the settings of variables, in an order in which the elements of a list follow
// each other.
func (s *shape) settings(variables []variable) []setting {
	var out []setting
	for _, v := range variables {
		path, found, ok := s.match(strings.Split(strings.ToLower(v.name), "_"))
		// An empty variable means "not set" in many deployments; only a text can be empty.
		if !ok || v.text == "" && (found.notBlank || found.kind != Text) {
			continue
		}
		out = append(out, setting{path, found.kind, v.text, v.origin})
	}
	slices.SortFunc(out, func(a, b setting) int {
		if c := slices.CompareFunc(a.path, b.path, compareSegments); c != 0 {
			return c
		}
		return strings.Compare(a.origin.Name, b.origin.Name)
	})
	return out
}

// inCapitals matches what is written as variables are: nobody writes a key of a file like that.
var inCapitals = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)

// named returns the variable of a name for ${JWT_SECRET}, unless it is empty.
func (env environment) named(name string) *node {
	if text := env[name]; text != "" && inCapitals.MatchString(name) {
		return literalScalar(text, Origin{})
	}
	return nil
}

// spelling returns the variable for a key that no file sets: USERS_PAGESIZE for a
// ${users.pageSize} that only occurs in a decorator. It is nil if there is no such variable, and
// for a key of one word, which PATH or HOME would set by accident.
func (env environment) spelling(path []segment) *node {
	if len(path) < 2 {
		return nil
	}
	return spelled(env.variables(), path)
}

// spelled returns the first variable that spells a key, or nil if there is none.
func spelled(variables []variable, path []segment) *node {
	wanted := &shape{kind: Map}
	inner := wanted
	for _, s := range path {
		inner = inner.step(s.name, s.bracketed)
	}
	inner.kind = Text
	found := wanted.settings(variables)
	if len(found) == 0 {
		return nil
	}
	return literalScalar(found[0].text, found[0].origin)
}

func compareSegments(a, b segment) int {
	i, isIndex := a.index()
	j, alsoIndex := b.index()
	if isIndex && alsoIndex {
		return i - j
	}
	return strings.Compare(a.name, b.name)
}

const gapHint = "number the elements from 0, without gaps"

// apply applies a setting to a tree.
func (s setting) apply(tree *node) (*node, *fault.Diagnostic) {
	if gap, next := gapBefore(tree, s.path); gap != "" {
		return tree, &fault.Diagnostic{
			Code: s.origin.code("config-value"), Place: s.origin.Place,
			Message: fmt.Sprintf("%s sets %s, but the next element would be %s", s.origin.subject(), gap, next),
			Hint:    gapHint,
		}
	}
	return tree.with(s.path, s.node()), nil
}

// node converts a text to the type of the value it replaces, if it fits. The result is literal:
// the operator's values are not searched for placeholders.
func (s setting) node() *node {
	n := newText(s.text, s.origin)
	switch scalar := literalScalar(strings.TrimSpace(s.text), s.origin); {
	case s.kind == List:
		var items []*node
		for _, item := range splitList(s.text) {
			element := newText(item, s.origin)
			element.literal = true
			items = append(items, element)
		}
		n = newList(items, s.origin)
	case s.kind == Float && scalar.kind == Int, s.kind != Text && scalar.kind == s.kind:
		n = scalar
	case s.kind == Bool:
		if b, ok := parseBool(s.text); ok {
			n = newScalar(Bool, s.text, b, s.origin)
		}
	}
	n.literal = true
	return n
}

// gapBefore returns the first list position on the path that is neither in the list nor the next
// one, and also returns the next one.
func gapBefore(n *node, path []segment) (gap, next string) {
	key := ""
	for _, s := range path {
		i, isIndex := s.index()
		if isIndex && s.bracketed && (n == nil || n.kind != Map) {
			length := 0
			if n != nil {
				length = len(n.items)
			}
			if i > length {
				return joinIndex(key, i), joinIndex(key, length)
			}
			key = joinIndex(key, i)
		} else {
			key = joinName(key, s.name)
		}
		if n != nil {
			n, _ = n.child(s)
		}
	}
	return "", ""
}
