package schema

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

const (
	// mostElements limits the size of a document: a node costs far more memory than the four bytes it can be
	// sent in.
	mostElements = 100_000
	longestTag   = 256 << 10

	xmlSpace     = " \t\r\n"
	xsiNamespace = "http://www.w3.org/2001/XMLSchema-instance"
	textKey      = "#text" // of an element that also has parts, where no type says otherwise
)

// XMLName holds what the decorators say of a field in XML. The zero value means an element with the same name
// as in JSON.
type XMLName struct {
	Name      string // of the element or attribute; as in JSON when empty
	Attribute bool
	Content   bool   // it is the text of the element itself
	Wrapper   string // an element around the items of a list
}

// Document is a parsed XML document.
type Document struct {
	name string // of the root
	root *node
}

// ParseXML parses a document in UTF-8, whatever encoding it declares. The elements may nest no deeper than
// maxDepth (DefaultDepth when that is 0), and there may be no more than 100,000. A document type declaration
// is refused, and with it every entity except the five predefined ones. Names are used without their
// namespace; comments and processing instructions are ignored.
func ParseXML(text string, maxDepth int) (*Document, *Syntax) {
	if maxDepth <= 0 {
		maxDepth = DefaultDepth
	}
	in := &tagBound{in: strings.NewReader(text)}
	r := xmlReader{in: in, decoder: xml.NewDecoder(in), room: maxDepth}
	r.decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	if reason := r.read(); reason != "" {
		wrong := syntaxAt(text, min(int(r.decoder.InputOffset()), len(text)), reason)
		wrong.TooDeep = r.tooDeep
		return nil, wrong
	}
	return &Document{name: r.name, root: r.root}, nil
}

// xmlReader builds the tree.
type xmlReader struct {
	in      *tagBound
	decoder *xml.Decoder
	name    string
	root    *node
	open    []element
	room    int
	count   int
	tooDeep bool
}

// element is an element whose end tag has not been read yet.
type element struct {
	node *node
	text []byte
}

// read reads to the end; it returns the reason if it cannot.
func (r *xmlReader) read() (reason string) {
	for {
		r.in.next()
		token, err := r.decoder.Token()
		switch {
		case errors.Is(err, io.EOF) && r.root == nil:
			return "there is no root element"
		case errors.Is(err, io.EOF):
			return ""
		case err != nil:
			return xmlReason(err)
		}
		switch token := token.(type) {
		case xml.Directive:
			return "a document type declaration is not allowed"
		case xml.StartElement:
			reason = r.start(token)
		case xml.EndElement:
			r.end()
		case xml.CharData:
			reason = r.text(token)
		}
		if reason != "" {
			return reason
		}
	}
}

func xmlReason(err error) string {
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		return syntax.Msg
	}
	return strings.TrimPrefix(err.Error(), "xml: ")
}

func (r *xmlReader) start(token xml.StartElement) (reason string) {
	n := &node{}
	switch {
	case len(r.open) == r.room:
		r.tooDeep = true
		return fmt.Sprintf("elements are nested deeper than %d levels", r.room)
	case len(r.open) > 0:
		above := r.open[len(r.open)-1].node
		above.parts = append(above.parts, part{name: token.Name.Local, node: n})
	case r.root != nil:
		return "there is a second root element"
	default:
		r.name, r.root = token.Name.Local, n
	}
	r.open = append(r.open, element{node: n})
	return r.attributes(n, token.Attr)
}

func (r *xmlReader) end() {
	last := r.open[len(r.open)-1]
	last.node.text = string(last.text)
	r.open = r.open[:len(r.open)-1]
}

func (r *xmlReader) attributes(n *node, list []xml.Attr) (reason string) {
	if r.count += 1 + len(list); r.count > mostElements {
		return fmt.Sprintf("there are more than %d elements and attributes", mostElements)
	}
	seen := make(map[xml.Name]bool, len(list))
	for _, a := range list {
		if seen[a.Name] {
			return "an element has the attribute " + a.Name.Local + " twice"
		}
		seen[a.Name] = true
		switch {
		case a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns":
		case a.Name.Space == xsiNamespace:
			n.null = n.null || a.Name.Local == "nil" && (a.Value == "true" || a.Value == "1")
		default:
			n.parts = append(n.parts, part{name: a.Name.Local, node: &node{text: a.Value}, attribute: true})
		}
	}
	return ""
}

func (r *xmlReader) text(s []byte) (reason string) {
	if len(r.open) > 0 {
		last := &r.open[len(r.open)-1]
		last.text = append(last.text, s...)
		return ""
	}
	if len(bytes.Trim(s, xmlSpace+"\uFEFF")) > 0 {
		return "there is text outside the root element"
	}
	return ""
}

// tagBound passes a document to the decoder byte by byte, and ends a tag that is too long: the decoder would
// build all of its attributes before they can be counted.
type tagBound struct {
	in    *strings.Reader
	state tagState
	tag   int // bytes of the current tag
}

type tagState uint8

const (
	outside tagState = iota
	opened           // after <
	inTag
	elsewhere // in a comment or similar
)

// next is called before each token.
func (t *tagBound) next() {
	if t.state != opened { // which the token before may have read
		t.state = outside
	}
}

// ReadByte returns the next byte to the decoder.
func (t *tagBound) ReadByte() (byte, error) {
	c, err := t.in.ReadByte()
	if err != nil {
		return c, err
	}
	switch t.state {
	case outside:
		if c == '<' {
			t.state = opened
		}
	case opened:
		t.state, t.tag = inTag, 0
		if c == '!' || c == '?' {
			t.state = elsewhere
		}
	case inTag:
		if t.tag++; t.tag > longestTag {
			return 0, fmt.Errorf("a tag is longer than %d bytes", longestTag)
		}
	}
	return c, nil
}

// Read is never called, because the decoder uses ReadByte.
func (t *tagBound) Read(p []byte) (int, error) { return t.in.Read(p) }
