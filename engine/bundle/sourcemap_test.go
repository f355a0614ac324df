package bundle

import (
	"slices"
	"testing"
)

func TestNumbersOfASourceMap(t *testing.T) {
	for text, want := range map[string][]int{
		"AAAA": {0, 0, 0, 0}, "CADD": {1, 0, -1, -1}, "gBAAgB": {16, 0, 0, 16}, "2HwBZ": {123, 24, -12},
	} {
		got := decodeNumbers(text)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
		if again := encodeNumbers(got); again != text {
			t.Errorf("%v: written as %s, want %s", got, again, text)
		}
	}
}

func TestNumbersComeBack(t *testing.T) {
	for n := 1; n < 1<<29; n = n*3 + 1 {
		numbers := []int{n, -n, 0, n - 1}
		if got := decodeNumbers(encodeNumbers(numbers)); !slices.Equal(got, numbers) {
			t.Errorf("got %v, want %v", got, numbers)
		}
	}
}

func TestMoved(t *testing.T) {
	for mappings, want := range map[string]string{
		"":                     "",
		"AAAA":                 "CAAC",
		";;AAAA,GACC":          ";;CAAC,GACC",          // the source column is changed once
		"AAAA,E;EAACA;;A,CAAD": "CAAC,E;GAACA;;C,CAAD", // and each line's first column
		"A;AAAA":               "C;CAAC",               // a segment without a source comes first
		"gBAAAA":               "iBAACA",
	} {
		if got := moved(mappings); got != want {
			t.Errorf("%q: got %q, want %q", mappings, got, want)
		}
	}
}

func TestForEngineRefusesWhatIsNoMap(t *testing.T) {
	for _, text := range []string{"", "[]", `{"mappings": 1}`} {
		if _, err := forEngine([]byte(text)); err == nil {
			t.Errorf("%q is taken for a source map", text)
		}
	}
}
