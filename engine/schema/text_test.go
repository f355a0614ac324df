package schema_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/schematest"
)

func instant(text string) time.Time {
	d, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		panic(err)
	}
	return d.UTC()
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		t    *schema.Type
		text string
		want any
	}{
		{stringType, "", ""},
		{stringType, " a ", " a "},
		{kind(schema.Untyped), "7", "7"},
		{anyType, "7", "7"},

		{intType, "0", int64(0)},
		{intType, "-0", int64(0)},
		{intType, "007", int64(7)},
		{intType, "+7", int64(7)},
		{intType, "-42", int64(-42)},
		{intType, "9007199254740991", int64(9007199254740991)},
		{intType, "-9007199254740991", int64(-9007199254740991)},
		{intType, strings.Repeat("0", 100) + "5", int64(5)},

		{floatType, "1", 1.0},
		{floatType, "-1.5", -1.5},
		{floatType, "+01.50", 1.5},
		{floatType, "2e3", 2000.0},
		{floatType, ".5", 0.5},
		{floatType, "-.5e1", -5.0},
		{floatType, "5.", 5.0},
		{kind(schema.FloatList), ".5", []any{0.5}},
		{nullable(floatType), "", nil},
		{nullable(intType), "", nil},
		{nullable(boolType), "", nil},
		{nullable(dateType), "", nil},
		{nullable(colourType), "", nil},
		{nullable(bytesType), "", nil},
		{nullable(enumOf("", "x")), "", ""},
		{nullable(kind(schema.String)), "", ""},
		{floatType, "2.5E-1", 0.25},

		{boolType, "true", true},
		{boolType, "TRUE", true},
		{boolType, "1", true},
		{boolType, "Yes", true},
		{boolType, "on", true},
		{boolType, "False", false},
		{boolType, "0", false},
		{boolType, "no", false},
		{boolType, "OFF", false},

		{dateType, "2026-01-31", instant("2026-01-31T00:00:00Z")},
		{dateType, "2024-02-29", instant("2024-02-29T00:00:00Z")},
		{dateType, "2026-01-31T12:00:00Z", instant("2026-01-31T12:00:00Z")},
		{dateType, "2026-01-31t12:00:00z", instant("2026-01-31T12:00:00Z")},
		{dateType, "2026-01-31T12:00", instant("2026-01-31T12:00:00Z")},
		{dateType, "2026-01-31 12:00:01", instant("2026-01-31T12:00:01Z")},
		{dateType, "2026-01-31T12:00:00.123456789", instant("2026-01-31T12:00:00.123456789Z")},
		{dateType, "2026-01-31T23:30:00-01:30", instant("2026-02-01T01:00:00Z")},
		{dateType, "2026-01-01T00:30:00.5+02:00", instant("2025-12-31T22:30:00.5Z")},

		{bytesType, "", []byte{}},
		{bytesType, "aGk=", []byte("hi")},
		{bytesType, "aGk", []byte("hi")},
		{bytesType, "_-8=", []byte{0xff, 0xef}},
		{bytesType, "/+8", []byte{0xff, 0xef}},

		{colourType, "green", "green"},
		{levelType, "1", int64(1)},
		{levelType, "2.5", 2.5},
		{levelType, "true", true},
		{levelType, "off", "off"},

		{listOf(intType), "7", []any{int64(7)}},
		{kind(schema.FloatList), "7", []any{7.0}},
	} {
		got, bad, _ := schema.Text[any](schematest.Maker{}, c.t, c.text)
		if bad != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s %q = %#v, %v; want %#v", c.t.Name, c.text, got, bad, c.want)
		}
	}
}

func TestTextRefuses(t *testing.T) {
	const date = "a date such as 2026-01-31 or a date-time such as 2026-01-31T12:00:00Z"
	for _, c := range []struct {
		t        *schema.Type
		expected string
		texts    []string
	}{
		{intType, "integer", []string{"", "+", "-", "7.0", "7.5", " 7", "7 ", "0x7", "1e3", "1_000", "٣", "+-7"}},
		{intType, "integer within ±9007199254740991", []string{"9007199254740992", "-9007199254740992", strings.Repeat("9", 500)}},
		{floatType, "number", []string{"", "-", ".", "-.", ".e1", "5..", "1e", "1e+", "0x1p4", "Infinity", "-inf", "NaN", "1_0"}},
		{floatType, "number", []string{"1e400", "1,5", " 1"}},
		{boolType, "boolean", []string{"", "2", "t", "y", "truee", "ja"}},
		{dateType, date, []string{
			"", "2026", "2026-1-31", "2026-13-01", "2026-00-01", "2026-02-29", "2026-01-32", "26-01-01", "2026-01-31T", "2026-01-31Z",
			"2026-01-31T24:00:00Z", "2026-01-31T12:60:00Z", "2026-01-31T12:00:60Z", "2026-01-31T12", "2026-01-31T12:00:00.",
			"2026-01-31T12:00:00.1234567890Z", "2026-01-31T12:00:00+0200", "2026-01-31T12:00:00+24:00", "2026-01-31T12:00:00+02:60",
			"2026-01-31T12:00:00Zx", "+2026-01-31", "1767225600",
		}},
		{bytesType, "base64 text", []string{"a", "aGk==", "a Gk=", "aG\nk="}},
		{colourType, `one of "red", "green"`, []string{"", "Red", "blue"}},
		{enumOf("only"), `"only"`, []string{"other"}},
		{
			enumOf(strings.Split("abcdefghijklmnopqrstuvwxyz", "")...),
			`one of "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", …`,
			[]string{"A"},
		},
		{levelType, `one of 1, 2.5, true, "off"`, []string{"01", "2.50", "TRUE"}},
		{classOf("User"), "object", []string{"{}"}},
		{mapOf(intType), "object", []string{"{}"}},
		{hostType, "a HttpRequest, which cannot be sent", []string{"x"}},
		{kind(schema.Void), "nothing", []string{""}},
	} {
		for _, text := range c.texts {
			got, bad, _ := schema.Text[any](schematest.Maker{}, c.t, text)
			if bad == nil {
				t.Errorf("%s %q = %#v, want a mismatch", c.t.Name, text, got)
			} else if render(bad) != "expected "+c.expected {
				t.Errorf("%s %q: %+v, want expected %s", c.t.Name, text, render(bad), c.expected)
			}
		}
	}
}

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		t     *schema.Type
		texts []string
		want  any
		found string
	}{
		{listOf(intType), []string{"1", "02"}, []any{int64(1), int64(2)}, ""},
		{listOf(intType), nil, []any{}, ""},
		{listOf(intType), []string{"1", "x", "2.0"}, nil, "[1]: expected integer; [2]: expected integer"},
		{listOf(nil), []string{"a"}, []any{"a"}, ""},
		{kind(schema.StringList), []string{"a", "1"}, []any{"a", "1"}, ""},
		{kind(schema.IntegerList), []string{"1", "-2"}, []any{int64(1), int64(-2)}, ""},
		{kind(schema.IntegerList), []string{"2.0"}, nil, "[0]: expected integer"},
		{kind(schema.FloatList), []string{"1", "1.5"}, []any{1.0, 1.5}, ""},
		{kind(schema.FloatList), []string{"a"}, nil, "[0]: expected number"},
		{intType, []string{"1", "2"}, int64(1), ""},
		{intType, nil, nil, "is required"},
		{intType, []string{"x"}, nil, "expected integer"},
	} {
		got, found, _ := schema.Texts[any](schematest.Maker{}, c.t, c.texts)
		if render(found) != c.found {
			t.Errorf("%q: found %s, want %s", c.texts, render(found), c.found)
		}
		if c.found == "" && !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q = %#v, want %#v", c.texts, got, c.want)
		}
	}
}

func TestTextsStopsAtTwentyMismatches(t *testing.T) {
	_, found, _ := schema.Texts[any](schematest.Maker{}, listOf(intType), make([]string, 100))
	if len(found) != 20 {
		t.Errorf("%d mismatches, want 20", len(found))
	}
}

func TestMismatchUnder(t *testing.T) {
	for path, want := range map[string]string{"": "a: is required", "[0]": "a[0]: is required", "b.c": "a.b.c: is required"} {
		if got := (schema.Mismatch{Path: path, Missing: true}).Under("a").String(); got != want {
			t.Errorf("%q under a: %s, want %s", path, got, want)
		}
	}
}

func render(found []schema.Mismatch) string {
	lines := make([]string, len(found))
	for i, m := range found {
		lines[i] = told(m)
	}
	return strings.Join(lines, "; ")
}

func FuzzText(f *testing.F) {
	types := []*schema.Type{
		stringType, intType, floatType, boolType, dateType, bytesType, colourType, listOf(dateType), hostType,
	}
	for i, seed := range []string{"a", "+007", "1.5e3", "yes", "2026-01-31T12:00:00.5+02:00", "aGk=", "red", "2026-02-29", ""} {
		f.Add(uint8(i), seed)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		typ := types[int(which)%len(types)]
		got, bad, _ := schema.Text[any](schematest.Maker{}, typ, text)
		if bad != nil {
			return
		}
		d, ok := got.(time.Time)
		if !ok || d.Year() < 1 || d.Year() > 9999 {
			return
		}
		again, bad, _ := schema.Text[any](schematest.Maker{}, dateType, d.Format(time.RFC3339Nano))
		if bad != nil || !again.(time.Time).Equal(d) {
			t.Errorf("%q is %v, which does not read back: %v", text, d, bad)
		}
	})
}
