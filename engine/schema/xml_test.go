package schema_test

import (
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/schematest"
)

func bindXML(t *schema.Type, text string) (any, string) {
	doc, wrong := schema.ParseXML(text, 0)
	if wrong != nil {
		return nil, wrong.Error()
	}
	v, found, err := schema.XML[any](schematest.Maker{}, t, doc, schema.Limits{})
	if err != nil {
		return nil, err.Error()
	}
	return v, mismatches(found)
}

func inXML(f *schema.Field, name schema.XMLName) *schema.Field {
	c := *f
	c.XML = name
	return &c
}

func TestXML(t *testing.T) {
	line := classOf("Line", required("sku", stringType), optional("qty", intType))
	order := classOf("Order",
		inXML(required("id", intType), schema.XMLName{Attribute: true}),
		optional("customer", classOf("Customer", required("name", stringType))),
		optional("lines", listOf(line)), optional("tags", listOf(stringType)), optional("note", nullable(stringType)))
	price := classOf("Price",
		inXML(required("value", floatType), schema.XMLName{Content: true}),
		inXML(optional("currency", stringType), schema.XMLName{Name: "cur", Attribute: true}))
	wrapped := classOf("Wrapped", inXML(optional("lines", listOf(line)), schema.XMLName{Wrapper: "all", Name: "one"}))
	named := classOf("Named", inXML(optional("a", intType), schema.XMLName{Name: "b"}))
	named.Class.XMLRoot = "root"
	a := classOf("A", optional("a", anyType))
	const xsi = ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`
	for _, c := range []struct {
		t    *schema.Type
		xml  string
		want any
	}{
		{order, `<order id="7"/>`, instance("Order", "id", int64(7))},
		{
			order, `<?xml version="1.0" encoding="UTF-8"?><!-- c --><o:x xmlns:o="urn:o" id=" 7 " o:other="1"><?pi?></o:x>`,
			instance("Order", "id", int64(7)),
		},
		{
			order, `<o id="7"><customer><name> A &lt;&amp;&#65;&gt; <![CDATA[<b>]]></name></customer></o>`,
			instance("Order", "id", int64(7), "customer", instance("Customer", "name", " A <&A> <b>")),
		},
		{order, `<o id="7"><customer name="x"/></o>`, instance("Order", "id", int64(7), "customer", instance("Customer", "name", "x"))},
		{
			order, `<o id="7"><customer name="x"><name>y</name></customer></o>`,
			instance("Order", "id", int64(7), "customer", instance("Customer", "name", "y")),
		},
		{order, `<o id="7"><tags>a</tags><tags>b</tags></o>`, instance("Order", "id", int64(7), "tags", []any{"a", "b"})},
		{order, `<o id="7"><tags>a</tags></o>`, instance("Order", "id", int64(7), "tags", []any{"a"})},
		{order, `<o id="7"><tags> <tag>a</tag> <tag>b</tag> </tags></o>`, instance("Order", "id", int64(7), "tags", []any{"a", "b"})},
		{order, `<o id="7"><tags/></o>`, instance("Order", "id", int64(7), "tags", []any{})},
		{order, `<o id="7"><lines><sku>a</sku></lines></o>`, instance("Order", "id", int64(7), "lines", []any{instance("Line", "sku", "a")})},
		{
			order, `<o id="7"><lines><line><sku>a</sku><qty> 2 </qty></line><line sku="b"><qty/></line></lines></o>`,
			instance("Order", "id", int64(7), "lines", []any{instance("Line", "sku", "a", "qty", int64(2)), instance("Line", "sku", "b")}),
		},
		{
			order, `<o id="7"><lines><sku>a</sku></lines><lines><sku>b</sku></lines></o>`,
			instance("Order", "id", int64(7), "lines", []any{instance("Line", "sku", "a"), instance("Line", "sku", "b")}),
		},
		{order, `<o id="7"` + xsi + `><note xsi:nil="true"/><customer xsi:nil="1"/></o>`, instance("Order", "id", int64(7), "note", nil)},
		{order, `<o id="7"><note></note></o>`, instance("Order", "id", int64(7), "note", "")},
		{price, `<p cur="EUR"> 9.5 </p>`, instance("Price", "value", 9.5, "currency", "EUR")},
		{classOf("C", optional("p", price)), `<c><p cur="EUR">9.5</p></c>`, instance("C", "p", instance("Price", "value", 9.5, "currency", "EUR"))},
		{wrapped, `<w><all><one><sku>a</sku></one><other/></all></w>`, instance("Wrapped", "lines", []any{instance("Line", "sku", "a")})},
		{wrapped, `<w><all/></w>`, instance("Wrapped", "lines", []any{})},
		{wrapped, `<w><lines><sku>a</sku></lines></w>`, instance("Wrapped")},
		{named, `<root><b>1</b><a>2</a></root>`, instance("Named", "a", int64(1))},
		{a, `<x><a/></x>`, instance("A", "a", "")},
		{a, `<x><a>t</a></x>`, instance("A", "a", "t")},
		{a, `<x><a>t</a><a>u</a></x>`, instance("A", "a", []any{"t", "u"})},
		{a, `<x><a k="1">t</a></x>`, instance("A", "a", entries("k", "1", "#text", "t"))},
		{a, `<x><a> <b>1</b> <b>2</b> <c/> </a></x>`, instance("A", "a", entries("b", []any{"1", "2"}, "c", ""))},
		{anyType, `<x><a>1</a></x>`, entries("a", "1")},
		{anyType, `<x>t</x>`, "t"},
		{listOf(line), `<lines><line sku="a"/><line sku="b"/></lines>`, []any{instance("Line", "sku", "a"), instance("Line", "sku", "b")}},
		{listOf(intType), `<x><n>1</n></x>`, []any{int64(1)}},
		{kind(schema.IntegerList), `<x/>`, []any{}},
		{mapOf(intType), `<x><a>1</a><b>2</b></x>`, entries("a", int64(1), "b", int64(2))},
		{shapeOf(required("a", boolType)), `<x><a>yes</a></x>`, entries("a", true)},
	} {
		if got, problem := bindXML(c.t, c.xml); problem != "" || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s\n got %v, %s\nwant %v", c.xml, got, problem, c.want)
		}
	}
}

func TestXMLRefuses(t *testing.T) {
	line := classOf("Line", required("sku", stringType), optional("qty", intType))
	order := classOf("Order", required("lines", listOf(line)), optional("f", fileType), optional("id", intType))
	named := classOf("Named")
	named.Class.XMLRoot = "root"
	for _, c := range []struct {
		t    *schema.Type
		xml  string
		want string
	}{
		{order, `<o/>`, "lines: is required"},
		{order, `<o><lines><qty>x</qty></lines></o>`, "lines[0].sku: is required, lines[0].qty: expected integer"},
		{order, `<o><lines/><id><x/></id><f>a</f></o>`, "f: expected file, id: expected integer"},
		{order, `<o><lines/><id>1.5</id></o>`, "id: expected integer"},
		{named, `<other/>`, "expected the root element root"},
		{intType, `<other/>`, "expected integer"},
		{anyType, ``, "line 1, column 1: there is no root element"},
		{anyType, ` `, "line 1, column 2: there is no root element"},
		{anyType, `text`, "line 1, column 5: there is text outside the root element"},
		{anyType, "<a>\n<b></a>", "line 2, column 8: element <b> closed by </a>"},
		{anyType, `<a>`, "line 1, column 4: unexpected EOF"},
		{anyType, `<a/><b/>`, "line 1, column 9: there is a second root element"},
		{anyType, `<a/>x`, "line 1, column 6: there is text outside the root element"},
		{anyType, `<a b="1" b="2"/>`, "line 1, column 17: an element has the attribute b twice"},
		{anyType, `<a b=1/>`, "line 1, column 7: unquoted or missing attribute value in element"},
		{anyType, `<a>&nbsp;</a>`, "line 1, column 10: invalid character entity &nbsp;"},
		{anyType, `<a>&x;</a>`, "line 1, column 7: invalid character entity &x;"},
		{anyType, "<a>\x01</a>", "line 1, column 5: illegal character code U+0001"},
		{anyType, `<!DOCTYPE a><a/>`, "line 1, column 13: a document type declaration is not allowed"},
		{anyType, `<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>`, "line 1, column 41: a document type declaration is not allowed"},
		{anyType, `<!DOCTYPE l [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><l>&b;</l>`, "line 1, column 51: a document type declaration is not allowed"},
		{anyType, `<?xml version="1.1"?><a/>`, `line 1, column 22: unsupported version "1.1"; only version 1.0 is supported`},
		{anyType, strings.Repeat("<a>", 129), "line 1, column 388: elements are nested deeper than 128 levels"},
		{anyType, "<a>" + strings.Repeat("<b/>", 100_000) + "</a>", "line 1, column 400004: there are more than 100000 elements and attributes"},
	} {
		if got, problem := bindXML(c.t, c.xml); problem != c.want {
			t.Errorf("%.80s\n got %v, %s\nwant %s", c.xml, got, problem, c.want)
		}
	}
	for _, huge := range []string{
		`<a ` + strings.Repeat(`b="" `, 200_000), `<` + strings.Repeat("a", 300_000),
		`<a b="` + strings.Repeat(">", 300_000) + `"/>`,
	} {
		if _, wrong := schema.ParseXML(huge, 0); wrong == nil || !strings.HasSuffix(wrong.Reason, "a tag is longer than 262144 bytes") {
			t.Errorf("%.20s…: %v", huge, wrong)
		}
	}
	for _, fine := range []string{
		"<a>" + strings.Repeat("x", 300_000) + "</a>", "<!--" + strings.Repeat("<", 300_000) + "--><a/>",
		"<a><![CDATA[" + strings.Repeat("<x ", 100_000) + "]]></a>",
	} {
		if _, wrong := schema.ParseXML(fine, 0); wrong != nil {
			t.Errorf("%.20s…: %v", fine, wrong)
		}
	}
}

// FuzzXML checks that an accepted document is well-formed for the standard library, too, and that it can be
// bound to anything without a panic.
func FuzzXML(f *testing.F) {
	f.Add(`<?xml version="1.0"?><a b="1"><c>t</c><c><![CDATA[x]]></c></a>`)
	f.Add(`<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true">&lt;</a>`)
	self := classOf("Self", optional("a", intType))
	self.Class.Fields = append(self.Class.Fields, optional("b", self), optional("c", listOf(self)), optional("d", mapOf(self)),
		inXML(optional("e", anyType), schema.XMLName{Content: true}), inXML(optional("g", listOf(stringType)), schema.XMLName{Wrapper: "h"}))
	f.Fuzz(func(t *testing.T, text string) {
		doc, wrong := schema.ParseXML(text, 0)
		if wrong != nil {
			return
		}
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
		}
		for _, typ := range []*schema.Type{self, anyType, listOf(self), mapOf(anyType)} {
			if _, found, err := schema.XML[any](schematest.Maker{}, typ, doc, schema.Limits{}); err != nil || len(found) > 20 {
				t.Errorf("%q: %v, %v", text, found, err)
			}
		}
	})
}
