package engine_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fwrun/fwrun/engine"
)

// FuzzAppendString holds the text against encoding/json: it is JSON, it means the same,
// and it escapes no more than it has to.
func FuzzAppendString(f *testing.F) {
	for _, seed := range []string{"", "plain", "\"\\/\b\f\n\r\t\x00\x1f\x7f", "é😀\u2028\u2029\ufffd", "\xff\xc3(", "a\xe2\x80", "</script>&"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := string(engine.AppendString([]byte("x"), s))[1:]
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

// wellFormed puts U+FFFD for each byte that is no UTF-8.
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

// FuzzAppendNumber holds the text against encoding/json, which prints numbers as
// JavaScript does, but for minus zero.
func FuzzAppendNumber(f *testing.F) {
	for _, seed := range []float64{0, math.Copysign(0, -1), 1, -1.5, 1e-6, 9.99e-7, 1e-7, 1e20, 1e21, 1.5e300, 5e-324, math.MaxFloat64, 123456789.125, 1e-10} {
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
		if got := string(engine.AppendNumber(nil, number)); got != want {
			t.Fatalf("%v is written as %s, want %s", number, got, want)
		}
	})
}
