package search

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/fwrun/fwrun/platform/fault"
)

// anything is a value of any kind, of which nothing is kept.
type anything struct{}

func (*anything) UnmarshalJSON([]byte) error { return nil }

const notJSON = "the file is not JSON: "

// syntax returns the first error in the syntax, nil if there is none.
func (d *document) syntax() *fault.Diagnostic {
	if problem := d.encoding(); problem != nil {
		return problem
	}
	err := json.Unmarshal(d.text, &anything{})
	if err == nil {
		return nil
	}
	at, message, hint := 0, notJSON+err.Error(), ""
	if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
		at, message, hint = d.syntaxError(wrong)
	}
	problem := d.problem(at, message, hint)
	return &problem
}

// encoding returns the first byte that is not UTF-8.
func (d *document) encoding() *fault.Diagnostic {
	if utf8.Valid(d.text) {
		return nil
	}
	at := 0
	for at < len(d.text) {
		r, size := utf8.DecodeRune(d.text[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	hint := "save the file as UTF-8"
	if bytes.HasPrefix(d.text, []byte("\xff\xfe")) || bytes.HasPrefix(d.text, []byte("\xfe\xff")) {
		hint = "it is UTF-16; " + hint
	}
	problem := d.problem(at, "the file is not UTF-8", hint)
	problem.Source = strings.ToValidUTF8(problem.Source, "\ufffd")
	return &problem
}

// syntaxError returns the place of an error of encoding/json, and its text in words for people.
func (d *document) syntaxError(wrong *json.SyntaxError) (at int, message, hint string) {
	at, text := max(0, int(wrong.Offset)-1), wrong.Error()
	before := bytes.TrimRight(d.text[:at], " \t\r\n")
	var is byte
	if at < len(d.text) {
		is = d.text[at]
	}
	switch {
	case strings.HasPrefix(text, "unexpected end"):
		return len(bytes.TrimRight(d.text, " \t\r\n")), notJSON + "it ends too early", "close what is open"
	case strings.HasSuffix(text, "exceeded max depth"):
		return at, "the file is nested deeper than 10000 levels", "clusters refuse documents that deep; make it flat"
	case is == '/' || is == '#':
		return at, notJSON + "it has a comment", "remove the comment"
	case strings.HasSuffix(text, "after top-level value"):
		return at, "there is more after the end of the JSON object", "remove it"
	case (is == '}' || is == ']') && bytes.HasSuffix(before, []byte(",")):
		return len(before) - 1, notJSON + "there is a comma after the last item", "remove the comma"
	case is == '\'' || strings.HasSuffix(text, "looking for beginning of object key string"):
		return at, notJSON + "keys and texts must be in double quotes", ""
	case strings.Contains(text, "in string literal"):
		return at, notJSON + "a text has a line break or another control character", `end the text in its line; write \n for a line break`
	case strings.HasSuffix(text, "after object key"):
		return at, notJSON + "there is no colon after a key", ""
	case strings.HasSuffix(text, "after object key:value pair") || strings.HasSuffix(text, "after array element"):
		return at, notJSON + "there is no comma between two items", ""
	}
	return at, notJSON + text, ""
}
