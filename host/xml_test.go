package host

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// xmlOf writes a JSON text as XML.
func xmlOf(text string) (string, error) {
	var w xmlWriter
	w.element("r", gjson.Parse(text))
	return string(w.dst), w.err
}

func TestXMLWriter(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                               `<r/>`,
		`{"a":1,"b":true,"c":null,"d":""}`: `<r><a>1</a><b>true</b><c/><d></d></r>`,
		`{"a":[1,2],"b":[]}`:               `<r><a>1</a><a>2</a></r>`,
		`{"a":[[1,2],[3]]}`:                `<r><a><item>1</item><item>2</item></a><a><item>3</item></a></r>`,
		`{"a":{"b":{"c":1}}}`:              `<r><a><b><c>1</c></b></a></r>`,
		`{"b":1,"@id":7}`:                  `<r id="7"><b>1</b></r>`,
		`{"@id":7}`:                        `<r id="7"/>`,
		`{"@id":null,"a":1}`:               `<r><a>1</a></r>`,
		`{"@id":7,"#text":"x"}`:            `<r id="7">x</r>`,
		`{"a":[{"@id":1},{"@id":2}]}`:      `<r><a id="1"/><a id="2"/></r>`,
		`{"lines/line":[1,2]}`:             `<r><lines><line>1</line><line>2</line></lines></r>`,
		`{"lines/line":[]}`:                `<r><lines></lines></r>`,
		`{"lines/line":null}`:              `<r></r>`,
		`{"a":"<&>\"\r\n\t"}`:              "<r><a>&lt;&amp;&gt;\"&#13;\n\t</a></r>",
		`{"@a":"<&>\"\r\n\t"}`:             `<r a="&lt;&amp;&gt;&quot;&#13;&#10;&#9;"/>`,
		`{"a":"\u0000\u0001\ufffe\ud800"}`: "<r><a>\uFFFD\uFFFD\uFFFD\uFFFD</a></r>",
		`{"größe":1,"_x":2,"a-b.c1":3}`:    `<r><größe>1</größe><_x>2</_x><a-b.c1>3</a-b.c1></r>`,
		`12.5`:                             `<r>12.5</r>`,
	} {
		if got, err := xmlOf(text); got != want || err != nil {
			t.Errorf("%s: %s, %v; want %s", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		`{"a b":1}`:     `the property "a b" cannot be written as XML: an element cannot have that name`,
		`{"1a":1}`:      `"1a"`,
		`{"-a":1}`:      `"-a"`,
		`{"a:b":1}`:     `"a:b"`,
		`{"":1}`:        `""`,
		`{"µ":1}`:       `"µ"`,
		`{"a><b":1}`:    `"a><b"`,
		`{"@a b":1}`:    `the property "@a b" cannot be written as XML: an attribute cannot have that name`,
		`{"@":1}`:       `"@"`,
		`{"@a":[1]}`:    `the property "@a" cannot be written as XML: an attribute has one value, not a list or an object`,
		`{"#text":{}}`:  `the property "#text" cannot be written as XML: the text of an element is one value, not a list or an object`,
		`{"a/b c":[1]}`: `"b c"`,
		`{"a b/c":[1]}`: `"a b"`,
	} {
		if got, err := xmlOf(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v; want %s", text, got, err, want)
		}
	}
}

// FuzzXML: every document that is written is well formed, and the texts can be read back.
func FuzzXML(f *testing.F) {
	f.Add(`{"a":[1,{"@b":"<","#text":"\u0000"}],"c/d":[null,"]]>"]}`, "x\r\n<&\"'>")
	f.Add(`{"größe":"\ud800","@x":"\n"}`, "\uFFFE\x01")
	f.Fuzz(func(t *testing.T, tree, text string) {
		if gjson.Valid(tree) {
			if written, err := xmlOf(tree); err == nil {
				wellFormed(t, written)
			}
		}
		w := xmlWriter{dst: []byte(`<r>`)}
		w.text(text)
		w.end("r")
		var back string
		if err := xml.Unmarshal(w.dst, &back); err != nil {
			t.Fatalf("%q: %v", w.dst, err)
		}
		if plain := strings.ToValidUTF8(text, "\uFFFD"); !strings.ContainsFunc(text, isForbidden) && back != plain && !strings.Contains(plain, "\uFFFD") {
			t.Fatalf("%q came back as %q", text, back)
		}
	})
}

func isForbidden(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF
}

func wellFormed(t *testing.T, text string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	}
}
