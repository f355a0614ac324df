package jsonschema

import (
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
)

// cursor walks over a JSON text that is known to be valid, so it checks no more than it needs to find its
// way. It does not move beyond the end.
type cursor struct {
	text string
	at   int
}

// peek skips white space and returns the next byte, 0 at the end.
func (c *cursor) peek() byte {
	for c.at < len(c.text) {
		if b := c.text[c.at]; b > ' ' {
			return b
		}
		c.at++
	}
	return 0
}

// enter enters the list or object that is next.
func (c *cursor) enter() { c.at++ }

// more moves to the next member of the list or object that was entered; it returns false at its end.
func (c *cursor) more(closing byte) bool {
	switch c.peek() {
	case closing:
		c.at++
		return false
	case ',':
		c.at++
	case 0:
		return false
	}
	c.peek()
	return true
}

// key reads a member's name and moves to its value.
func (c *cursor) key() string {
	raw := c.token()
	c.colon()
	return unquote(raw)
}

// colon moves from a name to its value.
func (c *cursor) colon() {
	c.peek()
	c.at++
	c.peek()
}

// token skips a value and returns its text.
func (c *cursor) token() string {
	start := c.at
	c.skip()
	return c.text[start:c.at]
}

// skip moves past the next value.
func (c *cursor) skip() {
	switch c.peek() {
	case '"':
		c.skipString()
	case '{', '[':
		c.skipNested()
	default:
		c.at += len(c.word())
	}
}

func (c *cursor) skipString() {
	start := c.at
	c.at++
	for {
		quote := strings.IndexByte(c.text[c.at:], '"')
		if quote < 0 {
			c.at = len(c.text)
			return
		}
		c.at += quote + 1
		if !isEscaped(c.text[start+1 : c.at-1]) {
			return
		}
	}
}

// isEscaped reports whether the character after a text is escaped by the text's end.
func isEscaped(before string) bool {
	n := len(before)
	for n > 0 && before[n-1] == '\\' {
		n--
	}
	return (len(before)-n)%2 == 1
}

func (c *cursor) skipNested() {
	for depth := 0; c.at < len(c.text); {
		switch c.text[c.at] {
		case '"':
			c.skipString()
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		c.at++
		if depth == 0 {
			return
		}
	}
}

// word returns the next value if it is a number, true, false or null.
func (c *cursor) word() string {
	end := c.at
	for end < len(c.text) && isWord(c.text[end]) {
		end++
	}
	return c.text[c.at:end]
}

func isWord(b byte) bool { return b > ' ' && b != ',' && b != ']' && b != '}' }

// unquote returns the value of a string token. Without escapes it is a part of the token.
func unquote(token string) string {
	raw := token[1 : len(token)-1]
	if strings.IndexByte(raw, '\\') < 0 {
		return raw
	}
	return string(schema.AppendUnescaped(nil, raw))
}
