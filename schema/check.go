package schema

import (
	"fmt"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// DefaultDepth is how deep lists and objects may nest when a caller states no bound.
const DefaultDepth = 128

// Syntax is the first place where a text stops being JSON, or being JSON we accept.
type Syntax struct {
	Offset  int // in bytes from 0
	Line    int // from 1
	Col     int // from 1, in UTF-16 code units, as editors count
	Reason  string
	TooDeep bool // well formed so far, but nested deeper than allowed
}

// Error renders "line 1, column 9: expected ':'".
func (s *Syntax) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", s.Line, s.Col, s.Reason)
}

// Mismatch is what a sender is told, under the code of what the text should be.
func (s *Syntax) Mismatch(code string) Mismatch {
	if s.TooDeep {
		code = RefusedDepth
	}
	return Mismatch{Code: code, Params: []Member{{"line", int64(s.Line)}, {"column", int64(s.Col)}}, Message: s.Error()}
}

// CheckJSON tells in one pass, without making anything, whether body is one JSON value
// nested no deeper than maxDepth (DefaultDepth when that is 0); nil means it is. It
// accepts what encoding/json accepts, except text that is not UTF-8.
func CheckJSON(body []byte, maxDepth int) *Syntax {
	// The scanner keeps nothing of the text behind this call, so it need not be copied.
	in := newScanner(unsafe.String(unsafe.SliceData(body), len(body)), maxDepth)
	if in.skip() {
		in.end()
	}
	return in.fail
}

// syntaxAt counts out the line and column of an offset.
func syntaxAt(text string, offset int, reason string) *Syntax {
	before := text[:offset]
	line := 1 + strings.Count(before, "\n")
	before = before[strings.LastIndexByte(before, '\n')+1:]
	col := 1
	for len(before) > 0 {
		r, size := utf8.DecodeRuneInString(before)
		before = before[size:]
		col++
		if r > 0xFFFF {
			col++
		}
	}
	return &Syntax{Offset: offset, Line: line, Col: col, Reason: reason}
}
