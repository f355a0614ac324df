package source

import (
	"strings"
)

// constant collects a text that is written in one piece or several.
type constant struct {
	strings.Builder
	pieces []Piece
}

// constantText reads the constant text of the expression at i: literals and constants of the file joined by
// +. It is not ok if any other operand is part of it.
func (r *reader) constantText(i int) (text string, pieces []Piece, ok bool) {
	var c constant
	end, ok := r.constantAt(i, &c, 0)
	if !ok || !isOneOf(r.op(end), ',', ')', '}') {
		return "", nil, false
	}
	return c.String(), c.pieces, true
}

// constantAt reads an expression, and returns the index after it.
func (r *reader) constantAt(i int, c *constant, depth int) (end int, ok bool) {
	for {
		if i, ok = r.constantPart(i, c, depth); !ok {
			return i, false
		}
		if r.op(i) != '+' {
			return i, true
		}
		i++
	}
}

// maxConstants limits the nesting of constants that are made of others.
const maxConstants = 4

// maxText limits the length of a text made of constants.
const maxText = 1 << 20

func (r *reader) constantPart(i int, c *constant, depth int) (end int, ok bool) {
	if r.budget--; r.budget < 0 || c.Len() > maxText {
		return i, false
	}
	switch r.tok(i).kind {
	case tokenString, tokenTemplate:
		r.addLiteral(i, c, false)
		return i + 1, true
	case tokenIdent:
	default:
		return i, false
	}
	next := i + 1
	if r.word(i, "String") && r.op(next) == '.' && r.word(i+2, "raw") {
		next = i + 3
	}
	switch {
	case r.tok(next).kind == tokenTemplate: // of a tag, which only editors use
		r.addLiteral(next, c, next > i+1)
		return next + 1, true
	case depth >= maxConstants:
		return i, false
	}
	at, ok := r.constantNamed(r.name(i), i)
	if !ok {
		return i, false
	}
	_, ok = r.constantAt(at, c, depth+1)
	return next, ok
}

// constantNamed finds the value of a constant.
func (r *reader) constantNamed(name string, from int) (value int, ok bool) {
	if b := r.binding(name, from); b.found {
		return b.value, b.value > 0 && r.word(b.at-1, "const")
	}
	for i := 0; i < len(r.tokens)-1; i = r.after(i) { // declared after its use, at the top level
		if r.budget--; r.budget < 0 {
			break
		}
		if r.word(i, "const") && r.isIdent(i+1) && r.name(i+1) == name {
			at := r.initialiser(i + 1)
			return at, at > 0
		}
	}
	return 0, false
}

// addLiteral adds the value of the string or template at i, and the places of its parts.
func (r *reader) addLiteral(i int, c *constant, raw bool) {
	t := r.tok(i)
	s, offset := r.text(i), int(t.start)
	quote := s[0]
	s, offset = s[1:], offset+1
	if n := len(s); n > 0 && s[n-1] == quote {
		s = s[:n-1]
	}
	c.pieces = append(c.pieces, Piece{c.Len(), offset})
	for k := 0; k < len(s); {
		switch {
		case s[k] == '\r' && quote == '`':
			c.WriteByte('\n')
			if k++; strings.HasPrefix(s[k:], "\n") {
				k++
			}
		case s[k] == '\\' && !raw && k+1 < len(s):
			k += 1 + writeEscape(&c.Builder, s[k+1:])
		default:
			c.WriteByte(s[k])
			k++
			continue
		}
		c.pieces = append(c.pieces, Piece{c.Len(), offset + k})
	}
}
