package coverage

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

func TestLast(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "cache")
	last, other := LastOf(folder, "/app"), LastOf(folder, "/app2")
	if last.Run() != nil {
		t.Error("there is a run before any")
	}
	keep := func(r *Run) {
		t.Helper()
		if err := Keep(folder, r); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	keep(&Run{Application: "/app", Began: began, Took: time.Second, Passed: 3, Part: true, Files: []*File{basket()}})
	got := last.Run()
	if got == nil || !got.Began.Equal(began) || got.Passed != 3 || !got.Part || !reflect.DeepEqual(got.Files, []*File{basket()}) {
		t.Fatalf("%+v", got)
	}
	if last.Run() != got {
		t.Error("it is read again, though nothing was kept since")
	}
	if got.Name(got.Files[0]) != "shop/basket.ts" || got.Named("shop/basket.ts") != got.Files[0] || got.Named("basket.ts") != nil {
		t.Errorf("the file is %s", got.Name(got.Files[0]))
	}
	keep(&Run{Application: "/app", Passed: 4})
	keep(&Run{Application: "/app2", Passed: 5})
	if last.Run().Passed != 4 || other.Run().Passed != 5 {
		t.Errorf("%+v, %+v", last.Run(), other.Run())
	}
	if err := os.WriteFile(last.path, []byte("another version wrote this"), 0o600); err != nil {
		t.Fatal(err)
	}
	if last.Run() != nil || other.Run() == nil {
		t.Error("what is damaged is read")
	}
}

func TestForget(t *testing.T) {
	folder, old := t.TempDir(), time.Now().Add(-2*keptFor)
	for _, name := range []string{"a.coverage", "b.coverage.tmp", "c.entry"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	if err := Keep(folder, &Run{Application: "/app", Began: time.Now()}); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 || LastOf(folder, "/app").Run() == nil {
		t.Errorf("%v, %v", entries, err)
	}
	if _, err := os.Stat(filepath.Join(folder, "c.entry")); err != nil {
		t.Error(err) // it is not a run's
	}
}

func TestStretches(t *testing.T) {
	f := &File{}
	for line, count := range map[int]int{1: 0, 2: 0, 5: 0, 6: 1, 8: 0, 9: 2, 12: 0} {
		f.Statements = append(f.Statements, Statement{Range{Position{line, 0}, Position{line, 1}}, count})
	}
	if got := Text(f.Uncovered()); got != "1-5,8,12" {
		t.Error(got)
	}
}

func TestGapsOverlap(t *testing.T) {
	at := func(line, from, toLine, to int) Range { return Range{Position{line, from}, Position{toLine, to}} }
	f := &File{
		Text:       "if (a) {\n  b(c || d);\n}\n",
		Statements: []Statement{{at(1, 0, 3, 1), 0}, {at(2, 2, 2, 12), 0}},
		Branches: []Branch{
			{"if", at(1, 0, 3, 1), []Arm{{at(1, 0, 3, 1), 0}, {Range{}, 0}}},
			{"binary-expr", at(2, 4, 2, 10), []Arm{{at(2, 4, 2, 5), 0}, {at(2, 9, 2, 10), 0}}},
		},
	}
	var got string
	for _, line := range f.SourceLines() {
		for _, part := range line.Parts {
			got += "[" + part.Class + ":" + part.Text + "]"
		}
		got += line.Ran + "\n"
	}
	want := "[statement:if (a) {]no\n[:  ][statement:b(][branch:c][statement: || ][branch:d][statement:);]no\n[statement:}]\n"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
