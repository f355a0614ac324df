package ymlschema

import (
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/config"
)

// section is a place in the tree of keys.
type section struct {
	name  string
	leaf  schema.Node // of a value; nil where there are only keys below
	below []*section
	each  *section // what every name of the section has, and every element of a list
	list  bool     // each is for elements
	own   bool     // the application's: it may have any other keys, too
	about string   // what it is, if it is known
}

// document adds a key of the framework.
func (s *section) document(key config.Key) {
	for name := range strings.SplitSeq(key.Name, ".") {
		name, isList := strings.CutSuffix(name, "[]")
		if name == "*" {
			s = s.element()
			continue
		}
		s = s.step(name)
		if isList {
			s.list = true
			s = s.element()
		}
	}
	s.leaf = ofKey(key)
}

func (s *section) element() *section {
	if s.each == nil {
		s.each = &section{own: s.own}
	}
	return s.each
}

// step returns the place of a name, in whatever spelling.
func (s *section) step(name string) *section {
	if next := s.named(name); next != nil {
		return next
	}
	next := &section{name: name}
	s.below = append(s.below, next)
	return next
}

func (s *section) named(name string) *section {
	for _, next := range s.below {
		if config.SameKey("["+next.name+"]", "["+name+"]") {
			return next
		}
	}
	return nil
}

// isOpen reports whether the section allows other keys than those that are known.
func (s *section) isOpen(at string) bool { return s.own || at == "#" }

// node returns the schema of what stands here. References to what is below begin with at.
func (s *section) node(at string) schema.Node {
	switch {
	case s.list:
		element := at + "/anyOf/0/items"
		return schema.Node{{Key: "anyOf", Value: []any{
			schema.Node{{Key: "type", Value: "array"}, {Key: "items", Value: s.each.node(element)}},
			schema.Node{{Key: "$ref", Value: element}},
		}}}
	case s.leaf != nil && len(s.below) == 0 && s.each == nil:
		return s.leaf
	}
	node := schema.Node{}
	if at == "#" {
		node = append(node, schema.Member{Key: "type", Value: []string{"object", "null"}})
	} else {
		node = append(node, sectionType()...)
	}
	if s.about != "" {
		node = append(node, schema.Member{Key: "description", Value: s.about})
	}
	node = append(node, s.members(at)...)
	switch {
	case s.each != nil:
		node = append(node, schema.Member{Key: "additionalProperties", Value: s.each.node(at + "/additionalProperties")})
	case !s.isOpen(at):
		node = append(node, schema.Member{Key: "additionalProperties", Value: false})
	}
	return node
}

// members returns the schemas of the keys below: in the spelling of the documentation, and in the others.
func (s *section) members(at string) schema.Node {
	properties, patterns := schema.Node{}, schema.Node{}
	for _, next := range s.below {
		place := at + "/properties/" + pointer.Replace(next.name)
		properties = append(properties, schema.Member{Key: next.name, Value: next.node(place)})
		if pattern := otherSpellings(next.name); pattern != "" {
			patterns = append(patterns, schema.Member{Key: pattern, Value: schema.Node{{Key: "$ref", Value: place}}})
		}
	}
	node := schema.Node{{Key: "properties", Value: properties}}
	if !s.isOpen(at) {
		patterns = append(patterns, schema.Member{Key: `[.\[]`, Value: true}) // server: {workers.max: 4} is a path
	}
	if len(patterns) > 0 {
		node = append(node, schema.Member{Key: "patternProperties", Value: patterns})
	}
	return node
}

// pointer escapes a name for a JSON pointer in a reference.
var pointer = strings.NewReplacer("~", "~0", "/", "~1", "%", "%25", " ", "%20", "#", "%23")

// otherSpellings returns a pattern of the relaxed spellings of a name but this one; "" if there is none.
func otherSpellings(name string) string {
	folded := strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(name))
	if folded == "" {
		return ""
	}
	var pattern strings.Builder
	pattern.WriteString("^[-_]*")
	for _, r := range folded {
		lower, upper := string(r), strings.ToUpper(string(r))
		if lower != upper {
			pattern.WriteString("[" + lower + upper + "]")
		} else {
			pattern.WriteString(escaped(r))
		}
		pattern.WriteString("[-_]*")
	}
	return pattern.String() + "$"
}

// escaped returns a pattern for one character.
func escaped(r rune) string {
	if strings.ContainsRune(`\.+*?()|[]{}^$/`, r) {
		return `\` + string(r)
	}
	if r < ' ' {
		return `\x` + strconv.FormatInt(int64(r)+0x100, 16)[1:]
	}
	return string(r)
}
