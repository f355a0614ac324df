package jsonschema

import (
	"strconv"
	"strings"
)

// tree is a parsed value of a schema document, with its place.
type tree struct {
	pointer string // #/properties/a~1b
	kind    kinds
	raw     string
	parent  *tree
	names   []string // of an object, in the order of the document
	members map[string]*tree
	items   []*tree
	// resource is true if the value is a schema with an $id of its own, to which the references within it are
	// relative.
	resource bool
}

// read parses the next value. Of two members with one name the last one counts.
func (c *cursor) read(pointer string, parent *tree) *tree {
	start := c.at
	t := &tree{pointer: pointer, kind: c.kind(), parent: parent}
	switch t.kind {
	case anObject:
		t.members = map[string]*tree{}
		for c.enter(); c.more('}'); {
			name := c.key()
			if t.members[name] == nil {
				t.names = append(t.names, name)
			}
			t.members[name] = c.read(pointer+"/"+escapePointer(name), t)
		}
	case aList:
		for c.enter(); c.more(']'); {
			t.items = append(t.items, c.read(pointer+"/"+strconv.Itoa(len(t.items)), t))
		}
	default:
		c.skip()
	}
	t.raw = c.text[start:c.at]
	return t
}

func escapePointer(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

func unescapePointer(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

// at finds the value that a JSON pointer points to, or nil.
func (t *tree) at(pointer string) *tree {
	for pointer != "" && t != nil {
		var token string
		token, pointer = cutToken(pointer)
		t = t.child(token)
	}
	return t
}

// cutToken removes the first token from a pointer, which begins with a slash.
func cutToken(pointer string) (token, rest string) {
	pointer = pointer[1:]
	end := strings.IndexByte(pointer, '/')
	if end < 0 {
		end = len(pointer)
	}
	return unescapePointer(pointer[:end]), pointer[end:]
}

func (t *tree) child(token string) *tree {
	if t.kind != aList {
		return t.members[token]
	}
	i, err := strconv.Atoi(token)
	if err != nil || strconv.Itoa(i) != token || i < 0 || i >= len(t.items) {
		return nil
	}
	return t.items[i]
}

// isText reports whether the value is a string, and returns it.
func (t *tree) isText() (string, bool) {
	if t == nil || t.kind != aString {
		return "", false
	}
	return unquote(t.raw), true
}

// isSchema reports whether the value may be read as a schema.
func (t *tree) isSchema() bool { return t.kind == anObject || t.kind == aBoolean }
