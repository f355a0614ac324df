package logins

import (
	"testing"
	"unicode/utf8"
)

// FuzzFolded: whatever a client sends as a name, what counts of it is text of a bounded length.
func FuzzFolded(f *testing.F) {
	for _, name := range []string{"", "ada", "\uFB01ona", "\u0130", "a\xff", "\uFDFA\uFDFA\uFDFA", " \u00a0x\u3000", "\u0301\u0301"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if got := folded(name); len(got) > longestName || !utf8.ValidString(got) {
			t.Errorf("%q counts as %q", name, got)
		}
	})
}
