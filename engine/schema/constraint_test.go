package schema_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/schematest"
)

func rule(name string, options ...any) schema.Constraint {
	c := schema.Constraint{Name: name, Options: map[string]any{}}
	for i := 0; i+1 < len(options); i += 2 {
		c.Options[options[i].(string)] = options[i+1]
	}
	return c
}

func each(list ...schema.Constraint) schema.Constraint {
	return schema.Constraint{Name: "Each", Items: list}
}

func constrained(t *testing.T, typ *schema.Type, list ...schema.Constraint) *schema.Type {
	t.Helper()
	typ, wrong := schema.Constrain(typ, list)
	for _, misfit := range wrong {
		t.Fatal(misfit.Diagnostic.Message)
	}
	return typ
}

// constraintCase is a type with constraints, with the JSON that it takes and refuses, the expected messages,
// and its JSON Schema.
type constraintCase struct {
	name     string
	typ      *schema.Type
	rules    []schema.Constraint
	takes    []string
	refuses  []string
	message  string
	document string
	// loose are values that the schema takes although binding refuses them; strict are those it refuses
	// although binding takes them.
	loose, strict []string
}

const (
	someText = `"abc"`
	someUUID = `"0b5f5ee4-0C2f-4c5c-8d2f-6a1e3b0d9f11"`
)

func constraintCases() []constraintCase {
	past, future := `"2001-01-01T00:00:00Z"`, `"`+time.Now().AddDate(1, 0, 0).UTC().Format(time.RFC3339)+`"`
	return []constraintCase{
		{
			name: "min", typ: intType, rules: []schema.Constraint{rule("Min", "value", int64(1))},
			takes: []string{"1", "7"}, refuses: []string{"0", "-1"}, message: "expected at least 1",
			document: `{"type":"integer","minimum":1}`,
		}, {
			name: "min of a float", typ: floatType, rules: []schema.Constraint{rule("Min", "value", 0.5)},
			takes: []string{"0.5", "1"}, refuses: []string{"0.49", "0"}, message: "expected at least 0.5",
			document: `{"type":"number","minimum":0.5}`,
		}, {
			name: "min, exclusive", typ: floatType, rules: []schema.Constraint{rule("Min", "value", int64(1), "exclusive", true)},
			takes: []string{"1.0000001", "2"}, refuses: []string{"1", "0"}, message: "expected more than 1",
			document: `{"type":"number","exclusiveMinimum":1}`,
		}, {
			name: "max", typ: intType, rules: []schema.Constraint{rule("Max", "value", int64(10))},
			takes: []string{"10", "-3"}, refuses: []string{"11"}, message: "expected at most 10",
			document: `{"type":"integer","maximum":10}`,
		}, {
			name: "max, exclusive", typ: intType, rules: []schema.Constraint{rule("Max", "value", int64(10), "exclusive", true)},
			takes: []string{"9"}, refuses: []string{"10"}, message: "expected less than 10",
			document: `{"type":"integer","exclusiveMaximum":10}`,
		}, {
			name: "positive", typ: floatType, rules: []schema.Constraint{rule("Positive")},
			takes: []string{"0.001", "1"}, refuses: []string{"0", "-0.0", "-1"}, message: "expected a positive number",
			document: `{"type":"number","exclusiveMinimum":0}`,
		}, {
			name: "positive or zero", typ: intType, rules: []schema.Constraint{rule("PositiveOrZero")},
			takes: []string{"0", "1"}, refuses: []string{"-1"}, message: "expected 0 or a positive number",
			document: `{"type":"integer","minimum":0}`,
		}, {
			name: "negative", typ: intType, rules: []schema.Constraint{rule("Negative")},
			takes: []string{"-1"}, refuses: []string{"0", "1"}, message: "expected a negative number",
			document: `{"type":"integer","exclusiveMaximum":0}`,
		}, {
			name: "negative or zero", typ: intType, rules: []schema.Constraint{rule("NegativeOrZero")},
			takes: []string{"0", "-1"}, refuses: []string{"1"}, message: "expected 0 or a negative number",
			document: `{"type":"integer","maximum":0}`,
		}, {
			name: "multiple of", typ: floatType, rules: []schema.Constraint{rule("MultipleOf", "value", 0.1)},
			takes: []string{"0.3", "1", "0", "-0.7", "1e3"}, refuses: []string{"0.35", "0.3000000001"},
			message: "expected a multiple of 0.1", document: `{"type":"number","multipleOf":0.1}`,
		}, {
			name: "multiple of a whole number", typ: intType, rules: []schema.Constraint{rule("MultipleOf", "value", int64(5))},
			takes: []string{"10", "0", "-5"}, refuses: []string{"1", "9007199254740991"},
			message: "expected a multiple of 5", document: `{"type":"integer","multipleOf":5}`,
		}, {
			name: "digits", typ: floatType, rules: []schema.Constraint{rule("Digits", "integer", int64(3), "fraction", int64(2))},
			takes: []string{"999.99", "0.1", "-12.5", "7"}, refuses: []string{"1000", "0.125", "-1000"},
			message:  "expected at most 3 digits before the point and 2 after it",
			document: `{"type":"number","exclusiveMinimum":-1000,"exclusiveMaximum":1000,"multipleOf":0.01}`,
		}, {
			name: "several bounds", typ: intType,
			rules: []schema.Constraint{
				rule("Min", "value", int64(1)), rule("Positive"), rule("Min", "value", int64(3)),
				rule("MultipleOf", "value", int64(2)),
			},
			takes: []string{"4"}, refuses: []string{"-1"},
			message:  "expected at least 1|expected a positive number|expected at least 3",
			document: `{"type":"integer","minimum":3,"exclusiveMinimum":0,"multipleOf":2}`,
		}, {
			name: "length", typ: stringType, rules: []schema.Constraint{rule("Length", "min", int64(2), "max", int64(4))},
			takes: []string{`"ab"`, `"äöüß"`, `"😀😀😀😀"`}, refuses: []string{`"a"`, `"abcde"`, `""`}, message: "expected 2 to 4 characters",
			document: `{"type":"string","minLength":2,"maxLength":4}`,
		}, {
			name: "length, exactly", typ: stringType, rules: []schema.Constraint{rule("Length", "min", int64(3), "max", int64(3))},
			takes: []string{someText}, refuses: []string{`"ab"`}, message: "expected exactly 3 characters",
			document: `{"type":"string","minLength":3,"maxLength":3}`,
		}, {
			name: "length, at most", typ: stringType, rules: []schema.Constraint{rule("Length", "max", int64(1))},
			takes: []string{`""`, `"a"`}, refuses: []string{`"ab"`}, message: "expected at most 1 character",
			document: `{"type":"string","maxLength":1}`,
		}, {
			name: "not blank", typ: stringType, rules: []schema.Constraint{rule("NotBlank")},
			takes: []string{`" a "`}, refuses: []string{`""`, `" "`, `"\t\n"`, `"\u00a0\u2003\ufeff"`},
			message: "expected text that is not blank", document: `{"type":"string","minLength":1,"pattern":"\\S"}`,
			loose: []string{`"\u00a0\u2003\ufeff"`}, // Go's \S knows ASCII white space only
		}, {
			name: "not empty", typ: stringType, rules: []schema.Constraint{rule("NotEmpty")},
			takes: []string{`" "`}, refuses: []string{`""`}, message: "expected text that is not empty",
			document: `{"type":"string","minLength":1}`,
		}, {
			name: "email", typ: stringType, rules: []schema.Constraint{rule("Email")},
			takes:   []string{`"ada@example.org"`, `"a.b+c@mail.example.org"`},
			refuses: []string{`""`, `"ada"`, `"ada@"`, `"@example.org"`, `"Ada <ada@example.org>"`, `"a b@example.org"`, `"ada@localhost"`},
			message: "expected an email address", document: `{"type":"string","format":"email"}`,
			loose: []string{`"ada@localhost"`, `"@example.org"`},
		}, {
			name: "url", typ: stringType, rules: []schema.Constraint{rule("Url")},
			takes:    []string{`"http://example.org"`, `"https://user@example.org:8443/a?b=c#d"`, `"http://[::1]/"`, `"HTTPS://example.org"`},
			refuses:  []string{`""`, `"example.org"`, `"//example.org"`, `"https:///a"`, `"https://"`, `"http://a b/"`, `"ftp://a/"`, `"javascript:alert(1)"`},
			message:  "expected a URL that begins with http:// or https://",
			document: `{"type":"string","format":"uri","pattern":"^(?:http|https):\\/\\/"}`,
			strict:   []string{`"HTTPS://example.org"`}, loose: []string{`"https:///a"`, `"https://"`},
		}, {
			name: "url with schemes", typ: stringType, rules: []schema.Constraint{rule("Url", "schemes", []any{"ftp", "svn+ssh://"})},
			takes: []string{`"ftp://a/"`, `"svn+ssh://a"`}, refuses: []string{`"http://a"`}, message: "expected a URL that begins with ftp:// or svn+ssh://",
			document: `{"type":"string","format":"uri","pattern":"^(?:ftp|svn\\+ssh):\\/\\/"}`,
		}, {
			name: "uuid", typ: stringType, rules: []schema.Constraint{rule("Uuid")},
			takes:   []string{someUUID, `"00000000-0000-0000-0000-000000000000"`},
			refuses: []string{`"0b5f5ee40c2f4c5c8d2f6a1e3b0d9f11"`, `"0b5f5ee4-0c2f-4c5c-8d2f-6a1e3b0d9f1g"`, `"{0b5f5ee4-0c2f-4c5c-8d2f-6a1e3b0d9f11}"`},
			message: "expected a UUID", document: `{"type":"string","format":"uuid"}`,
		}, {
			name: "ip", typ: stringType, rules: []schema.Constraint{rule("Ip")},
			takes: []string{`"10.0.0.1"`, `"::1"`, `"2001:db8::7"`}, refuses: []string{`"10.0.0"`, `"010.0.0.1"`, `"fe80::1%eth0"`, `"x"`},
			message: "expected an IP address", document: `{"type":"string","anyOf":[{"format":"ipv4"},{"format":"ipv6"}]}`,
		}, {
			name: "ip v4", typ: stringType, rules: []schema.Constraint{rule("Ip", "version", int64(4))},
			takes: []string{`"10.0.0.1"`}, refuses: []string{`"::1"`}, message: "expected an IPv4 address",
			document: `{"type":"string","format":"ipv4"}`,
		}, {
			name: "ip v6", typ: stringType, rules: []schema.Constraint{rule("Ip", "version", int64(6))},
			takes: []string{`"::1"`, `"::ffff:10.0.0.1"`}, refuses: []string{`"10.0.0.1"`}, message: "expected an IPv6 address",
			document: `{"type":"string","format":"ipv6"}`,
		}, {
			name: "hostname", typ: stringType, rules: []schema.Constraint{rule("Hostname")},
			takes:   []string{`"localhost"`, `"www.example.org"`, `"xn--bcher-kva.example"`},
			refuses: []string{`""`, `"-a.org"`, `"a_b"`, `"a b"`, `"` + strings.Repeat("a.", 127) + `aa"`},
			message: "expected a host name", document: `{"type":"string","format":"hostname"}`,
		}, {
			name: "pattern", typ: stringType, rules: []schema.Constraint{rule("Pattern", "regexp", schema.Regexp{Source: `^[A-Z]{2}\d+$`})},
			takes: []string{`"AB1"`}, refuses: []string{`"ab1"`, `"AB1 "`, `"AB"`}, message: `expected text that matches ^[A-Z]{2}\d+$`,
			document: `{"type":"string","pattern":"^[A-Z]{2}\\d+$"}`,
		}, {
			name: "pattern with flags", typ: stringType,
			rules: []schema.Constraint{rule("Pattern", "regexp", schema.Regexp{Source: `^a.b-[x-z]?$`, Flags: "is"})},
			takes: []string{`"A\nB-X"`, `"a-b-"`}, refuses: []string{`"ab-"`, `"a-b-w"`}, message: `expected text that matches ^a.b-[x-z]?$`,
			document: `{"type":"string","pattern":"^[Aa][\\s\\S][Bb]-[X-Zx-z]?$"}`,
		}, {
			name: "pattern in a text", typ: stringType, rules: []schema.Constraint{rule("Pattern", "regexp", `ä|\u{1f600}`)},
			takes: []string{`"xäx"`, `"😀"`}, refuses: []string{`"a"`}, message: `expected text that matches ä|\u{1f600}`,
			document: `{"type":"string","pattern":"[ä😀]"}`,
		}, {
			name: "prefix and suffix", typ: stringType, rules: []schema.Constraint{rule("Prefix", "prefix", "a."), rule("Suffix", "suffix", "/z")},
			takes: []string{`"a./z"`}, refuses: []string{`"ab/z"`, `"a.z"`, `"a./z\n"`}, message: `expected text that begins with "a."`,
			document: `{"type":"string","pattern":"^a\\.","allOf":[{"pattern":"\\/z$"}]}`,
		}, {
			name: "one of texts", typ: stringType, rules: []schema.Constraint{rule("OneOf", "values", []any{"a", "b"})},
			takes: []string{`"a"`, `"b"`}, refuses: []string{`"c"`, `""`}, message: `expected one of "a", "b"`,
			document: `{"type":"string","enum":["a","b"]}`,
		}, {
			name: "one of numbers", typ: floatType, rules: []schema.Constraint{rule("OneOf", "values", []any{int64(1), 2.5})},
			takes: []string{"1", "1.0", "2.5"}, refuses: []string{"2"}, message: "expected one of 1, 2.5",
			document: `{"type":"number","enum":[1,2.5]}`,
		}, {
			name: "nullable", typ: nullable(stringType), rules: []schema.Constraint{rule("OneOf", "values", []any{"a"}), rule("NotBlank")},
			takes: []string{`"a"`, "null"}, refuses: []string{`"c"`}, message: `expected "a"`,
			document: `{"type":["string","null"],"enum":["a",null],"minLength":1,"pattern":"\\S"}`,
		}, {
			name: "size of a list", typ: listOf(intType), rules: []schema.Constraint{rule("Size", "min", int64(1), "max", int64(2))},
			takes: []string{"[1]", "[1,2]"}, refuses: []string{"[]", "[1,2,3]"}, message: "expected 1 to 2 items",
			document: `{"type":"array","items":{"type":"integer"},"minItems":1,"maxItems":2}`,
		}, {
			name: "size of a map", typ: mapOf(intType), rules: []schema.Constraint{rule("Size", "max", int64(1))},
			takes: []string{`{}`, `{"a":1}`}, refuses: []string{`{"a":1,"b":2}`}, message: "expected at most 1 entry",
			document: `{"type":"object","additionalProperties":{"type":"integer"},"maxProperties":1}`,
		}, {
			name: "not empty list", typ: kind(schema.StringList), rules: []schema.Constraint{rule("NotEmpty")},
			takes: []string{`["a"]`}, refuses: []string{`[]`}, message: "expected at least 1 item",
			document: `{"type":"array","items":{"type":"string"},"minItems":1}`,
		}, {
			name: "unique", typ: listOf(nullable(floatType)), rules: []schema.Constraint{rule("Unique")},
			takes: []string{`[]`, `[1,2]`, `[null,0]`}, refuses: []string{`[1,2,1]`, `[1,1.0]`, `[1e1, 10]`, `[null,null]`},
			message: "expected items that differ from each other", document: `{"type":"array","items":{"type":["number","null"]},"uniqueItems":true}`,
		}, {
			name: "unique texts", typ: listOf(stringType), rules: []schema.Constraint{rule("Unique")},
			takes: []string{`["a", "A", "null"]`}, refuses: []string{`["a", "\u0061"]`},
			message: "expected items that differ from each other", document: `{"type":"array","items":{"type":"string"},"uniqueItems":true}`,
		}, {
			name: "unique dates", typ: listOf(dateType), rules: []schema.Constraint{rule("Unique")},
			takes: []string{`["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"]`}, refuses: []string{`["2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00"]`},
			message:  "expected items that differ from each other",
			document: `{"type":"array","items":{"type":"string","format":"date-time"},"uniqueItems":true}`,
			loose:    []string{`["2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00"]`},
		}, {
			name: "each item", typ: listOf(stringType), rules: []schema.Constraint{each(rule("NotBlank"), rule("Length", "max", int64(3)))},
			takes: []string{`[]`, `["a","abc"]`}, refuses: []string{`["a",""]`}, message: "[1]: expected text that is not blank",
			document: `{"type":"array","items":{"type":"string","minLength":1,"pattern":"\\S","maxLength":3}}`,
		}, {
			name: "each item of a typed list", typ: kind(schema.IntegerList), rules: []schema.Constraint{each(rule("Min", "value", int64(3)))},
			takes: []string{`[3]`}, refuses: []string{`[4,2]`}, message: "[1]: expected at least 3",
			document: `{"type":"array","items":{"type":"integer","minimum":3}}`,
		}, {
			name: "each number of a list of texts", typ: kind(schema.StringList), rules: []schema.Constraint{each(rule("Length", "max", int64(2)))},
			takes: []string{`["ab", 12]`}, refuses: []string{`[123]`}, message: "[0]: expected at most 2 characters",
			document: `{"type":"array","items":{"type":"string","maxLength":2}}`, strict: []string{`["ab", 12]`},
		}, {
			name: "each value", typ: mapOf(floatType), rules: []schema.Constraint{each(rule("Positive"))},
			takes: []string{`{"a":1}`}, refuses: []string{`{"a":1,"b":0}`}, message: "b: expected a positive number",
			document: `{"type":"object","additionalProperties":{"type":"number","exclusiveMinimum":0}}`,
		}, {
			name: "each item of each list", typ: listOf(listOf(intType)), rules: []schema.Constraint{each(rule("NotEmpty"), each(rule("Positive")))},
			takes: []string{`[[1]]`}, refuses: []string{`[[1],[]]`, `[[0]]`}, message: "[1]: expected at least 1 item",
			document: `{"type":"array","items":{"type":"array","items":{"type":"integer","exclusiveMinimum":0},"minItems":1}}`,
		}, {
			name: "past", typ: dateType, rules: []schema.Constraint{rule("Past")}, takes: []string{past}, refuses: []string{future},
			message: "expected a date in the past", loose: []string{future},
			document: `{"description":"A date in the past.","type":"string","format":"date-time"}`,
		}, {
			name: "past or present", typ: dateType, rules: []schema.Constraint{rule("PastOrPresent")}, takes: []string{past}, refuses: []string{future},
			message: "expected a date that is not in the future", loose: []string{future},
			document: `{"description":"A date that is not in the future.","type":"string","format":"date-time"}`,
		}, {
			name: "future", typ: dateType, rules: []schema.Constraint{rule("Future")}, takes: []string{future}, refuses: []string{past},
			message: "expected a date in the future", loose: []string{past},
			document: `{"description":"A date in the future.","type":"string","format":"date-time"}`,
		}, {
			name: "future or present", typ: dateType, rules: []schema.Constraint{rule("FutureOrPresent")}, takes: []string{future}, refuses: []string{past},
			message: "expected a date that is not in the past", loose: []string{past},
			document: `{"description":"A date that is not in the past.","type":"string","format":"date-time"}`,
		}, {
			name: "types that a list says", typ: intType,
			rules: []schema.Constraint{rule("Integer", "min", int64(1), "max", int64(5))}, takes: []string{"1", "5"}, refuses: []string{"0"},
			message: "expected at least 1", document: `{"type":"integer","minimum":1,"maximum":5}`,
		},
	}
}

func TestConstraints(t *testing.T) {
	for _, c := range constraintCases() {
		t.Run(c.name, func(t *testing.T) {
			typ := constrained(t, c.typ, c.rules...)
			for _, text := range c.takes {
				if _, found, err := bindJSON(typ, text); err != nil || len(found) > 0 {
					t.Errorf("%s: %v %v", text, found, err)
				}
			}
			for i, text := range c.refuses {
				_, found, err := bindJSON(typ, text)
				switch {
				case err != nil || len(found) == 0:
					t.Errorf("%s: %v %v", text, found, err)
				case i == 0 && !strings.HasPrefix(joined(found), c.message):
					t.Errorf("%s: %q, want %q", text, joined(found), c.message)
				}
			}
		})
	}
}

func bindJSON(typ *schema.Type, text string) (any, []schema.Mismatch, error) {
	return schema.JSON[any](schematest.Maker{}, typ, gjson.Result{Raw: text, Type: gjson.JSON}, schema.Limits{})
}

// TestConstraintsOnTexts: values of paths, queries and forms are checked against the same constraints.
func TestConstraintsOnTexts(t *testing.T) {
	for _, c := range []struct {
		typ   *schema.Type
		rules []schema.Constraint
		texts []string
		want  string
	}{
		{intType, []schema.Constraint{rule("Min", "value", int64(1))}, []string{"0"}, "expected at least 1"},
		{intType, []schema.Constraint{rule("Min", "value", int64(1))}, []string{"x"}, "expected integer"},
		{floatType, []schema.Constraint{rule("Max", "value", 1.5)}, []string{"1.6"}, "expected at most 1.5"},
		{stringType, []schema.Constraint{rule("Email")}, []string{"x"}, "expected an email address"},
		{dateType, []schema.Constraint{rule("Future")}, []string{"2001-01-01"}, "expected a date in the future"},
		{listOf(intType), []schema.Constraint{rule("Size", "max", int64(1))}, []string{"1", "2"}, "expected at most 1 item"},
		{listOf(intType), []schema.Constraint{rule("Unique")}, []string{"1", "+1"}, "expected items that differ from each other"},
		{listOf(intType), []schema.Constraint{each(rule("Min", "value", int64(2)))}, []string{"2", "1"}, "[1]: expected at least 2"},
		{kind(schema.StringList), []schema.Constraint{each(rule("NotBlank"))}, []string{" "}, "[0]: expected text that is not blank"},
		{listOf(stringType), []schema.Constraint{rule("Unique")}, []string{"1", "+1"}, ""},
	} {
		_, found, _ := schema.Texts[any](schematest.Maker{}, constrained(t, c.typ, c.rules...), c.texts)
		if joined(found) != c.want {
			t.Errorf("%v: %q, want %q", c.texts, found, c.want)
		}
	}
}

// TestConstraintMessages: one mismatch for each constraint, in the order they are written.
func TestConstraintMessages(t *testing.T) {
	length := rule("Length", "min", int64(3), "max", int64(8))
	own := rule("Pattern", "regexp", `\d`, "message", "must have a digit")
	second := rule("Prefix", "prefix", "x", "message", "must begin with an x")
	for _, c := range []struct {
		rules []schema.Constraint
		want  string
	}{
		{[]schema.Constraint{length, rule("Email")}, "name: expected 3 to 8 characters|name: expected an email address"},
		{[]schema.Constraint{own}, "name: must have a digit"},
		{[]schema.Constraint{own, length, second}, "name: must have a digit|name: expected 3 to 8 characters|name: must begin with an x"},
	} {
		user := classOf("User", required("name", constrained(t, stringType, c.rules...)))
		_, found, err := bindJSON(user, `{"name": "ab"}`)
		if err != nil || joined(found) != c.want {
			t.Errorf("%q %v, want %q", found, err, c.want)
		}
	}
}

// TestTypesBeforeConstraints: for a value of another type only the type is reported.
func TestTypesBeforeConstraints(t *testing.T) {
	for _, c := range []struct {
		typ   *schema.Type
		rule  schema.Constraint
		takes []string
		want  string
	}{
		{stringType, rule("Email"), []string{"7", "true", "[]", "{}", "null"}, "expected string"},
		{intType, rule("Min", "value", int64(100)), []string{"7.5", `"7"`, "1e0", "false"}, "expected integer"},
		{floatType, rule("Min", "value", int64(100)), []string{`"x"`, "true"}, "expected number"},
		{dateType, rule("Future"), []string{"7"}, "expected a date such as 2026-01-31 or a date-time such as 2026-01-31T12:00:00Z"},
		{listOf(intType), rule("NotEmpty"), []string{"7", `""`}, "expected list"},
	} {
		for _, text := range c.takes {
			_, found, err := bindJSON(constrained(t, c.typ, c.rule), text)
			if err != nil || strings.TrimSuffix(joined(found), ", not null") != c.want {
				t.Errorf("%s: %q %v, want %q", text, found, err, c.want)
			}
		}
	}
}

// TestConstraintsLeaveTheTypeAlone: another field of the same type has no constraints.
func TestConstraintsLeaveTheTypeAlone(t *testing.T) {
	list := listOf(stringType)
	constrained(t, list, rule("Size", "max", int64(1)), each(rule("Email")))
	if list.Rules != nil || list.Elem.Rules != nil || stringType.Rules != nil {
		t.Error("the type was changed")
	}
	if same := constrained(t, list); same != list {
		t.Error("a type without constraints was copied")
	}
}

func TestConstraintMistakes(t *testing.T) {
	pattern := func(source string) schema.Constraint { return rule("Pattern", "regexp", schema.Regexp{Source: source}) }
	for _, c := range []struct {
		typ   *schema.Type
		rules []schema.Constraint
		want  string
	}{
		{stringType, []schema.Constraint{rule("Min", "value", int64(1))}, "@Min applies to numbers, not to a string"},
		{intType, []schema.Constraint{rule("Email")}, "@Email applies to texts, not to an int"},
		{stringType, []schema.Constraint{rule("Past")}, "@Past applies to dates, not to a string"},
		{anyType, []schema.Constraint{rule("Email")}, "@Email applies to texts, not to a value of unknown type"},
		{boolType, []schema.Constraint{rule("NotEmpty")}, "@NotEmpty applies to texts and maps and lists, not to a bool"},
		{listOf(stringType), []schema.Constraint{rule("Email")}, "@Email applies to texts, not to a list"},
		{stringType, []schema.Constraint{each(rule("Email"))}, "@Each applies to lists and maps, not to a string"},
		{listOf(intType), []schema.Constraint{each(rule("Email"))}, "each item: @Email applies to texts, not to an int"},
		{listOf(classOf("User")), []schema.Constraint{rule("Unique")}, "@Unique compares texts, numbers, dates and enums, not a list"},
		{intType, []schema.Constraint{rule("OneOf", "values", []any{"a"})}, "a value of @OneOf does not match the declared type, which is an int"},
		{intType, []schema.Constraint{rule("OneOf", "values", []any{})}, "@OneOf has no values"},
		{stringType, []schema.Constraint{rule("Date")}, `"date" does not match the declared type, which is a string`},
		{stringType, []schema.Constraint{rule("Length", "min", int64(5), "max", int64(2))}, "the min of @Length is 5, which is greater than the max 2"},
		{stringType, []schema.Constraint{rule("Length", "min", -1.5)}, `the option "min" of @Length must not be -1.5`},
		{intType, []schema.Constraint{rule("Min", "value", int64(5)), rule("Max", "value", int64(2))}, "no value is both at least 5 and at most 2"},
		{intType, []schema.Constraint{rule("Positive"), rule("Max", "value", int64(0))}, "no value is both a positive number and at most 0"},
		{
			stringType,
			[]schema.Constraint{rule("Length", "min", int64(5)), rule("Length", "max", int64(2))},
			"no value is both at least 5 characters and at most 2 characters",
		},
		{floatType, []schema.Constraint{rule("MultipleOf", "value", int64(0))}, "@MultipleOf requires a positive number, but has 0"},
		{floatType, []schema.Constraint{rule("Digits", "integer", int64(16))}, "@Digits requires two whole numbers whose sum is at most 15"},
		{stringType, []schema.Constraint{rule("Ip", "version", int64(5))}, "@Ip supports the versions 4 and 6, not 5"},
		{stringType, []schema.Constraint{rule("Url", "schemes", []any{"a b"})}, "the arguments of @Url must be schemes of URLs"},
		{stringType, []schema.Constraint{pattern(`a(?=b)`)}, "the pattern of @Pattern is invalid: lookahead (?=…) is not supported"},
		{stringType, []schema.Constraint{pattern(`a(?<!b)`)}, "the pattern of @Pattern is invalid: lookbehind (?<!…) is not supported"},
		{stringType, []schema.Constraint{pattern(`(a)\1`)}, `the pattern of @Pattern is invalid: the backreference \1 is not supported`},
		{stringType, []schema.Constraint{pattern(`(?<n>a)\k<n>`)}, `the pattern of @Pattern is invalid: the backreference \k<…> is not supported`},
		{stringType, []schema.Constraint{pattern(`[a`)}, "the pattern of @Pattern is invalid: missing closing ]: [a"},
		{
			stringType,
			[]schema.Constraint{rule("Pattern", "regexp", schema.Regexp{Source: "a", Flags: "y"})},
			"the pattern of @Pattern is invalid: the flag y is not supported",
		},
	} {
		_, wrong := schema.Constrain(c.typ, c.rules)
		if len(wrong) != 1 || wrong[0].Diagnostic.Message != c.want {
			t.Errorf("%v, want %q", wrong, c.want)
		} else if wrong[0].Diagnostic.Hint == "" || wrong[0].Diagnostic.Code == "" || wrong[0].Index != len(c.rules)-1 {
			t.Errorf("%+v lacks something", wrong[0])
		}
	}
}

// TestCheck: plain values are checked against the same rules.
func TestCheck(t *testing.T) {
	lines := constrained(t, listOf(intType), rule("Unique"), rule("Size", "max", int64(2)), each(rule("Positive")))
	for _, c := range []struct {
		typ   *schema.Type
		value any
		want  string
	}{
		{constrained(t, intType, rule("Min", "value", int64(1))), int64(0), "expected at least 1"},
		{constrained(t, floatType, rule("Min", "value", int64(1))), 0.5, "expected at least 1"},
		{constrained(t, stringType, rule("NotBlank")), " ", "expected text that is not blank"},
		{constrained(t, stringType, rule("NotBlank")), nil, ""},
		{lines, []any{int64(1), int64(2)}, ""},
		{lines, []any{int64(1), int64(1)}, "expected items that differ from each other"},
		{lines, []any{int64(1), int64(0)}, "[1]: expected a positive number"},
		{constrained(t, mapOf(intType), each(rule("Positive")), rule("NotEmpty")), map[string]any{}, "expected at least 1 entry"},
		{constrained(t, mapOf(intType), each(rule("Positive"))), map[string]any{"a": int64(0)}, "a: expected a positive number"},
		{stringType, "", ""},
	} {
		got := joined(c.typ.Check(c.value))
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.value, got, c.want)
		}
	}
}

// TestConstraintsInFormsAndXML: the constraints of fields hold for forms and XML, too.
func TestConstraintsInFormsAndXML(t *testing.T) {
	tagged := classOf("Tagged",
		required("title", constrained(t, stringType, rule("NotBlank"))),
		required("tags", constrained(t, listOf(stringType), rule("Unique"), each(rule("Length", "max", int64(2))))),
		required("count", constrained(t, intType, rule("Min", "value", int64(1)))))
	const want = "title: expected text that is not blank|tags: expected items that differ from each other|count: expected at least 1"

	doc, wrong := schema.ParseXML(`<t><title> </title><tags>a</tags><tags>a</tags><count>0</count></t>`, 0)
	if wrong != nil {
		t.Fatal(wrong)
	}
	_, found, err := schema.XML[any](schematest.Maker{}, tagged, doc, schema.Limits{})
	if got := joined(found); err != nil || got != want {
		t.Errorf("XML: %q %v", got, err)
	}
	_, found, err = schema.Form[any](schematest.Maker{}, tagged, []schema.FormField{
		{Name: "title", Text: " "}, {Name: "tags[]", Text: "a"}, {Name: "tags[]", Text: "a"}, {Name: "count", Text: "0"},
	}, schema.Limits{})
	if got := joined(found); err != nil || got != want {
		t.Errorf("form: %q %v", got, err)
	}
}

func joined(found []schema.Mismatch) string {
	var texts []string
	for _, m := range found {
		texts = append(texts, told(m))
	}
	return strings.Join(texts, "|")
}

// TestRefusals: mismatches that a class reports of its own instance have the path of the instance.
func TestRefusals(t *testing.T) {
	stay := classOf("Stay", required("to", stringType))
	trip := classOf("Trip", required("stays", listOf(stay)))
	maker := schematest.Maker{Construct: func(class string) error {
		if class == "Trip" {
			return nil
		}
		return &schema.Refusal{Mismatches: []schema.Mismatch{
			{Code: schema.RefusedValidate, Message: "too long"}, {Path: "to", Code: schema.RefusedValidate, Message: "too late"},
		}}
	}}
	const want = "stays[0]: too long|stays[0].to: too late"
	_, found, err := schema.JSON[any](maker, trip, gjson.Parse(`{"stays": [{"to": "x"}, {"to": "y"}]}`), schema.Limits{})
	if got := joined(found); err != nil || got != want {
		t.Errorf("JSON: %q %v", got, err)
	}
	_, found, err = schema.Form[any](maker, trip, []schema.FormField{{Name: "stays[0][to]", Text: "x"}}, schema.Limits{})
	if got := joined(found); err != nil || got != want {
		t.Errorf("form: %q %v", got, err)
	}
}
