package mcp

import (
	"encoding/json"
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// TestWholeNumbers: 2.0 is an integer to JSON Schema, and is passed on as one.
func TestWholeNumbers(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":2.0}`:                           `{"a":2}`,
		`{"a":[2.0,-3.00,1e2,1.5e1,-2E+0]}`:   `{"a":[2,-3,100,15,-2]}`,
		`{"a":-0.0}`:                          `{"a":0}`,
		`{"a":2.5,"b":1e-1,"c":3}`:            `{"a":2.5,"b":1e-1,"c":3}`,
		`{"a":"2.0","2.0":1.0,"c":"\"2.0"}`:   `{"a":"2.0","2.0":1,"c":"\"2.0"}`,
		`{"a\\":2.0}`:                         `{"a\\":2}`,
		`{"a":9007199254740992.0}`:            `{"a":9007199254740992}`,
		`{"a":9007199254740994.0,"b":1e300}`:  `{"a":9007199254740994.0,"b":1e300}`,
		`{"a":1e999,"b":-1e999,"c":1.0}`:      `{"a":1e999,"b":-1e999,"c":1}`,
		`{"a":true,"b":false,"c":null,"d":1}`: `{"a":true,"b":false,"c":null,"d":1}`,
		` { "a" : 2.0 , "b" : [ 1.0 ] } `:     ` { "a" : 2 , "b" : [ 1 ] } `,
		`{}`:                                  `{}`,
	} {
		if got := wholeNumbers(text); got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}

var integer = regexp.MustCompile(`^-?[0-9]+$`)

// FuzzWholeNumbers: encoding/json reads the same as before, and every whole number is written as such.
func FuzzWholeNumbers(f *testing.F) {
	for _, seed := range []string{
		`{"a":2.0,"b":[1.5,1e2,{"c":"1.0\\\"2.0"}]}`, `[-0.0,1E+2,0.1e1,9007199254740993.0]`, `"1.0"`, `1.0`, `true`, `{"e":1,"1.0e":-1e-5}`, `[1e400]`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) {
			return
		}
		got := wholeNumbers(text)
		if want, is := numbers(t, text), numbers(t, got); !reflect.DeepEqual(floats(want), floats(is)) {
			t.Fatalf("%s becomes %s", text, got)
		} else {
			walkNumbers(is, func(n json.Number) {
				if f, err := n.Float64(); err == nil && f == math.Trunc(f) && math.Abs(f) <= 1<<53 && !integer.MatchString(n.String()) {
					t.Fatalf("%s becomes %s, where %s is whole", text, got, n)
				}
			})
		}
	})
}

// numbers decodes a text and keeps its numbers as they are written.
func numbers(t *testing.T, text string) (value any) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("%s is no JSON: %v", text, err)
	}
	return value
}

// floats converts the numbers as scripts do; those that are not valid as float64 stay as they are written.
func floats(value any) any {
	switch value := value.(type) {
	case json.Number:
		if f, err := value.Float64(); err == nil {
			return f
		}
		return value.String()
	case []any:
		list := make([]any, len(value))
		for i := range value {
			list[i] = floats(value[i])
		}
		return list
	case map[string]any:
		object := map[string]any{}
		for name, inner := range value {
			object[name] = floats(inner)
		}
		return object
	}
	return value
}

func walkNumbers(value any, visit func(json.Number)) {
	switch value := value.(type) {
	case json.Number:
		visit(value)
	case []any:
		for _, inner := range value {
			walkNumbers(inner, visit)
		}
	case map[string]any:
		for _, inner := range value {
			walkNumbers(inner, visit)
		}
	}
}

// TestPlainID: scripts see an id as a string or a number; an id that no number of theirs can represent is a string.
func TestPlainID(t *testing.T) {
	for id, want := range map[string]any{
		`"a\u00e4"`: "aä", `7`: int64(7), `-7`: int64(-7), `9007199254740992`: int64(1 << 53), `9007199254740993`: "9007199254740993",
		`123456789012345678901234567890`: "123456789012345678901234567890", `""`: "",
	} {
		if got := plainID([]byte(id)); got != want {
			t.Errorf("%s is %#v, want %#v", id, got, want)
		}
	}
}

// TestArgument: null is absent unless the parameter may be null, and the last one of a name counts.
func TestArgument(t *testing.T) {
	c := &call{arguments: `{"a":1,"b":null,"c":null,"c":2,"d.e":3,"\u0066":4,"g":{"a":5}}`}
	for _, one := range []struct {
		name     string
		nullable bool
		raw      string
		given    bool
	}{
		{"a", false, "1", true},
		{"b", false, "null", false},
		{"b", true, "null", true},
		{"c", false, "2", true},
		{"d.e", false, "3", true},
		{"f", false, "4", true},
		{"e", false, "", false},
		{"e", true, "", false},
		{"g.a", false, "", false},
		{"#", false, "", false},
		{"*", false, "", false},
	} {
		value, given := c.argument(one.name, one.nullable)
		if value.Raw != one.raw || given != one.given {
			t.Errorf("%s is %s, given: %v", one.name, value.Raw, given)
		}
	}
	if got := memberOf(gjson.Parse(`[1]`), "0"); got.Exists() {
		t.Errorf("a list has a member %s", got.Raw)
	}
}
