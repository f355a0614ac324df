package source

// Unclosed finds a bracket that is never closed. Which of several it is, only the indentation can show: a closing bracket that begins a line
// further left than the line of what it closes was meant for another one. It returns false if all are closed, or if one is closed that was
// not opened.
func Unclosed(text string) (at Pos, bracket string, ok bool) {
	l := lex(text, 0, len(text), false, nil)
	b := brackets{lexer: l, lines: newLines(text)}
	if !b.read() || len(b.open) == 0 && !b.certain {
		return Pos{}, "", false
	}
	t := b.suspect
	if t == nil {
		t = b.top()
	}
	start := t.end - 1
	return b.lines.at(int(start)), text[start:t.end], true
}

// brackets follows the brackets of a text.
type brackets struct {
	*lexer
	lines   *lines
	open    []int  // indexes of tokens
	suspect *token // the first one that is closed by what was meant for another one, as it seems
	certain bool   // one was closed by a bracket of another kind
}

// read reports whether every closing bracket has one that it closes.
func (b *brackets) read() bool {
	for i := range b.tokens {
		t := &b.tokens[i]
		if closes := b.closerOf(t); closes != 0 {
			for len(b.open) > 0 && b.opens(b.top()) != closes {
				b.doubt()
				b.certain = true
				b.open = b.open[:len(b.open)-1]
			}
			if len(b.open) == 0 {
				return false
			}
			if t.newline && b.indent(t) < b.indent(b.top()) {
				b.doubt()
			}
			b.open = b.open[:len(b.open)-1]
		}
		if b.opens(t) != 0 {
			b.open = append(b.open, i)
		}
	}
	return true
}

// doubt notes that the innermost bracket may never be closed.
func (b *brackets) doubt() {
	if b.suspect == nil {
		b.suspect = b.top()
	}
}

func (b *brackets) top() *token { return &b.tokens[b.open[len(b.open)-1]] }

// opens returns what closes the bracket that a token opens, or 0.
func (b *brackets) opens(t *token) byte {
	switch {
	case t.kind == tokenTemplateHead || t.kind == tokenTemplateMiddle:
		return '$'
	case t.kind != tokenPunct:
		return 0
	}
	switch t.op {
	case '(':
		return ')'
	case '[':
		return ']'
	case '{':
		return '}'
	default:
		return 0
	}
}

// closerOf returns the bracket that a token is if it closes one, or 0.
func (b *brackets) closerOf(t *token) byte {
	switch {
	case t.kind == tokenTemplateTail || t.kind == tokenTemplateMiddle:
		return '$'
	case t.kind == tokenPunct && (t.op == ')' || t.op == ']' || t.op == '}'):
		return t.op
	default:
		return 0
	}
}

// indent returns how far right the line of a token begins.
func (b *brackets) indent(t *token) int {
	start := b.lines.starts[b.lines.at(int(t.start)).Line-1]
	n := 0
	for int(start)+n < len(b.src) && (b.src[int(start)+n] == ' ' || b.src[int(start)+n] == '\t') {
		n++
	}
	return n
}
