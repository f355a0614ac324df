package host

import (
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
)

// xmlRoot is the element around a value, whose own name nothing tells.
const xmlRoot = "response"

// xmlItem is an element of a list that stands in no property.
const xmlItem = "item"

// appendXML writes a value as a document: a property is an element of its name, a list one
// element for each of its items, null an empty element. What a value is, toJSON and cycles
// included, is decided where JSON is written: the document is made of that.
func appendXML(dst []byte, s *engine.Scope, value engine.Value) ([]byte, error) {
	text, err := s.AppendJSON(nil, value)
	if err != nil {
		return dst, err
	}
	dst = append(dst, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"...)
	w := xmlWriter{dst: dst}
	root := gjson.ParseBytes(text)
	if root.IsArray() {
		w.open(xmlRoot)
		w.items(xmlItem, root)
		w.close(xmlRoot)
	} else {
		w.element(xmlRoot, root)
	}
	return w.dst, w.err
}

type xmlWriter struct {
	dst []byte
	err error // the first name that no element can have
}

func (w *xmlWriter) element(name string, value gjson.Result) {
	switch {
	case !isXMLName(name):
		if w.err == nil {
			w.err = fmt.Errorf("the property %s cannot be written as XML: an element cannot have that name", strconv.Quote(name))
		}
	case value.Type == gjson.Null:
		w.dst = append(append(append(w.dst, '<'), name...), "/>"...)
	case value.IsArray():
		w.items(name, value)
	default:
		w.open(name)
		w.content(value)
		w.close(name)
	}
}

// items writes one element for each item; an item that is a list itself has its own in it.
func (w *xmlWriter) items(name string, list gjson.Result) {
	list.ForEach(func(_, item gjson.Result) bool {
		if !item.IsArray() {
			w.element(name, item)
			return w.err == nil
		}
		w.open(name)
		w.items(xmlItem, item)
		w.close(name)
		return w.err == nil
	})
}

func (w *xmlWriter) content(value gjson.Result) {
	if !value.IsObject() {
		w.text(value.String())
		return
	}
	value.ForEach(func(key, field gjson.Result) bool {
		w.element(key.String(), field)
		return w.err == nil
	})
}

func (w *xmlWriter) open(name string) {
	w.dst = append(append(append(w.dst, '<'), name...), '>')
}

func (w *xmlWriter) close(name string) {
	w.dst = append(append(append(w.dst, "</"...), name...), '>')
}

// text escapes what would be markup; what no document may hold becomes U+FFFD.
func (w *xmlWriter) text(s string) {
	for _, r := range s {
		switch {
		case r == '<':
			w.dst = append(w.dst, "&lt;"...)
		case r == '>':
			w.dst = append(w.dst, "&gt;"...)
		case r == '&':
			w.dst = append(w.dst, "&amp;"...)
		case r == '\r':
			w.dst = append(w.dst, "&#13;"...)
		case r < ' ' && r != '\t' && r != '\n', r == 0xFFFE, r == 0xFFFF:
			w.dst = utf8.AppendRune(w.dst, unicode.ReplacementChar)
		default:
			w.dst = utf8.AppendRune(w.dst, r)
		}
	}
}

// isXMLName tells names that every parser takes: no colon, for there are no namespaces.
func isXMLName(name string) bool {
	for i, r := range name {
		first := r == '_' || unicode.IsLetter(r)
		if !first && (i == 0 || r != '-' && r != '.' && !unicode.IsDigit(r)) {
			return false
		}
	}
	return name != ""
}
