package search

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fwrun/fwrun/migrate"
)

func fileOf(name, text string) *migrate.File {
	return &migrate.File{Path: "shop/" + name, Shown: name, Text: []byte(text)}
}

func TestMistakesInJSON(t *testing.T) {
	for text, want := range map[string]string{
		``:                              "the file is empty",
		" \n":                           "a.json:1:1: the file is empty",
		"\ufeff":                        "a.json:1:1: the file is empty",
		`[]`:                            "a.json:1:1: the file must contain a JSON object",
		"\n 7":                          "a.json:2:2: the file must contain a JSON object",
		`{"a": 1`:                       "a.json:1:8: the file is not JSON: it ends too early",
		"{\n  \"a\": 1,\n}":             "a.json:2:9: the file is not JSON: there is a comma after the last item",
		`{"a": [1, ]}`:                  "a.json:1:9: the file is not JSON: there is a comma after the last item",
		`{"a": 01}`:                     "a.json:1:8: the file is not JSON: there is no comma between two items",
		`{"a": 1 "b": 2}`:               "a.json:1:9: the file is not JSON: there is no comma between two items",
		`{"a" 1}`:                       "a.json:1:6: the file is not JSON: there is no colon after a key",
		`{"a": /* b */ 1}`:              "a.json:1:7: the file is not JSON: it has a comment",
		"// b\n{\"a\": 1}":              "a.json:1:1: the file is not JSON: it has a comment",
		"{\"a\": 1}\n// b":              "a.json:2:1: the file is not JSON: it has a comment",
		"{\"a\": 1, // b\n}":            "a.json:1:10: the file is not JSON: it has a comment",
		"a: 1":                          "a.json:1:1: the file is not JSON: invalid character 'a' looking for beginning of value",
		`{a: 1}`:                        "a.json:1:2: the file is not JSON: keys and texts must be in double quotes",
		`{"a": 'b'}`:                    "a.json:1:7: the file is not JSON: keys and texts must be in double quotes",
		"{\"a\": \"b\nc\"}":             "a.json:1:9: the file is not JSON: a text has a line break or another control character",
		`{"a": NaN}`:                    "a.json:1:7: the file is not JSON: invalid character 'N' looking for beginning of value",
		`{"a": 1} {}`:                   "a.json:1:10: there is more after the end of the JSON object",
		"{\n\"a\": \"\xe9\"}":           "a.json:2:7: the file is not UTF-8",
		"\xff\xfe{\x00}\x00":            "a.json:1:1: the file is not UTF-8",
		"{\"ä\": {\"b\": 1, \"b\": 2}}": `a.json:1:16: the key "b" occurs twice in one object`,
		`{"a": {"b": 1, "\u0062": 2}}`:  `a.json:1:16: the key "b" occurs twice in one object`,
		`{"a": [{"b": 1}, {"b": 2, "b": 3}], "c": 4}`: `a.json:1:27: the key "b" occurs twice in one object`,
		"\ufeff{\"a\": x}": "a.json:1:7: the file is not JSON: " +
			"invalid character 'x' looking for beginning of value",
		strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000): "a.json:1:50001: the file is nested deeper than 10000 levels",
		strings.Repeat("[", 100_000):                                          "a.json:1:10001: the file is nested deeper than 10000 levels",
		strings.Repeat(" ", 100<<20) + "{}":                                   "the file has 101 MiB, and clusters accept at most 100 MiB",
	} {
		_, problems := parse(fileOf("a.json", text))
		if len(problems) == 0 {
			t.Errorf("%.40q: no problem, want %s", text, want)
			continue
		}
		if got := problems[0].Error(); !strings.Contains(got, want) || len(problems) != 1 || len(problems[0].Source) > maxLine {
			t.Errorf("%.40q: got %s, want %s", text, got, want)
		}
	}
}

func TestMembersKeepTheirBytes(t *testing.T) {
	d, problems := parse(fileOf("a.json", "{ \"a\" : { } ,\n\t\"b\":[1, {\"c\":{}}], \"d\": \"x\\u0041\", \"e\": 1.0 }\n"))
	if problems != nil {
		t.Fatal(problems)
	}
	want := map[string]string{"a": "{ }", "b": `[1, {"c":{}}]`, "d": `"x\u0041"`, "e": "1.0"}
	if len(d.members) != len(want) {
		t.Errorf("%d members", len(d.members))
	}
	for _, m := range d.members {
		if string(m.value) != want[m.name] || d.text[m.at] != '"' {
			t.Errorf("%s is %s, want %s", m.name, m.value, want[m.name])
		}
	}
}

// FuzzDocument holds that what is read is what encoding/json reads, and that values are parts of the text.
func FuzzDocument(f *testing.F) {
	for _, text := range []string{`{"a":{},"b":[1,"x"]}`, `{"a":1,"a":2}`, "\ufeff{}", `{"a":`, "[]", `{"a":null} x`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, problems := parse(fileOf("a.json", text))
		whole := strings.TrimPrefix(text, "\ufeff")
		var object map[string]json.RawMessage
		valid := json.Unmarshal([]byte(whole), &object) == nil && object != nil
		if (problems == nil) && !valid {
			t.Fatalf("%q is taken", text)
		}
		for _, problem := range problems {
			if problem.Place.Line < 1 || problem.Place.Col < 1 {
				t.Fatalf("%q: the place is %v", text, problem.Place)
			}
			if valid && utf8.ValidString(whole) && !strings.Contains(problem.Message, "occurs twice") {
				t.Fatalf("%q is refused: %s", text, problem.Message)
			}
		}
		if problems == nil {
			for _, m := range d.members {
				if string(object[m.name]) != string(m.value) {
					t.Fatalf("%q: %s is %s, want %s", text, m.name, m.value, object[m.name])
				}
			}
		}
	})
}
