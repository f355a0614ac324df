package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/fwrun/fwrun/platform/fault"
)

// jsonTree reads a JSON object as if it were an application.yml: texts may refer to other
// properties, and a name with dots is one name.
func jsonTree(_ *loader, s *source, f *file) (*node, fault.List) {
	if f.mask == nil {
		f.mask = f.untilSecret
	}
	r := &jsonReader{converter: converter{file: f}, decoder: json.NewDecoder(strings.NewReader(f.text)), line: 1, column: 1}
	r.decoder.UseNumber()
	if strings.TrimSpace(f.text) == "" {
		return nil, nil
	}
	if problem := f.jsonSyntax(); problem != nil {
		return nil, fault.List{*problem}
	}
	tree := r.value(1)
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	if tree.kind != Map {
		return nil, fault.List{f.problem("config-syntax", tree.origin.Place,
			"the file must contain an object, but contains "+tree.kind.String(), `begin with a key: {"server": …}`)}
	}
	return s.below(f, tree), nil
}

// untilSecret returns a line for display, or "" once a secret name has occurred, because the end of a
// value is unknown in malformed JSON. An escape counts as such a name, because it may hide one.
func (f *file) untilSecret(line int) string {
	for _, text := range f.lines[:line] {
		if IsSecret(text) || strings.Contains(text, `\u`) {
			return ""
		}
	}
	return maskLine(f.lines[line-1])
}

// jsonSyntax returns the first syntax error of the JSON.
func (f *file) jsonSyntax() *fault.Diagnostic {
	var whole json.RawMessage
	err := json.Unmarshal([]byte(f.text), &whole)
	syntax := new(json.SyntaxError)
	if !errors.As(err, &syntax) {
		return nil
	}
	offset := max(0, int(syntax.Offset)-1)
	d := f.problem("config-syntax", f.offsetPlace(offset), "this is not valid JSON",
		"put names and texts in double quotes, and commas only between values")
	if offset >= len(strings.TrimRight(f.text, " \t\n")) || strings.HasPrefix(syntax.Error(), "unexpected end") {
		d.Message, d.Hint = "the JSON ends too early", "close everything that is open with \", ] or }"
	}
	return &d
}

// offsetPlace returns the place of a byte of the text.
func (f *file) offsetPlace(offset int) fault.Place {
	before := f.text[:min(offset, len(f.text))]
	start := strings.LastIndexByte(before, '\n') + 1
	return f.spotPlace(spot{1 + strings.Count(before, "\n"), len(before) - start})
}

// jsonReader converts valid JSON to a tree.
type jsonReader struct {
	converter
	decoder *json.Decoder
	// offset is the last one for which a place was needed, with its line and column in
	// characters: they only grow, and a line may be very long.
	offset, line, column int
	count                int
}

// token returns the next token, and its origin.
func (r *jsonReader) token() (json.Token, Origin) {
	from := int(r.decoder.InputOffset())
	from += len(r.file.text[from:]) - len(strings.TrimLeft(r.file.text[from:], " \t\n,:"))
	t, err := r.decoder.Token()
	if err != nil { // the syntax was checked; a number may still be too large
		r.fail(r.file.problem("config-syntax", r.place(from), "this is not valid JSON", ""))
	}
	return t, r.file.originAt(r.place(from))
}

func (r *jsonReader) place(offset int) fault.Place {
	skipped := r.file.text[r.offset:offset]
	if last := strings.LastIndexByte(skipped, '\n'); last >= 0 {
		r.line += strings.Count(skipped, "\n")
		r.column, skipped = 1, skipped[last+1:]
	}
	r.column += utf8.RuneCountInString(skipped)
	r.offset = offset
	return r.file.place(r.line, r.column)
}

func (r *jsonReader) value(depth int) *node {
	t, origin := r.token()
	if r.count++; r.count == maxNodes+1 {
		r.fail(r.file.problem("config-limit", origin.Place, fmt.Sprintf("the file has more than %d values", maxNodes),
			"move data that is not configuration into another file"))
	}
	if depth > maxDepth {
		r.fail(r.file.tooDeep(origin.Place))
	}
	if len(r.problems) > 0 {
		return newNull(origin)
	}
	switch t := t.(type) {
	case json.Delim:
		if t == '[' {
			return r.items(origin, depth)
		}
		return r.object(origin, depth)
	case string:
		return newText(t, origin)
	case bool:
		return newScalar(Bool, fmt.Sprint(t), t, origin)
	case json.Number:
		return plainScalar(t.String(), origin)
	default:
		return newNull(origin)
	}
}

func (r *jsonReader) items(origin Origin, depth int) *node {
	var items []*node
	for len(r.problems) == 0 && r.decoder.More() {
		items = append(items, r.value(depth+1))
	}
	r.token()
	return newList(items, origin)
}

func (r *jsonReader) object(origin Origin, depth int) *node {
	out := newMap(nil, origin)
	for len(r.problems) == 0 && r.decoder.More() {
		t, at := r.token()
		name, _ := t.(string)
		value := r.value(depth + 1)
		r.add(out, field{name: name, origin: at, quoted: true, json: true, value: value})
	}
	r.token()
	return newMap(out.fields, out.origin)
}
