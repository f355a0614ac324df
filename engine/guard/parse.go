package guard

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// parse reads a text as JSON.parse does.
func (g *guard) parse(text string) goja.Value { return (&jsonReader{guard: g, text: text}).whole() }

// whole implements JSON.parse. It replaces goja's, which reads token by token with encoding/json: that is slow, cannot be
// interrupted, and has no limit on depth.
func (p *jsonReader) whole() goja.Value {
	p.space()
	value := p.value()
	p.space()
	if p.at < len(p.text) {
		p.unexpected()
	}
	return value
}

type jsonReader struct {
	guard *guard
	text  string
	at    int
	depth int

	traced bool     // it is noted how each value is written
	last   *written // the one that was read last
}

func (p *jsonReader) fail(format string, args ...any) {
	p.guard.fail(p.guard.syntaxError, "%s", fmt.Sprintf(format, args...))
}

func (p *jsonReader) unexpected() {
	if p.at >= len(p.text) {
		p.fail("Unexpected end of JSON input")
	}
	c, _ := utf8.DecodeRuneInString(p.text[p.at:])
	p.fail("Unexpected token %q in JSON at position %d", c, p.at)
}

// peek returns the next character; 0 at the end.
func (p *jsonReader) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *jsonReader) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\n\r", p.text[p.at]) >= 0 {
		p.at++
	}
}

func (p *jsonReader) value() goja.Value {
	if !p.traced {
		return p.read()
	}
	start := p.at
	p.last = nil
	value := p.read()
	if p.last == nil {
		p.last = &written{text: p.text[start:p.at]}
	}
	p.last.value = value
	return value
}

func (p *jsonReader) read() goja.Value {
	p.guard.spend(1)
	switch c := p.peek(); {
	case c == '{':
		return p.object()
	case c == '[':
		return p.array()
	case c == '"':
		return p.string()
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case p.word("true"):
		return p.guard.rt.ToValue(true)
	case p.word("false"):
		return p.guard.rt.ToValue(false)
	case p.word("null"):
		return goja.Null()
	}
	p.unexpected()
	return nil
}

func (p *jsonReader) word(word string) bool {
	if !strings.HasPrefix(p.text[p.at:], word) {
		return false
	}
	p.at += len(word)
	return true
}

// enter moves past an opening bracket.
func (p *jsonReader) enter() {
	if p.depth++; p.depth > p.guard.limits.JSONDepth {
		p.fail("JSON nested deeper than %d", p.guard.limits.JSONDepth)
	}
	p.at++
	p.space()
}

// leaves moves past a separator or a closing bracket, and reports whether it was the closing bracket.
func (p *jsonReader) leaves(closing byte) bool {
	p.space()
	switch p.peek() {
	case closing:
		p.at++
		p.depth--
		return true
	case ',':
		p.at++
		p.space()
		return false
	}
	p.unexpected()
	return false
}

func (p *jsonReader) array() goja.Value {
	p.enter()
	var items []any
	of := p.noted()
	if p.peek() == ']' {
		p.leaves(']')
		p.last = of
		return p.guard.rt.NewArray()
	}
	for {
		items = append(items, p.value())
		if p.traced {
			of.items = append(of.items, p.last)
		}
		if p.leaves(']') {
			p.last = of
			return p.guard.rt.NewArray(items...)
		}
	}
}

// noted returns what is noted of an array or object; nil if nothing is.
func (p *jsonReader) noted() *written {
	if !p.traced {
		return nil
	}
	return &written{}
}

func (p *jsonReader) object() goja.Value {
	p.enter()
	object := p.guard.rt.NewObject()
	of := p.noted()
	if p.peek() == '}' {
		p.leaves('}')
		p.last = of
		return object
	}
	for {
		if p.peek() != '"' {
			p.unexpected()
		}
		key := p.string().String()
		p.space()
		if p.peek() != ':' {
			p.unexpected()
		}
		p.at++
		p.space()
		p.set(object, key, p.value())
		if p.traced {
			of.note(key, p.last)
		}
		if p.leaves('}') {
			p.last = of
			return object
		}
	}
}

// set defines a property; plain assignment would call the setter of __proto__.
func (p *jsonReader) set(object *goja.Object, key string, value goja.Value) {
	if key == "__proto__" {
		_ = object.DefineDataProperty(key, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		return
	}
	_ = object.Set(key, value)
}

// number parses -?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?
func (p *jsonReader) number() goja.Value {
	start := p.at
	if p.peek() == '-' {
		p.at++
	}
	if p.peek() == '0' {
		p.at++
	} else {
		p.digits()
	}
	whole := true
	if p.peek() == '.' {
		whole = false
		p.at++
		p.digits()
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		whole = false
		p.at++
		if c := p.peek(); c == '+' || c == '-' {
			p.at++
		}
		p.digits()
	}
	text := p.text[start:p.at]
	if whole && len(text) <= 15 && text != "-0" {
		n, _ := strconv.ParseInt(text, 10, 64)
		return p.guard.rt.ToValue(n)
	}
	f, _ := strconv.ParseFloat(text, 64)
	return p.guard.rt.ToValue(f)
}

func (p *jsonReader) digits() {
	start := p.at
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		p.at++
	}
	if p.at == start {
		p.unexpected()
	}
}

func (p *jsonReader) string() goja.Value {
	p.at++
	start := p.at
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return p.guard.rt.ToValue(p.text[start : p.at-1])
		case c == '\\':
			return p.escaped(start)
		case c < ' ':
			p.fail("Bad control character in string literal in JSON at position %d", p.at)
		}
		p.at++
	}
	p.fail("Unterminated string in JSON at position %d", p.at)
	return nil
}

// escaped reads a string with escapes, from its beginning, in UTF-16: an escape may be a surrogate without
// its partner.
func (p *jsonReader) escaped(start int) goja.Value {
	units := utf16.Encode([]rune(p.text[start:p.at]))
	for p.at < len(p.text) {
		c, size := utf8.DecodeRuneInString(p.text[p.at:])
		p.at += size
		switch {
		case c == '"':
			return goja.StringFromUTF16(units)
		case c == '\\':
			units = append(units, p.escape())
		case c < ' ':
			p.fail("Bad control character in string literal in JSON at position %d", p.at-size)
		default:
			units = utf16.AppendRune(units, c)
		}
	}
	p.fail("Unterminated string in JSON at position %d", p.at)
	return nil
}

func (p *jsonReader) escape() uint16 {
	c := p.peek()
	if c == 'u' {
		if p.at+5 <= len(p.text) {
			if unit, err := strconv.ParseUint(p.text[p.at+1:p.at+5], 16, 16); err == nil {
				p.at += 5
				return uint16(unit)
			}
		}
		p.fail("Bad Unicode escape in JSON at position %d", p.at)
	}
	at := strings.IndexByte(`"\/bfnrt`, c)
	if c == 0 || at < 0 {
		p.fail("Bad escaped character in JSON at position %d", p.at)
	}
	p.at++
	return uint16("\"\\/\b\f\n\r\t"[at])
}
