package host

import (
	"bytes"
	"strings"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
)

// streamForm is how a stream's items are written.
type streamForm uint8

const (
	undecided streamForm = iota
	textForm             // texts and bytes as they are, anything else as JSON
	lineForm             // JSON, one line for each item
	eventForm            // server-sent events
	arrayForm            // chunks of items, together one JSON array
)

// The Content-Types of streams that do not set one.
const (
	typeEvents = "text/event-stream"
	typeLines  = "application/x-ndjson"
)

// formOfStream returns the form that the Content-Type of the answer implies.
func formOfStream(a *answer) streamForm {
	chosen := parseMedia(a.contentType)
	switch {
	case a.format == engine.Events, chosen.is("text", "event-stream"):
		return eventForm
	case chosen.hasSuffix("ndjson"), chosen.is("application", "jsonl"), chosen.is("application", "json-seq"):
		return lineForm
	default:
		return undecided
	}
}

// decide completes the form and the Content-Type from the first item, which is nil if there is none yet.
func (f streamForm) decide(s *engine.Scope, first engine.Value, chosen string) (form streamForm, contentType string) {
	switch {
	case f == eventForm:
		return f, typeEvents
	case f == arrayForm && chosen == "":
		return f, typeJSON
	case f == arrayForm:
		return f, chosen
	}
	natural, naturalType := lineForm, typeLines
	if _, isText := s.TextOf(first); isText {
		natural, naturalType = textForm, typeText
	} else if _, isBytes := s.BytesOf(first); isBytes {
		natural, naturalType = textForm, typeBytes
	}
	if f == undecided {
		f = natural
	}
	if chosen == "" {
		chosen = naturalType
	}
	return f, chosen
}

// append writes one item.
func (f streamForm) append(dst []byte, s *engine.Scope, item engine.Value, form *manifest.Form) ([]byte, error) {
	if f == eventForm {
		return appendEvent(dst, s, item, form)
	}
	if f == textForm {
		if text, ok := s.TextOf(item); ok {
			return append(dst, text...), nil
		}
		if content, ok := s.BytesOf(item); ok {
			return append(dst, content...), nil
		}
		return s.AppendDeclared(dst, item, form)
	}
	dst, err := s.AppendDeclared(dst, item, form)
	return append(dst, '\n'), err
}

// appendChunk writes items of an array; the first chunk opens the array.
func appendChunk(dst []byte, s *engine.Scope, chunk engine.Value, form *manifest.Form, first bool) ([]byte, error) {
	begin := len(dst)
	dst, err := s.AppendDeclared(dst, chunk, form)
	if err != nil {
		return nil, err
	}
	if !first {
		dst[begin] = ',' // replaces the chunk's own bracket
	}
	return dst[:len(dst)-1], nil
}

// appendEvent writes a server-sent event. An object that has only data, event, id, retry and comment sets these fields;
// any other value is the data.
func appendEvent(dst []byte, s *engine.Scope, item engine.Value, form *manifest.Form) ([]byte, error) {
	fields, ok := s.FieldsOf(item, "comment", "event", "id", "retry", "data")
	if !ok {
		fields = map[string]engine.Value{"data": item}
	} else if form != nil {
		form = form.Members["data"].Form
	}
	for _, name := range []string{"comment", "event", "id", "retry", "data"} {
		value, given := fields[name]
		if !given || s.IsUndefined(value) {
			continue
		}
		text, err := eventText(s, value, form)
		if err != nil {
			return dst, err
		}
		if name == "comment" {
			name = ""
		}
		dst = appendEventField(dst, name, text, name == "" || name == "data")
	}
	return append(dst, '\n'), nil
}

func eventText(s *engine.Scope, value engine.Value, form *manifest.Form) ([]byte, error) {
	if text, ok := s.TextOf(value); ok {
		return []byte(text), nil
	}
	return s.AppendDeclared(nil, value, form)
}

// appendEventField writes a field, one line for each line of its text. A field that must be a single line gets no line
// breaks, which would begin another field.
func appendEventField(dst []byte, name string, text []byte, lines bool) []byte {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	if !lines {
		text = []byte(strings.NewReplacer("\n", " ", "\x00", "").Replace(string(text)))
	}
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		dst = append(dst, name...)
		dst = append(dst, ": "...)
		dst = append(dst, line...)
		dst = append(dst, '\n')
	}
	return dst
}
