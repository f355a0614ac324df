package schema_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/schematest"
)

// told returns the text of a mismatch as a sender sees it. The code of the mismatch must be listed.
func told(m schema.Mismatch) string {
	if !slices.Contains(schema.Codes(), m.Code) {
		return m.String() + " (with the code " + m.Code + ", which is not listed)"
	}
	return m.String()
}

// coded formats codes and params: "min {"min":1}".
func coded(found []schema.Mismatch) string {
	var texts []string
	for _, m := range found {
		params, _ := schema.Node(m.Params).MarshalJSON()
		texts = append(texts, strings.TrimSuffix(m.Code+" "+string(params), " {}"))
	}
	return strings.Join(texts, "; ")
}

// codeCase is a JSON text that a type with a constraint refuses, and the expected code.
type codeCase struct {
	typ  *schema.Type
	rule schema.Constraint
	text string
	want string
}

func codeCases() []codeCase {
	none := schema.Constraint{}
	one := int64(1)
	return []codeCase{
		{classOf("User", required("name", stringType)), none, `{}`, "required"},
		{listOf(intType), none, `[null]`, "null"},
		{intType, none, `"7"`, `type {"type":"integer"}`},
		{floatType, none, `[]`, `type {"type":"number"}`},
		{boolType, none, `1`, `type {"type":"boolean"}`},
		{stringType, none, `1`, `type {"type":"string"}`},
		{dateType, none, `1`, `type {"type":"date"}`},
		{listOf(intType), none, `{}`, `type {"type":"list"}`},
		{kind(schema.StringList), none, `"a"`, `type {"type":"list"}`},
		{kind(schema.IntegerList), none, `["a"]`, `type {"type":"integer"}`},
		{mapOf(intType), none, `[]`, `type {"type":"object"}`},
		{classOf("User"), none, `[]`, `type {"type":"object"}`},
		{intType, none, `9007199254740992`, `range {"min":-9007199254740991,"max":9007199254740991}`},
		{dateType, none, `"soon"`, `format {"format":"date"}`},
		{kind(schema.Bytes), none, `"*"`, `format {"format":"base64"}`},
		{kind(schema.Duration), none, `"soon"`, `format {"format":"duration"}`},
		{kind(schema.Size), none, `"much"`, `format {"format":"size"}`},
		{enumOf("a", "b"), none, `"c"`, `enum {"values":["a","b"]}`},
		{enumOf("a", "b"), none, `7`, `enum {"values":["a","b"]}`},

		{intType, rule("Min", "value", one), `0`, `min {"min":1}`},
		{intType, rule("Min", "value", one, "exclusive", true), `1`, `min {"min":1,"exclusive":true}`},
		{floatType, rule("Max", "value", 1.5, "message", "too much"), `2`, `max {"max":1.5}`},
		{intType, rule("Positive"), `0`, "positive"},
		{intType, rule("PositiveOrZero"), `-1`, "positive-or-zero"},
		{intType, rule("Negative"), `0`, "negative"},
		{intType, rule("NegativeOrZero"), `1`, "negative-or-zero"},
		{floatType, rule("MultipleOf", "value", 0.5), `0.3`, `multiple-of {"value":0.5}`},
		{floatType, rule("Digits", "integer", one, "fraction", int64(2)), `10`, `digits {"integer":1,"fraction":2}`},
		{stringType, rule("OneOf", "values", []any{"a", "b"}), `"c"`, `one-of {"values":["a","b"]}`},
		{stringType, rule("Length", "min", one, "max", int64(2)), `"abc"`, `length {"min":1,"max":2}`},
		{stringType, rule("Length", "max", int64(2)), `"abc"`, `length {"max":2}`},
		{stringType, rule("NotEmpty"), `""`, "not-empty"},
		{stringType, rule("NotBlank"), `" "`, "not-blank"},
		{stringType, rule("Email"), `"a"`, "email"},
		{stringType, rule("Url"), `"a"`, `url {"schemes":["http","https"]}`},
		{stringType, rule("Url", "schemes", []any{"ftp"}), `"a"`, `url {"schemes":["ftp"]}`},
		{stringType, rule("Uuid"), `"a"`, "uuid"},
		{stringType, rule("Ip"), `"a"`, "ip"},
		{stringType, rule("Ip", "version", int64(4)), `"a"`, `ip {"version":4}`},
		{stringType, rule("Hostname"), `"-"`, "hostname"},
		{stringType, rule("Pattern", "regexp", schema.Regexp{Source: "^b", Flags: "i"}), `"a"`, `pattern {"regexp":"^b"}`},
		{stringType, rule("Prefix", "prefix", "b"), `"a"`, `prefix {"prefix":"b"}`},
		{stringType, rule("Suffix", "suffix", "b"), `"a"`, `suffix {"suffix":"b"}`},
		{listOf(intType), rule("Size", "min", one, "max", int64(2)), `[]`, `size {"min":1,"max":2}`},
		{listOf(intType), rule("NotEmpty"), `[]`, "not-empty"},
		{mapOf(intType), rule("NotEmpty"), `{}`, "not-empty"},
		{listOf(intType), rule("Unique"), `[1, 1]`, "unique"},
		{listOf(intType), each(rule("Min", "value", one)), `[0]`, `min {"min":1}`},
		{dateType, rule("Past"), `"2999-01-01"`, "past"},
		{dateType, rule("PastOrPresent"), `"2999-01-01"`, "past-or-present"},
		{dateType, rule("Future"), `"1999-01-01"`, "future"},
		{dateType, rule("FutureOrPresent"), `"1999-01-01"`, "future-or-present"},
	}
}

// TestCodes: every refusal has a code that is listed, and every listed code occurs.
func TestCodes(t *testing.T) {
	seen := map[string]bool{}
	see := func(found []schema.Mismatch) string {
		for _, m := range found {
			seen[m.Code] = true
		}
		return coded(found)
	}
	for _, c := range codeCases() {
		typ := c.typ
		if c.rule.Name != "" {
			typ = constrained(t, typ, c.rule)
		}
		_, found, err := bindJSON(typ, c.text)
		if got := see(found); err != nil || got != c.want {
			t.Errorf("%s %s: %s %v, want %s", c.rule.Name, c.text, got, err, c.want)
		}
	}
	for _, c := range formCodes() {
		_, found, err := schema.Form[any](schematest.Maker{}, c.typ, c.fields, schema.Limits{})
		if got := see(found); err != nil || got != c.want {
			t.Errorf("%v: %s %v, want %s", c.fields, got, err, c.want)
		}
	}
	root := classOf("Order")
	root.Class.XMLRoot = "order"
	doc, _ := schema.ParseXML("<line/>", 0)
	_, found, _ := schema.XML[any](schematest.Maker{}, root, doc, schema.Limits{})
	if got := see(found); got != `root {"root":"order"}` {
		t.Error(got)
	}
	_, wrong := schema.ParseXML("<a><b>", 0)
	if got := see([]schema.Mismatch{wrong.Mismatch(schema.RefusedXML)}); got != `xml {"line":1,"column":7}` {
		t.Error(got)
	}
	_, found, _ = schema.JSON[any](schematest.Maker{}, classOf("Order", required("id", intType)), gjson.Parse(`{"id":1,"more":[1]}`),
		schema.Limits{RefuseUnknown: true})
	if got := see(found); got != `unknown {"known":["id"]}` {
		t.Error(got)
	}
	many := schema.CheckJSON([]byte("[1,2]"), schema.Limits{Values: 1})
	if got := see([]schema.Mismatch{many.Mismatch(schema.RefusedJSON)}); got != `values {"line":1,"column":4}` {
		t.Error(got)
	}
	for _, elsewhere := range []string{schema.RefusedEncoding, schema.RefusedValidate, schema.RefusedSchema} { // of host, and of engine
		seen[elsewhere] = true
	}
	for _, code := range schema.Codes() {
		if !seen[code] {
			t.Errorf("nothing was refused with the code %s", code)
		}
	}
}

type formCode struct {
	typ    *schema.Type
	fields []schema.FormField
	want   string
}

func formCodes() []formCode {
	nested := classOf("Order", optional("line", classOf("Line", optional("n", intType))),
		optional("file", &schema.Type{Kind: schema.Host, Name: schema.UploadedFile}))
	return []formCode{
		{nested, []schema.FormField{{Name: "line", Text: "1"}, {Name: "line[n]", Text: "1"}}, "form"},
		{nested, []schema.FormField{{Name: "line" + strings.Repeat("[n]", 40), Text: "1"}}, "depth"},
		{nested, []schema.FormField{{Name: "line[n]", Text: "x"}}, `type {"type":"integer"}`},
		{nested, []schema.FormField{{Name: "line", Text: "1"}}, `type {"type":"object"}`},
		{nested, []schema.FormField{{Name: "line", Text: "{", IsJSON: true}}, `json {"line":1,"column":2}`},
		{nested, []schema.FormField{{Name: "line", Text: `{"x": ` + strings.Repeat("[", 200), IsJSON: true}}, `depth {"line":1,"column":134}`},
		{nested, []schema.FormField{{Name: "file", Text: "x"}}, `type {"type":"file"}`},
	}
}

// TestCodesOfTexts: a text that is not a number has the wrong type; a text that is not a date has the wrong
// format.
func TestCodesOfTexts(t *testing.T) {
	for _, c := range []struct {
		typ  *schema.Type
		text string
		want string
	}{
		{intType, "x", `type {"type":"integer"}`},
		{intType, "9007199254740992", `range {"min":-9007199254740991,"max":9007199254740991}`},
		{boolType, "maybe", `type {"type":"boolean"}`},
		{dateType, "soon", `format {"format":"date"}`},
		{enumOf("a", "b"), "c", `enum {"values":["a","b"]}`},
		{constrained(t, stringType, rule("Email"), rule("Length", "min", int64(2))), "x", `email; length {"min":2}`},
		{constrained(t, stringType, rule("Length", "min", int64(2)), rule("NotBlank"), rule("NotEmpty")), "", "not-blank"},
	} {
		if _, found, _ := schema.Texts[any](schematest.Maker{}, c.typ, []string{c.text}); coded(found) != c.want {
			t.Errorf("%s: %s, want %s", c.text, coded(found), c.want)
		}
	}
	if _, found, _ := schema.JSON[any](schematest.Maker{}, intType, gjson.Result{}, schema.Limits{}); coded(found) != "required" {
		t.Error(coded(found))
	}
}
