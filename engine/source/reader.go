package source

import "strings"

// reader walks the tokens of one file, or of one type in a JSDoc comment. It looks at each token a bounded
// number of times: brackets are skipped as a whole, recursion ends at maxDepth, and failed guesses are
// charged to a budget.
type reader struct {
	src    string
	lines  *lines
	tokens []token
	docs   []docSpan
	at     int // index of the current token
	jsdoc  bool
	depth  int
	budget int  // tokens that may still be spent on failed guesses
	unread bool // a part of a type in brackets was skipped

	file    *File
	exports []Alias // export lists and export default, tied to declarations at the end
	doc     *reader // of JSDoc types, see docReader

	overloaded overload // the function before, if it had no body
}

// maxDepth limits nested types and nested wrapper calls; deeper levels are skipped.
const maxDepth = 100

func (r *reader) cur() *token { return &r.tokens[r.at] }

// tok returns the token at index i; after the end it is the tokenEOF.
func (r *reader) tok(i int) *token { return &r.tokens[min(i, len(r.tokens)-1)] }

func (r *reader) text(i int) string {
	t := r.tok(i)
	return r.src[t.start:t.end]
}

func (r *reader) op(i int) byte { return r.tok(i).op }

func (r *reader) is(op byte) bool { return r.cur().op == op }

// word reports whether the token at i is the given name.
func (r *reader) word(i int, name string) bool {
	return r.tok(i).kind == tokenIdent && r.text(i) == name
}

func (r *reader) isIdent(i int) bool { return r.tok(i).kind == tokenIdent }

func (r *reader) sameLine(i int) bool { return !r.tok(i).newline }

// advance moves on by one token, but never past the end.
func (r *reader) advance() {
	if r.at < len(r.tokens)-1 {
		r.at++
	}
}

func (r *reader) accept(op byte) bool {
	if !r.is(op) {
		return false
	}
	r.advance()
	return true
}

func (r *reader) acceptWord(name string) bool {
	if !r.word(r.at, name) {
		return false
	}
	r.advance()
	return true
}

// after returns the index after token i, or after its partner if i opens a bracket.
func (r *reader) after(i int) int {
	last := len(r.tokens) - 1
	m := int(r.tok(i).match)
	switch {
	case m <= i:
		return min(i+1, last)
	case int(r.tok(m).match) == i:
		return min(m+1, last)
	}
	return m
}

// inner returns the token range between the bracket at i and its partner.
func (r *reader) inner(i int) (from, to int) {
	if m := int(r.tok(i).match); m > i {
		return i + 1, m
	}
	return i + 1, i + 1
}

func (r *reader) pos(i int) Pos { return r.lines.at(int(r.tok(i).start)) }

// raw returns the text from token i up to token j, as written.
func (r *reader) raw(i, j int) string {
	if j <= i {
		return ""
	}
	return r.src[r.tok(i).start:r.tok(j-1).end]
}

// folded returns the text from token i up to token j, with white space and comments between two tokens folded
// to one blank.
func (r *reader) folded(i, j int) string {
	if r.isFolded(i, j) {
		return r.raw(i, j)
	}
	var b strings.Builder
	for k := i; k < j; k++ {
		if k > i && r.tok(k).start > r.tok(k-1).end {
			b.WriteByte(' ')
		}
		b.WriteString(r.text(k))
	}
	return b.String()
}

func (r *reader) isFolded(i, j int) bool {
	for k := i + 1; k < j; k++ {
		gap := r.src[r.tok(k-1).end:r.tok(k).start]
		if gap != "" && gap != " " {
			return false
		}
	}
	return true
}

// enter counts a level of nesting; leave must follow if it succeeds.
func (r *reader) enter() bool {
	if r.depth >= maxDepth {
		return false
	}
	r.depth++
	return true
}

func (r *reader) leave() { r.depth-- }

// spend charges the budget for a guess that failed after looking at n tokens.
func (r *reader) spend(n int) { r.budget -= n + 1 }

// shorten cuts a text to at most size bytes without splitting a character.
func shorten(s string, size int) string {
	if len(s) <= size {
		return s
	}
	for size > 0 && s[size]&0xc0 == 0x80 {
		size--
	}
	return s[:size]
}
