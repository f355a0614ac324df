package host

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
)

// xmlRoot is the root element if neither the script nor the class names one.
const xmlRoot = "response"

// xmlItem is the element of an item in a list that is not a property.
const xmlItem = "item"

// appendXML writes a value as a document: a property is an element with its name, a list one element for each of its
// items, null an empty element. A property called "@id" becomes an attribute, "#text" the element's own text. The
// document is made from the value's JSON, which settles toJSON, cycles and the names that classes give their members.
func appendXML(dst []byte, s *engine.Scope, a *answer) ([]byte, error) {
	text, ofClass, err := s.AppendTree(nil, a.body, a.form)
	if err != nil {
		return dst, err
	}
	root := a.root
	orElseText(&root, ofClass)
	orElseText(&root, xmlRoot)
	w := xmlWriter{dst: append(dst, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"...)}
	if tree := gjson.ParseBytes(text); tree.IsArray() {
		w.wrapped(root, xmlItem, tree)
	} else {
		w.element(root, tree)
	}
	if w.err == nil {
		w.err = s.CheckResult(len(w.dst) - len(dst))
	}
	return w.dst, w.err
}

type xmlWriter struct {
	dst []byte
	err error // the first property that cannot be written
}

// element writes one element, or one for each item of a list.
func (w *xmlWriter) element(name string, value gjson.Result) {
	if wrapper, inner, ok := strings.Cut(name, "/"); ok {
		w.wrapped(wrapper, inner, value)
		return
	}
	switch {
	case !isXMLName(name):
		w.fail(name, "an element cannot have that name")
	case value.Type == gjson.Null:
		w.empty(name)
	case value.IsArray():
		w.items(name, value)
	case value.IsObject():
		w.object(name, value)
	default:
		w.open(name)
		w.close()
		w.text(value.String())
		w.end(name)
	}
}

// items writes one element for each item; an item that is a list contains elements of its own.
func (w *xmlWriter) items(name string, list gjson.Result) {
	list.ForEach(func(_, item gjson.Result) bool {
		if item.IsArray() {
			w.wrapped(name, xmlItem, item)
		} else {
			w.element(name, item)
		}
		return w.err == nil
	})
}

// wrapped writes items within an element of their own; for null it writes nothing.
func (w *xmlWriter) wrapped(wrapper, name string, list gjson.Result) {
	if !isXMLName(wrapper) {
		w.fail(wrapper, "an element cannot have that name")
		return
	}
	if list.Type == gjson.Null {
		return
	}
	w.open(wrapper)
	w.close()
	w.element(name, list)
	w.end(wrapper)
}

// object writes an element with its attributes first, wherever they are among the properties.
func (w *xmlWriter) object(name string, value gjson.Result) {
	w.open(name)
	content := false
	value.ForEach(func(key, field gjson.Result) bool {
		if attribute, ok := strings.CutPrefix(key.String(), "@"); ok {
			w.attribute(attribute, field)
		} else {
			content = true
		}
		return w.err == nil
	})
	if !content {
		w.dst = append(w.dst, "/>"...)
		return
	}
	w.close()
	value.ForEach(func(key, field gjson.Result) bool {
		switch property := key.String(); {
		case strings.HasPrefix(property, "@"):
		case property == "#text":
			w.own(field)
		default:
			w.element(property, field)
		}
		return w.err == nil
	})
	w.end(name)
}

func (w *xmlWriter) attribute(name string, value gjson.Result) {
	switch {
	case !isXMLName(name):
		w.fail("@"+name, "an attribute cannot have that name")
	case value.Type == gjson.JSON:
		w.fail("@"+name, "an attribute has one value, not a list or an object")
	case value.Type == gjson.Null:
	default:
		w.dst = append(append(append(w.dst, ' '), name...), `="`...)
		w.escaped(value.String(), "<>&\"\t\n\r")
		w.dst = append(w.dst, '"')
	}
}

// own writes an element's own text.
func (w *xmlWriter) own(value gjson.Result) {
	if value.Type == gjson.JSON {
		w.fail("#text", "the text of an element is one value, not a list or an object")
		return
	}
	w.text(value.String())
}

func (w *xmlWriter) fail(property, why string) {
	if w.err == nil {
		w.err = fmt.Errorf("the property %s cannot be written as XML: %s", strconv.Quote(property), why)
	}
}

func (w *xmlWriter) open(name string)  { w.dst = append(append(w.dst, '<'), name...) }
func (w *xmlWriter) close()            { w.dst = append(w.dst, '>') }
func (w *xmlWriter) end(name string)   { w.dst = append(append(append(w.dst, "</"...), name...), '>') }
func (w *xmlWriter) empty(name string) { w.dst = append(append(append(w.dst, '<'), name...), "/>"...) }

// text writes the text of an element.
func (w *xmlWriter) text(s string) { w.escaped(s, "<>&\r") }

// escaped writes a text with some characters as references: those that would be markup, and white space that parsers
// change. A character that no document may contain becomes U+FFFD.
func (w *xmlWriter) escaped(s, special string) {
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf && strings.IndexByte(special, byte(r)) >= 0:
			w.dst = append(w.dst, xmlReference(r)...)
		case r < ' ' && r != '\t' && r != '\n', r == 0xFFFE, r == 0xFFFF:
			w.dst = utf8.AppendRune(w.dst, unicode.ReplacementChar)
		default:
			w.dst = utf8.AppendRune(w.dst, r)
		}
	}
}

func xmlReference(r rune) string {
	switch r {
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '&':
		return "&amp;"
	case '"':
		return "&quot;"
	default:
		return "&#" + strconv.Itoa(int(r)) + ";"
	}
}

// xmlLetters begin names (NameStartChar of XML 1.0, but no colon: there are no namespaces); with xmlMarks they may
// follow in names.
var (
	xmlLetters = &unicode.RangeTable{
		R16: []unicode.Range16{
			{'A', 'Z', 1},
			{'_', '_', 1},
			{'a', 'z', 1},
			{0xC0, 0xD6, 1},
			{0xD8, 0xF6, 1},
			{0xF8, 0x2FF, 1},
			{0x370, 0x37D, 1},
			{0x37F, 0x1FFF, 1},
			{0x200C, 0x200D, 1},
			{0x2070, 0x218F, 1},
			{0x2C00, 0x2FEF, 1},
			{0x3001, 0xD7FF, 1},
			{0xF900, 0xFDCF, 1},
			{0xFDF0, 0xFFFD, 1},
		},
		R32: []unicode.Range32{{0x10000, 0xEFFFF, 1}}, LatinOffset: 5,
	}
	xmlMarks = &unicode.RangeTable{
		R16: []unicode.Range16{{'-', '.', 1}, {'0', '9', 1}, {0xB7, 0xB7, 1}, {0x300, 0x36F, 1}, {0x203F, 0x2040, 1}}, LatinOffset: 3,
	}
)

func isXMLName(name string) bool {
	for i, r := range name {
		if !unicode.Is(xmlLetters, r) && (i == 0 || !unicode.Is(xmlMarks, r)) || r == utf8.RuneError {
			return false
		}
	}
	return name != ""
}
