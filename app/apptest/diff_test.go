package apptest

import (
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	for _, test := range []struct{ name, expected, received, want string }{
		{"a change in the middle", "{\n  a,\n  b,\n}", "{\n  a,\n  c,\n}", "  {|    a,|-   b,|+   c,|  }"},
		{"more at the end", "a", "a\nb", "  a|+ b"},
		{"less at the beginning", "a\nb", "b", "- a|  b"},
		{"nothing in common", "a\nb", "c", "- a|- b|+ c"},
		{"what both have far off", "1\n2\n3\n4\n5\n6\n7\n8\n9", "1\n2\n3\n4\n5\n6\n7\n8\n!", "@ 5|  6|  7|  8|- 9|+ !"},
		{"moved", "a\nb\nc\nd", "b\nc\na\nd", "- a|  b|  c|+ a|  d"},
		{"empty", "", "a", "- |+ a"},
	} {
		var got []string
		for _, line := range diff(test.expected, test.received) {
			got = append(got, string(line.Kind)+" "+line.Text)
		}
		if text := strings.Join(got, "|"); text != test.want {
			t.Errorf("%s: got %s, want %s", test.name, text, test.want)
		}
	}
}

func TestDiffOfLongTexts(t *testing.T) {
	long := strings.Repeat("a\nb\n", 5000)
	if got := diff("x\n"+long, "y\n"+long); len(got) != 6 || got[5].Kind != Gap {
		t.Errorf("got %d lines", len(got))
	}
	if got := diff(strings.Repeat("a\n", 5000), strings.Repeat("b\n", 5000)); len(got) != 10_001 {
		t.Errorf("got %d lines", len(got))
	}
}
