package fault_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/fault"
)

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("é", 200)
	for _, test := range []struct {
		name, line    string
		col, length   int
		shown, carets string
	}{
		{"a caret", "let x = y;", 9, 0, "let x = y;", "        ^"},
		{"a length", "let x = yes;", 9, 3, "let x = yes;", "        ^~~"},
		{"no column", "let x", 0, 3, "let x", ""},
		{"tabs stay", "\t\tx", 3, 1, "\t\tx", "\t\t^"},
		{"columns are UTF-16 units", "'😀' + x", 8, 1, "'😀' + x", "      ^"},
		{"behind the end", "ab", 9, 5, "ab", "  ^"},
		{"a length beyond the end", "abc", 2, 50, "abc", " ^~"},
		{"an empty line", "", 1, 1, "", "^"},
	} {
		if shown, carets := fault.Excerpt(test.line, test.col, test.length); shown != test.shown || carets != test.carets {
			t.Errorf("%s: got\n%s\n%s", test.name, shown, carets)
		}
	}
	shown, carets := fault.Excerpt(long, 100, 1)
	if len(shown) > 120 || strings.Contains(shown, "\uFFFD") || !strings.HasSuffix(carets, "^") {
		t.Errorf("a long line: got %d bytes\n%s\n%s", len(shown), shown, carets)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"method", "path", "produces", "consumes"}
	for name, want := range map[string]string{
		"metod": "method", "mehtod": "method", "paht": "path", "produce": "produces", "x": "", "colour": "", "": "",
	} {
		if got := fault.Nearest(name, names); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
