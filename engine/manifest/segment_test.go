package manifest

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSegmentValues(t *testing.T) {
	for _, c := range []struct{ segment, text, values string }{
		{"{name}.{ext}", "report.pdf", "report pdf"},
		{"{name}.{ext}", "archive.tar.gz", "archive.tar gz"},
		{"{name}.{ext}", "a..b", "a. b"},
		{"{name}.{ext}", ".pdf", "-"},
		{"{name}.{ext}", "report.", "-"},
		{"{name}.{ext}", "report", "-"},
		{"{name}.{ext}", "ä.ö", "ä ö"},
		{"v{major}.{minor}", "v1.2", "1 2"},
		{"v{major}.{minor}", "1.2", "-"},
		{"v{major}.{minor}", "v.2", "-"},
		{"@{user}", "@ada", "ada"},
		{"@{user}", "@", "-"},
		{"{a}-{b}-{c}", "1-2-3-4", "1-2 3 4"},
		{"{a}-{b}-{c}", "1--3", "-"},
		{"{a}--{b}", "1---2", "1- 2"},
		{"{id}", "7", "7"},
		{"x{a}x", "xx", "-"},
		{"x{a}x", "xxx", "x"},
	} {
		s, reason, _ := ParseSegment(c.segment)
		if reason != "" {
			t.Fatal(reason)
		}
		got := "-"
		if s.Matches(c.text) {
			var values []string
			for i := range s.Names {
				values = append(values, s.Value(c.text, i))
			}
			got = strings.Join(values, " ")
		}
		if got != c.values {
			t.Errorf("%s takes of %s: %s, want %s", c.segment, c.text, got, c.values)
		}
	}
}

// FuzzSegment compares what placeholders take with a regular expression whose groups are greedy.
func FuzzSegment(f *testing.F) {
	f.Add("{a}.{b}", "x.y.z")
	f.Add("x{a}--{b}x", "x----x")
	f.Fuzz(func(t *testing.T, segment, text string) {
		s, reason, _ := ParseSegment(segment)
		if reason != "" || s.Rest || text == "" || !utf8.ValidString(segment) || !utf8.ValidString(text) {
			return
		}
		pattern := "(?s)^" + regexp.QuoteMeta(s.Texts[0])
		for _, literal := range s.Texts[1:] {
			pattern += "(.+)" + regexp.QuoteMeta(literal)
		}
		want := regexp.MustCompile(pattern + "$").FindStringSubmatch(text)
		if got := s.Matches(text); got != (want != nil) {
			t.Fatalf("%s matches %q: %v", segment, text, got)
		}
		for i := range s.Names {
			if want != nil && s.Value(text, i) != want[i+1] {
				t.Errorf("%s takes of %q as %s: %q, want %q", segment, text, s.Names[i], s.Value(text, i), want[i+1])
			}
		}
	})
}
