package schema

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/fwrun/fwrun/platform/pollution"
	"github.com/fwrun/fwrun/platform/view"
)

// DefaultDepth is the depth to which lists and objects may nest when the caller sets no limit.
const DefaultDepth = 128

// Limits bound a JSON text. The zero value means DefaultDepth, any number of values, and pollution.Kept.
type Limits struct {
	Depth  int // to which lists and objects may nest
	Values int // members of objects and elements of lists, in the whole text; 0 for any number
	Proto  pollution.Rule

	Coerce        bool // a text, number or boolean that does not fit is read as [Text] reads it; see [Type.Coerce]
	RefuseUnknown bool // members that a class or shape does not have are mismatches
	RefuseTwice   bool // an object that has a name twice is not accepted
}

// Syntax describes the first place where a text is not JSON, or not JSON that this package accepts.
type Syntax struct {
	Offset  int // in bytes from 0
	Line    int // from 1
	Col     int // from 1, in UTF-16 code units, as editors count
	Reason  string
	TooDeep bool // well formed up to here, but nested deeper than allowed
	TooMany bool // well formed up to here, but with more values than allowed
}

// Error returns a text such as "line 1, column 9: expected ':'".
func (s *Syntax) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", s.Line, s.Col, s.Reason)
}

// Mismatch returns the error as a mismatch that is shown to the sender, with the code of the expected format.
func (s *Syntax) Mismatch(code string) Mismatch {
	switch {
	case s.TooDeep:
		code = RefusedDepth
	case s.TooMany:
		code = RefusedValues
	}
	return Mismatch{Code: code, Params: []Member{{"line", int64(s.Line)}, {"column", int64(s.Col)}}, Message: s.Error()}
}

// CheckJSON checks in one pass, without building a value, that body is one JSON value within the limits. It returns nil
// if it is. It accepts what encoding/json accepts, except text that is not valid UTF-8.
func CheckJSON(body []byte, limits Limits) *Syntax {
	// The scanner keeps nothing of the text after this call, so the text need not be copied.
	in := newScanner(view.Text(body), limits)
	if in.skip() {
		in.end()
	}
	return in.fail
}

// syntaxAt makes a Syntax with the line and column of an offset.
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
