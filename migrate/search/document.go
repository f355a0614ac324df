package search

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/platform/fault"
)

// document is a file's JSON object, with the places of its members.
type document struct {
	file    *migrate.File
	text    []byte // without a byte order mark
	skipped int    // the bytes of the byte order mark
	members []member
}

// member is a member of the top level.
type member struct {
	name  string
	at    int // of the name, in the text
	value json.RawMessage
	start int // of the value, in the text
}

// maxBytes is the longest body that a cluster takes (http.max_content_length).
const maxBytes = 100 << 20

// parse reads a file that must be a JSON object. It finds every key that occurs twice, which clusters refuse.
func parse(f *migrate.File) (*document, fault.List) {
	text := bytes.TrimPrefix(f.Text, []byte("\ufeff"))
	d := &document{file: f, text: text, skipped: len(f.Text) - len(text)}
	switch {
	case len(text) > maxBytes:
		return nil, fault.List{d.problem(0, fmt.Sprintf("the file has %d MiB, and clusters accept at most %d MiB", (len(text)+1<<20-1)>>20, maxBytes>>20),
			"split the file")}
	case len(bytes.TrimSpace(text)) == 0:
		return nil, fault.List{d.problem(0, "the file is empty", "write a JSON object, or remove the file")}
	}
	if problem := d.syntax(); problem != nil {
		return nil, fault.List{*problem}
	}
	r := &documentReader{d: d, decoder: json.NewDecoder(bytes.NewReader(text))}
	r.decoder.UseNumber()
	r.read()
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	return d, nil
}

// problem returns an error at a byte of the text.
func (d *document) problem(offset int, message, hint string) fault.Diagnostic {
	problem := d.file.Problem("migration-document", d.skipped+offset, message, hint)
	if len(problem.Source) > maxLine {
		problem.Source = "" // megabytes in one line
	}
	return problem
}

// maxLine is the longest line that is shown with a mistake, in bytes.
const maxLine = 10_000

// member returns a member of the top level.
func (d *document) member(name string) (member, bool) {
	for _, m := range d.members {
		if m.name == name {
			return m, true
		}
	}
	return member{}, false
}

func (d *document) has(names ...string) bool {
	for _, name := range names {
		if _, ok := d.member(name); ok {
			return true
		}
	}
	return false
}

// documentReader reads the tokens of a document.
type documentReader struct {
	d        *document
	decoder  *json.Decoder
	levels   []level
	problems fault.List
}

// level is an object or a list that is open.
type level struct {
	keys map[string]bool // nil for a list
	key  bool            // the next token of an object is a key
}

const notAnObject = "the file must contain a JSON object"

func (r *documentReader) read() {
	for {
		before := r.start()
		token, err := r.decoder.Token()
		if err != nil { // the syntax has been checked
			r.add(before, "the file is not JSON: "+err.Error(), "")
			return
		}
		if len(r.levels) == 0 && token != json.Delim('{') {
			r.add(before, notAnObject, "")
			return
		}
		r.token(token, before)
		if len(r.levels) == 0 {
			break
		}
	}
}

// start returns the offset of the next token: behind spaces, colons and commas.
func (r *documentReader) start() int {
	at := int(r.decoder.InputOffset())
	for at < len(r.d.text) && strings.IndexByte(" \t\r\n:,", r.d.text[at]) >= 0 {
		at++
	}
	return at
}

func (r *documentReader) token(token json.Token, at int) {
	top := len(r.levels) - 1
	if top >= 0 && r.levels[top].key {
		if name, ok := token.(string); ok {
			r.key(name, at)
			return
		}
	}
	switch token {
	case json.Delim('{'):
		r.value(at)
		r.levels = append(r.levels, level{map[string]bool{}, true})
	case json.Delim('['):
		r.value(at)
		r.levels = append(r.levels, level{})
	case json.Delim('}'), json.Delim(']'):
		r.levels = r.levels[:top]
		r.ended()
	default:
		r.value(at)
		r.ended()
	}
}

func (r *documentReader) key(name string, at int) {
	l := &r.levels[len(r.levels)-1]
	if l.keys[name] {
		r.add(at, fmt.Sprintf("the key %q occurs twice in one object", name), "remove one of the two")
	}
	l.keys[name], l.key = true, false
	if len(r.levels) == 1 {
		r.d.members = append(r.d.members, member{name: name, at: at})
	}
}

// value notes where the value of a member of the top level begins.
func (r *documentReader) value(at int) {
	if len(r.levels) == 1 {
		r.d.members[len(r.d.members)-1].start = at
	}
}

// ended notes that a value has ended.
func (r *documentReader) ended() {
	top := len(r.levels) - 1
	if top < 0 {
		return
	}
	l := &r.levels[top]
	l.key = l.keys != nil
	if top == 0 {
		m := &r.d.members[len(r.d.members)-1]
		m.value = r.d.text[m.start:r.decoder.InputOffset()]
	}
}

func (r *documentReader) add(at int, message, hint string) {
	r.problems = append(r.problems, r.d.problem(at, message, hint))
}
