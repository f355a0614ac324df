package jsonschema

import (
	"maps"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
)

// Values are compared by their spelling: a text that is the same for all equal values, independent of white
// space, escapes, order of keys and notation of numbers.

// spell moves past the next value and returns its spelling, which is the text itself for strings without
// escapes, true, false and null.
func (c *checker) spell() string {
	switch token := ""; c.peek() {
	case '{', '[':
		return string(c.appendSpelling(nil))
	case '"':
		if token = c.take(); strings.IndexByte(token, '\\') < 0 {
			return token
		}
		return string(appendString(nil, token))
	case 't', 'f', 'n':
		return c.take()
	default:
		return spellNumber(c.take())
	}
}

// appendSpelling appends the spelling of the next value, which may be a list or an object.
func (c *checker) appendSpelling(dst []byte) []byte {
	if !c.spend(1) {
		return dst
	}
	switch c.peek() {
	case '{':
		return c.appendObject(dst)
	case '[':
		return c.appendList(dst)
	case '"':
		return appendString(dst, c.take())
	default:
		return append(dst, c.spell()...)
	}
}

func (c *checker) appendList(dst []byte) []byte {
	dst = append(dst, '[')
	if start := c.at; c.descend() {
		for c.enter(); c.more(']') && !c.exhausted(); {
			dst = append(c.appendSpelling(dst), ',')
		}
		c.ascend(start)
	}
	return append(dst, ']')
}

// appendObject sorts the members by their names. Of several members with one name the last one counts.
func (c *checker) appendObject(dst []byte) []byte {
	members := map[string][]byte{}
	if start := c.at; c.descend() {
		for c.enter(); c.more('}') && c.spend(nameSteps); {
			name := string(appendString(nil, c.take()))
			c.colon()
			members[name] = c.appendSpelling(nil)
		}
		c.ascend(start)
	}
	dst = append(dst, '{')
	for _, name := range slices.Sorted(maps.Keys(members)) {
		c.spend(len(members[name]) / bytesPerStep)
		dst = append(append(dst, name...), ':')
		dst = append(append(dst, members[name]...), ',')
	}
	return append(dst, '}')
}

// appendString writes a string with the fewest escapes.
func appendString(dst []byte, token string) []byte {
	if strings.IndexByte(token, '\\') < 0 {
		return append(dst, token...)
	}
	dst = append(dst, '"')
	for _, b := range schema.AppendUnescaped(nil, token[1:len(token)-1]) {
		if b == '"' || b == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, b)
	}
	return append(dst, '"')
}
