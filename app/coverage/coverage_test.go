package coverage

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// basket is a file with something of everything that did not run.
func basket() *File {
	at := func(line, from, to int) Range { return Range{Position{line, from}, Position{line, to}} }
	return &File{
		Path: "/app/shop/basket.ts",
		Text: "if (a) b();\r\nconst grüße = \"𝒳\", c = d ?? e;\nfunction no() { return \"<script>\" }\nelse_(1);\n",
		Statements: []Statement{
			{at(1, 0, 11), 2}, {at(1, 7, 11), 0}, {at(2, 0, 31), 1}, {at(3, 16, 33), 0}, {at(4, 0, 9), 3},
		},
		Functions: []Function{{"no", at(3, 9, 11), at(3, 14, 35), 0}},
		Branches: []Branch{
			{"if", at(1, 0, 11), []Arm{{at(1, 7, 11), 0}, {Range{}, 2}}},
			{"binary-expr", at(2, 24, 30), []Arm{{at(2, 24, 25), 1}, {at(2, 29, 30), 0}}},
		},
	}
}

func TestPages(t *testing.T) {
	into := t.TempDir()
	other := &File{Path: "/elsewhere/../etc/x.js", Text: "x()", Statements: []Statement{{Range{Position{1, 0}, Position{1, 3}}, 1}}}
	files := []*File{basket(), other}
	if err := Write(files, Options{Folder: "/app", Into: into, Reporters: []string{"html"}, At: time.Unix(0, 0)}); err != nil {
		t.Fatal(err)
	}
	page := read(t, filepath.Join(into, "shop", "basket.ts.html"))
	for _, want := range []string{
		`<mark class="branch" title="if path not taken"><i>I</i>if</mark> (a) <mark class="statement" title="statement not covered">b();</mark>`,
		`const grüße = &#34;𝒳&#34;, c = d ?? <mark class="branch" title="branch not covered">e</mark>;`,
		`function <mark class="function" title="function not covered">no</mark>() { `,
		`<mark class="statement" title="statement not covered">return &#34;&lt;script&gt;&#34;</mark> }`,
		`<tr id="L4" class="yes"><th scope="row">4</th><td class="count">3×</td>`,
		`<tr id="L1" class="partly"><th scope="row">1</th><td class="count">2×</td>`,
		`<tr id="L3" class="no"><th scope="row">3</th><td class="count">0×</td>`,
		`<a href="#L3">3</a>`,
		`<link rel="stylesheet" href="../coverage.css">`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page of the file has no %s:\n%s", want, page)
		}
	}
	if index := read(t, filepath.Join(into, "index.html")); !strings.Contains(index, `<a href="./shop/basket.ts.html">basket.ts</a>`) {
		t.Errorf("no link to the file:\n%s", index)
	}
	err := filepath.WalkDir(into, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.Contains(read(t, path), "<script") {
			t.Errorf("%s has a script", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if name := pageOf("../../etc/passwd"); name != "etc/passwd.html" {
		t.Errorf("a file outside has the page %s", name)
	}
}

func TestAdd(t *testing.T) {
	f := basket()
	f.Add(basket())
	f.Add(&File{Statements: []Statement{{Count: 1}}})
	if f.Statements[0].Count != 5 || f.Statements[4].Count != 6 || f.Branches[0].Arms[1].Count != 4 {
		t.Errorf("%+v", f)
	}
}

func TestThresholds(t *testing.T) {
	files := []*File{basket(), {Path: "/app/all.js", Statements: []Statement{{Range{Position{1, 0}, Position{1, 1}}, 1}}}}
	for text, want := range map[string][]string{
		"0":                           nil,
		"50":                          {"coverage: functions 0 % < 50 %"},
		"statements=90,branches=70":   {"coverage: statements 66.66 % < 90 %", "coverage: branches 50 % < 70 %"},
		" lines = 80.5 , branches=50": {"coverage: lines 80 % < 80.5 %"},
	} {
		limits, err := ParseThresholds(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := limits.Missed("/app", files); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	each := Thresholds{Statements: 100, PerFile: true}
	if got, want := each.Missed("/app", files), []string{"coverage of shop/basket.ts: statements 60 % < 100 %"}; !slices.Equal(got, want) {
		t.Errorf("by file: %q, want %q", got, want)
	}
	for _, bad := range []string{"", "x", "101", "-1", "NaN", "methods=3", "lines=", "50,"} {
		if _, err := ParseThresholds(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestReporters(t *testing.T) {
	if names, err := ParseReporters("text, lcov"); err != nil || !slices.Equal(names, []string{"text", "lcov"}) {
		t.Errorf("%v, %v", names, err)
	}
	if _, err := ParseReporters("text,clover"); err == nil || !strings.Contains(err.Error(), "cobertura") {
		t.Errorf("an unknown one: %v", err)
	}
	var out bytes.Buffer
	if err := Write(nil, Options{Folder: "/app", Reporters: []string{"text"}, Out: &out}); err != nil || !strings.Contains(out.String(), "All files") {
		t.Errorf("nothing at all: %v\n%s", err, out.String())
	}
}
