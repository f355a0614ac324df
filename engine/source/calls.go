package source

import (
	"slices"
	"sort"
)

// Call is a call of a method, as in this.sql.query("SELECT …"), or a decorator, as in @Query("SELECT …").
// Only calls of requested names are read: see [ReadAll].
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

// calls lists the calls of methods of the given names, and the decorators of these names.
func (r *reader) calls(names []string) {
	for i, t := range r.tokens {
		if t.op != '.' && t.op != '@' && t.op != opChain || !r.isIdent(i+1) || !slices.Contains(names, r.text(i+1)) {
			continue
		}
		if t.op == '@' {
			r.decoratorCall(i + 1)
		} else {
			r.methodCall(i + 1)
		}
	}
}

// methodCall adds the call of the method whose name is token i, if it is a call.
func (r *reader) methodCall(i int) {
	open := i + 1
	if r.op(open) == '<' {
		end, ok := r.skipAngles(open, false)
		if !ok {
			return
		}
		open = end
	}
	if r.op(open) != '(' {
		return
	}
	on, first := r.receiver(i - 1)
	if on == nil {
		return
	}
	c := Call{Name: r.text(i), On: on, Rows: r.third(open), Pos: r.pos(open + 1)}
	c.Class, c.Member = r.around(int(r.tok(first).start))
	if on[0] != "this" {
		b := r.binding(on[0], first)
		c.Type = b.typ
		if b.path != nil {
			c.On = append(b.path[:len(b.path):len(b.path)], on[1:]...)
		}
	}
	c.Text, c.Pieces, c.Known = r.constantText(open + 1)
	r.file.Calls = append(r.file.Calls, c)
}

// receiver reads the path that ends before the point at i, and returns the index of its first name. The path
// is nil if the tokens are not a path.
func (r *reader) receiver(i int) (path []string, first int) {
	for i > 0 && len(path) < maxPath {
		if i > 1 && r.op(i-1) == '!' { // this.sql!.query
			i--
		}
		if kind := r.tok(i - 1).kind; kind != tokenIdent && kind != tokenPrivate {
			return nil, 0
		}
		path = append([]string{r.text(i - 1)}, path...)
		if i < 2 || r.op(i-2) != '.' && r.op(i-2) != opChain {
			return path, i - 1
		}
		i -= 2
	}
	return nil, 0
}

// maxPath limits the number of names in a path.
const maxPath = 8

// third returns the third argument of the call whose parenthesis opens at i, if it is a plain name.
func (r *reader) third(i int) string {
	from, to := r.inner(i)
	for commas := 0; from < to; from = r.after(from) {
		if r.op(from) != ',' {
			continue
		}
		if commas++; commas == 2 {
			if next := from + 1; r.isIdent(next) && (next+1 == to || r.op(next+1) == ',') {
				return r.name(next)
			}
			return ""
		}
	}
	return ""
}

// around finds the class around an offset, and the member that begins before the offset.
func (r *reader) around(offset int) (class, member string) {
	before := func(pos Pos) bool { return pos.Offset <= offset }
	i := sort.Search(len(r.file.Classes), func(i int) bool { return !before(r.file.Classes[i].Pos) }) - 1
	if i < 0 || offset >= r.file.Classes[i].End.Offset {
		return "", ""
	}
	c := r.file.Classes[i]
	if j := sort.Search(len(c.Members), func(j int) bool { return !before(c.Members[j].Pos) }) - 1; j >= 0 {
		member = c.Members[j].Name
	}
	return c.Name, member
}

// decoratorCall adds the decorator whose name is token i.
func (r *reader) decoratorCall(i int) {
	if r.op(i+1) != '(' {
		return
	}
	c := Call{Name: r.text(i), Pos: r.pos(i - 1)}
	c.Class, _ = r.around(int(r.tok(i).start))
	argument := i + 2
	if r.op(argument) == '{' {
		from, to := r.inner(argument)
		for argument = from; argument < to && !(r.word(argument, "sql") && r.op(argument+1) == ':'); {
			argument = r.after(argument)
		}
		argument += 2
	}
	c.Text, c.Pieces, c.Known = r.constantText(argument)
	r.file.Calls = append(r.file.Calls, c)
}
