package jsontext_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fwrun/fwrun/platform/jsontext"
)

// FuzzAppendString compares the text with encoding/json: it is valid JSON, it has the same
// meaning, and it escapes no more than necessary.
func FuzzAppendString(f *testing.F) {
	for _, seed := range []string{"", "plain", "\"\\/\b\f\n\r\t\x00\x1f\x7f", "é😀\u2028\u2029\ufffd", "\xff\xc3(", "a\xe2\x80", "</script>&"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := string(jsontext.AppendString([]byte("x"), s))[1:]
		var back string
		if err := json.Unmarshal([]byte(text), &back); err != nil {
			t.Fatalf("%q is written as %s: %v", s, text, err)
		}
		if want := wellFormed(s); back != want {
			t.Fatalf("%q is written as %s, which means %q", s, text, back)
		}
		if strings.ContainsAny(text, "\u2028\u2029") || !utf8.ValidString(text) {
			t.Fatalf("%q is written as %q", s, text)
		}
		if escapes := strings.Count(text, `\u`); escapes > strings.Count(s, `\u`)+countControl(s) {
			t.Fatalf("%q is written as %s, with needless escapes", s, text)
		}
	})
}

// wellFormed replaces each byte that is not valid UTF-8 by U+FFFD.
func wellFormed(s string) string { return string([]rune(s)) }

func countControl(s string) int {
	n := 0
	for _, r := range s {
		if r < ' ' || r == '\u2028' || r == '\u2029' {
			n++
		}
	}
	return n
}

// FuzzAppendNumber compares the text with encoding/json, which prints numbers as JavaScript does,
// except for minus zero.
func FuzzAppendNumber(f *testing.F) {
	for _, seed := range []float64{
		0, math.Copysign(0, -1), 1, -1.5, 1e-6, 9.99e-7, 1e-7, 1e20, 1e21, 1.5e300, 5e-324, math.MaxFloat64,
		123456789.125, 1e-10,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, number float64) {
		want := "null"
		if !math.IsNaN(number) && !math.IsInf(number, 0) {
			text, err := json.Marshal(number)
			if err != nil {
				t.Fatal(err)
			}
			if want = string(text); number == 0 {
				want = "0"
			}
		}
		if got := string(jsontext.AppendNumber(nil, number)); got != want {
			t.Fatalf("%v is written as %s, want %s", number, got, want)
		}
	})
}

func TestNumbersAreThoseOfJavaScript(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", 1: "1", -1.5: "-1.5", 0.1: "0.1", 1e-6: "0.000001", 1e-7: "1e-7",
		1.5e-7: "1.5e-7", 1e20: "100000000000000000000", 1e21: "1e+21", 1.25e21: "1.25e+21", -1e-10: "-1e-10",
		1e100: "1e+100", 5e-324: "5e-324", math.MaxFloat64: "1.7976931348623157e+308",
		123456789012345680000: "123456789012345680000",
		math.Inf(1):           "null", math.NaN(): "null",
	} {
		if got := string(jsontext.AppendNumber(nil, f)); got != want {
			t.Errorf("%g is %s, want %s", f, got, want)
		}
	}
}

func TestStrings(t *testing.T) {
	for s, want := range map[string]string{
		"":                            `""`,
		"a\x00\x1f\x7f":               `"a\u0000\u001f` + "\x7f" + `"`,
		"\"\\/\b\f\n\r\t":             `"\"\\/\b\f\n\r\t"`,
		"ä€😀\u2027\u2028\u2029\u202a": "\"ä€😀\u2027" + `\u2028\u2029` + "\u202a\"",
		"a\xffb\xe2\x80":              "\"a\ufffdb\ufffd\ufffd\"",
		"<script>&":                   `"<script>&"`,
	} {
		if got := string(jsontext.AppendBytes(nil, []byte(s))); got != want {
			t.Errorf("%q is %s, want %s", s, got, want)
		}
	}
}
