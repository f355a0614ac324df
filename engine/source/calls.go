package source

import "strings"

// Call is a call of a method, as in this.sql.query("SELECT …"), or a decorator, as in @Query("SELECT …"). It is found in a [Tree].
type Call struct {
	Name string // of the method or decorator
	// On is the path that the method is called on: names joined by dots, of which the first is "this", a
	// parameter, or a variable. A variable that was assigned such a path is replaced by it. It is empty for a
	// decorator.
	On     []string
	Class  string // the enclosing declared class; empty outside of any class
	Member string // the enclosing member of the class, or the member that has the decorator
	Type   *Type  // declared type of On's first name, unless that is "this"; nil if none is written
	Rows   string // the third argument, if it is a plain name; otherwise empty

	Known  bool // the first argument, or its field sql, is a constant text; false if it is made at run time
	Text   string
	Pieces []Piece // of Text

	Pos Pos // of the first argument, or of a decorator's @
}

// Piece is a part of a text that is written in the file without interruption, up to the next Piece.
type Piece struct {
	At     int // in the text
	Offset int // in the file
}

// Offset returns the offset in the file of a byte of the text.
func (c *Call) Offset(at int) int {
	offset := c.Pos.Offset
	for _, p := range c.Pieces {
		if p.At <= at {
			offset = p.Offset + at - p.At
		}
	}
	return offset
}

// PosAt returns the place of an offset in a text.
func PosAt(text []byte, offset int) Pos {
	src := string(text)
	return newLines(src).at(min(max(offset, 0), len(src)))
}

// Constant collects a text that is written in one piece or several.
type Constant struct {
	strings.Builder
	Pieces []Piece
}

// Add adds the value of a string or a template without substitutions, and the places of its parts. In a raw one nothing is escaped.
func (c *Constant) Add(t *Tree, literal *Node, raw bool) {
	s, offset := t.Text[literal.At:literal.End], int(literal.At)
	quote := s[0]
	s, offset = s[1:], offset+1
	if n := len(s); n > 0 && s[n-1] == quote {
		s = s[:n-1]
	}
	c.Pieces = append(c.Pieces, Piece{c.Len(), offset})
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
		c.Pieces = append(c.Pieces, Piece{c.Len(), offset + k})
	}
}
