package schema_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fwrun/fwrun/engine/schema"
)

func TestCheckJSONAccepts(t *testing.T) {
	for _, body := range []string{
		`{}`, `[]`, ` null `, `true`, `false`, `0`, `-0`, `-0.5e+10`, `1E5`, `""`, `"ä😀"`,
		`"\"\\\/\b\f\n\r\t\u00e4\ud83d\ude00"`, "\t{\"a\" : [1 , 2]\r\n}", `{"a":1,"a":2}`, `"\ud800"`, "\"\u007f\"",
	} {
		if bad := schema.CheckJSON([]byte(body), schema.Limits{}); bad != nil {
			t.Errorf("%s: %v", body, bad)
		}
	}
}

func TestCheckJSONRefuses(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{``, `line 1, column 1: unexpected end`},
		{`  `, `line 1, column 3: unexpected end`},
		{`{"a":1`, `line 1, column 7: unexpected end`},
		{`{"a":1]`, `line 1, column 7: expected ',' or '}'`},
		{`[1 2]`, `line 1, column 4: expected ',' or ']'`},
		{`[1,]`, `line 1, column 4: expected a value`},
		{`{"a":1,}`, `line 1, column 8: expected a name in double quotes`},
		{`{a:1}`, `line 1, column 2: expected a name in double quotes`},
		{`{"a" 1}`, `line 1, column 6: expected ':'`},
		{`{"a":}`, `line 1, column 6: expected a value`},
		{"{\n  \"ä😀\": x\n}", `line 2, column 10: expected a value`},
		{`nul`, `line 1, column 4: unexpected end`},
		{`nuLl`, `line 1, column 3: expected null`},
		{`tru1`, `line 1, column 4: expected true`},
		{`1 2`, `line 1, column 3: unexpected text after the value`},
		{`01`, `line 1, column 2: a number must not start with 0`},
		{`-`, `line 1, column 2: unexpected end`},
		{`-a`, `line 1, column 2: expected a digit`},
		{`+1`, `line 1, column 1: expected a value`},
		{`.5`, `line 1, column 1: expected a value`},
		{`[1.]`, `line 1, column 4: expected a digit`},
		{`[1e+]`, `line 1, column 5: expected a digit`},
		{`NaN`, `line 1, column 1: expected a value`},
		{`'a'`, `line 1, column 1: expected a value`},
		{`"a`, `line 1, column 3: unexpected end`},
		{`"a\`, `line 1, column 4: unexpected end`},
		{`"\x"`, `line 1, column 3: unknown escape in a string`},
		{`"\u12g4"`, `line 1, column 6: expected four hexadecimal digits after \u`},
		{`"\u12`, `line 1, column 6: unexpected end`},
		{"\"a\nb\"", `line 1, column 3: control character in a string`},
		{"\"a\x00b\"", `line 1, column 3: control character in a string`},
		{"\"a\xffb\"", `line 1, column 3: text that is not UTF-8`},
		{"\"\xed\xa0\x80\"", `line 1, column 2: text that is not UTF-8`},
		{"\ufeff{}", `line 1, column 1: expected a value`},
		{"\x00", `line 1, column 1: expected a value`},
	} {
		bad := schema.CheckJSON([]byte(c.body), schema.Limits{})
		if bad == nil {
			t.Errorf("%q was accepted", c.body)
			continue
		}
		if bad.Error() != c.want || bad.TooDeep {
			t.Errorf("%q:\n got %s\nwant %s", c.body, bad, c.want)
		}
	}
}

func TestCheckJSONOffsetIsInBytes(t *testing.T) {
	bad := schema.CheckJSON([]byte("[\"ä\",\n?]"), schema.Limits{})
	if bad == nil || bad.Offset != 7 || bad.Line != 2 || bad.Col != 1 {
		t.Errorf("got %+v, want offset 7 at 2:1", bad)
	}
}

func TestCheckJSONDepth(t *testing.T) {
	nested := func(n int) []byte {
		return []byte(strings.Repeat(`{"a":[`, n/2) + strings.Repeat(`]}`, n/2))
	}
	if bad := schema.CheckJSON(nested(10), schema.Limits{Depth: 10}); bad != nil {
		t.Errorf("ten levels in ten: %v", bad)
	}
	bad := schema.CheckJSON(nested(12), schema.Limits{Depth: 10})
	if bad == nil || !bad.TooDeep || bad.Reason != "nested deeper than 10 levels" {
		t.Errorf("twelve levels in ten: %+v", bad)
	}
	if bad := schema.CheckJSON([]byte(strings.Repeat("[", 5_000_000)), schema.Limits{}); bad == nil || !bad.TooDeep {
		t.Errorf("five million brackets: %+v", bad)
	}
	if bad := schema.CheckJSON([]byte(`[[],[],[],{}]`), schema.Limits{Depth: 2}); bad != nil {
		t.Errorf("levels that were closed count again: %v", bad)
	}
}

func FuzzCheckJSON(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.5e3,"x\u00e4",null,true]}`, `[1,]`, `"\ud83d\ude00"`, "\xff", `{"a":01}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got := schema.CheckJSON(body, schema.Limits{Depth: 9999})
		if got != nil && got.TooDeep {
			return
		}
		want := json.Valid(body) && utf8.Valid(body)
		if (got == nil) != want {
			t.Errorf("CheckJSON(%q) = %v, encoding/json.Valid = %v", body, got, want)
		}
		if got != nil && (got.Offset > len(body) || got.Line < 1 || got.Col < 1 || got.Reason == "") {
			t.Errorf("CheckJSON(%q): no such place: %+v", body, got)
		}
	})
}
