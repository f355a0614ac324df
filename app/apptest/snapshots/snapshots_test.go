package snapshots

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestKeysAreOrdered(t *testing.T) {
	want := []string{"", " a", "[a", "-a", "01", "02", "1", "2 x", "10", "A", "a", "a > b 1", "a.b", "a-b", "a0", "a2", "a10", "aB", "ab", "b", "é"}
	got := slices.Clone(want)
	slices.SortFunc(got, func(a, b string) int { return strings.Compare(b, a) })
	slices.SortStableFunc(got, compareKeys)
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestWhatIsNoFileOfSnapshots(t *testing.T) {
	for text, place := range map[string]string{
		"exports[`a 1`] = `b`":                         "x.snap:1:1",
		"exports[`a 1`] = `b`;\n\nexports[`c 1`] = ``": "x.snap:3:1",
		"// a comment\nexports['a'] = 'b';":            "x.snap:2:1",
		"exports[`a 1`] = `b;":                         "x.snap:1:1",
		"import fs from 'fs';":                         "x.snap:1:1",
	} {
		if known, err := parse("x.snap", text); err == nil || !strings.Contains(err.Error(), place) {
			t.Errorf("%s: got %v, %v, want an error at %s", text, known, err, place)
		}
	}
}

// FuzzFiles reads any text as a file of snapshots, and what was read again as it is written.
func FuzzFiles(f *testing.F) {
	f.Add(header + "\n\nexports[`a > b 1`] = `\n{\n  \"c\": \\`d\\\\ \\${e}\\`,\n}\n`;\n")
	f.Add("exports[`\\u0041\\n`] = `\r\n`;")
	f.Fuzz(func(t *testing.T, text string) {
		known, err := parse("x.snap", text)
		if err != nil {
			return
		}
		again, err := parse("x.snap", format(known))
		for _, values := range []map[string]string{known, again} {
			for key, value := range values {
				if strings.Contains(key+value, "\r") { // a template cannot have it, and it is not written
					return
				}
			}
		}
		if err != nil || !maps.Equal(known, again) {
			t.Errorf("read %q, and then %q, %v", known, again, err)
		}
	})
}

// FuzzIndent indents a text as it is written into a source, and takes that back.
func FuzzIndent(f *testing.F) {
	f.Add("{\n  \"a\": 1,\n\n}", "    ")
	f.Add("one\n two", "\t")
	f.Fuzz(func(t *testing.T, text, before string) {
		if text = trim(text); strings.ContainsAny(text, "\r`\\$") || strings.Trim(before, " \t") != "" || strings.HasPrefix(text, "\t") {
			return
		}
		quoted := inlined([]byte(before+"expect()"), len(before), text)
		if got := trim(unindented(strings.Trim(quoted, "`"))); got != text {
			t.Errorf("%q at %q became %q", text, before, got)
		}
	})
}
