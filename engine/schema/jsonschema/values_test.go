package jsonschema_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine/schema/jsonschema"
)

// TestEquality: enum and const compare values, not texts.
func TestEquality(t *testing.T) {
	for _, c := range []struct {
		a       string
		same    []string
		another []string
	}{
		{`1`, []string{`1.0`, `1e0`, `10e-1`, `0.1E+1`, `1.000e000`}, []string{`"1"`, `true`, `1.0000000000000000000001`, `-1`, `[1]`, `10`}},
		{`0`, []string{`-0`, `0.0`, `0e9`, `-0.0e-99999999999999999999`}, []string{`false`, `null`, `""`, `1e-999`}},
		{`100`, []string{`1e2`, `1E+2`, `100.0`, `0.001e5`}, []string{`1e3`, `101`}},
		{`1.5`, []string{`1.50`, `15e-1`, `0.15e1`}, []string{`1`, `2`, `1.5000000000000001`, `"1.5"`}},
		{`12345678901234567890`, []string{`1234567890123456789e1`, `12345678901234567890.0`}, []string{`12345678901234567891`, `1.2345678901234567e19`}},
		{`9007199254740993`, []string{`9007199254740993.0`}, []string{`9007199254740992`, `9007199254740992.0`}},
		{
			`1e99999999999999999999`,
			[]string{`10e99999999999999999998`, `0.1e100000000000000000000`, `1E+0099999999999999999999`},
			[]string{`1e99999999999999999998`, `-1e99999999999999999999`, `1e-99999999999999999999`, `1e999`},
		},
		{`1e999999999999`, []string{`10e999999999998`}, []string{`1e999999999998`, `1e-999999999999`}},
		{`12300000000000000`, []string{`123e14`, `0.123e17`}, []string{`12300000000000001`, `123e15`}},
		{`"a/b"`, []string{`"a\/b"`, `"\u0061/b"`}, []string{`"a\\/b"`, `"A/b"`, `"a/b "`}},
		{`"\"\\"`, []string{`"\u0022\u005c"`}, []string{`"\\\""`, `"\\\"\\"`}},
		{`"😀"`, []string{`"\ud83d\ude00"`}, []string{`"\ud83d"`, `"\ude00\ud83d"`}},
		{`"é"`, []string{`"\u00e9"`}, []string{`"e\u0301"`}}, // as sent, not normalised
		{`[1, "a"]`, []string{`[ 1.0,"\u0061" ]`}, []string{`["a", 1]`, `[1]`, `[1, "a", 1]`, `[[1], "a"]`, `"[1,\"a\"]"`, `{"0": 1, "1": "a"}`}},
		{`[]`, []string{`[ ]`}, []string{`{}`, `null`, `""`, `[[]]`}},
		{`{}`, []string{"{\n}"}, []string{`[]`, `{"a": null}`}},
		{
			`{"a": {"x": 1, "y": [true]}, "b": null}`,
			[]string{`{"b": null, "\u0061": {"y": [true], "x": 1e0}}`, `{"b": 1, "a": {"y": [true], "x": 1}, "b": null}`},
			[]string{
				`{"a": {"x": 1, "y": [true]}}`, `{"a": {"x": 1, "y": [false]}, "b": null}`, `{"a": {"x": 1, "y": [true]}, "b": null, "c": 1}`,
				`{"b": null, "a": {"x": 1, "y": [true]}, "b": 1}`,
			},
		},
		{`["a,b"]`, []string{`["a\u002cb"]`}, []string{`["a","b"]`, `["a\",\"b"]`}},
		{`{"a\":1,\"b": 1}`, nil, []string{`{"a": 1, "b": 1}`}},
	} {
		constant := compile(t, `{"const": `+c.a+`}`)
		listed := compile(t, `{"enum": ["another", `+c.a+`]}`)
		for _, s := range []*jsonschema.Schema{constant, listed} {
			for _, same := range append(c.same, c.a) {
				if got := rendered(t, s, same); got != nil {
					t.Errorf("%s is %s: %q", same, c.a, got)
				}
			}
			for _, other := range c.another {
				if rendered(t, s, other) == nil {
					t.Errorf("%s is not %s", other, c.a)
				}
			}
		}
	}
}

// TestNumbers: in ascending order, each with the numbers it is equal to. Each number is compared with all
// others as bounds, exactly.
func TestNumbers(t *testing.T) {
	ascending := []string{
		`-1e100000000000000000000`, `-1e99999999999999999999`, `-1e400`, `-12345678901234567890.5`, `-12345678901234567890`, `-10`, `-9.99`,
		`-1`, `-0.1`, `-0.01`, `-1e-99999999999999999999`, `0`, `1e-100000000000000000000`, `1e-99999999999999999999`, `5e-324`, `0.00999`, `0.01`, `0.1`,
		`0.3`, `0.30000000000000001`, `1`, `1.1`, `9.99`, `10`, `99`, `100`, `9007199254740992`, `9007199254740993`, `12345678901234567890`,
		`12345678901234567890.5`,
		`1e20`, `1e400`, `1.01e400`, `1e99999999999999999999`, `1e100000000000000000000`,
	}
	for i, bound := range ascending {
		least, most := compile(t, `{"minimum": `+bound+`}`), compile(t, `{"maximum": `+bound+`}`)
		for j, n := range ascending {
			if fits := rendered(t, least, n) == nil; fits != (j >= i) {
				t.Errorf("%s >= %s: %v", n, bound, fits)
			}
			if fits := rendered(t, most, n) == nil; fits != (j <= i) {
				t.Errorf("%s <= %s: %v", n, bound, fits)
			}
		}
	}
	integer := compile(t, `{"type": "integer"}`)
	for _, n := range []string{`0`, `-0.0`, `2.0`, `1e2`, `1.5e1`, `120e-1`, `1e400`, `0e-5`, `1e99999999999999999999`, `0.00001e5`} {
		if got := rendered(t, integer, n); got != nil {
			t.Errorf("%s: %q", n, got)
		}
	}
	for _, n := range []string{`0.5`, `1e-1`, `1.55e1`, `125e-1`, `1e-400`, `1e-99999999999999999999`, `12345678901234567890.5`} {
		if rendered(t, integer, n) == nil {
			t.Errorf("%s is no integer", n)
		}
	}
}
