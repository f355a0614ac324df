package fault_test

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/fwrun/fwrun/platform/fault"
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
	for _, test := range []struct {
		col           int
		shown, carets string
	}{
		{1, strings.Repeat("é", 109) + "…", "^~~~"},
		{56, strings.Repeat("é", 109) + "…", strings.Repeat(" ", 55) + "^~~~"},
		{100, "…" + strings.Repeat("é", 108) + "…", strings.Repeat(" ", 55) + "^~~~"},
		{200, "…" + strings.Repeat("é", 109), strings.Repeat(" ", 109) + "^"},
		{201, "…" + strings.Repeat("é", 109), strings.Repeat(" ", 110) + "^"},
		{0, strings.Repeat("é", 109) + "…", ""},
	} {
		if shown, carets := fault.Excerpt(long, test.col, 4); shown != test.shown || carets != test.carets {
			t.Errorf("a long line at %d: got\n%s\n%s\nwant\n%s\n%s", test.col, shown, carets, test.shown, test.carets)
		}
	}
	if whole := strings.Repeat("é", 110); !is(fault.Excerpt(whole, 110, 1))(whole, strings.Repeat(" ", 109)+"^") {
		t.Error("a line that fits is cut")
	}
}

func is(shown, carets string) func(wantShown, wantCarets string) bool {
	return func(wantShown, wantCarets string) bool { return shown == wantShown && carets == wantCarets }
}

// FuzzExcerpt checks that the caret is under its character, in a line that is not too long.
func FuzzExcerpt(f *testing.F) {
	f.Add(strings.Repeat("ab", 100), 150, 3)
	f.Fuzz(func(t *testing.T, line string, col, length int) {
		if !utf8.ValidString(line) || col < 1 || col > 1000 {
			return
		}
		shown, carets := fault.Excerpt(line, col, length)
		if n := utf8.RuneCountInString(shown); n > 110 {
			t.Fatalf("%d characters", n)
		}
		units := utf16.Encode([]rune(line))
		if col > len(units) || utf16.IsSurrogate(rune(units[col-1])) {
			return
		}
		if at := []rune(shown)[strings.Index(carets, "^")]; at != rune(units[col-1]) {
			t.Errorf("%q at %d: the caret is under %q, in\n%s\n%s", line, col, at, shown, carets)
		}
	})
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
