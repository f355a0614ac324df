package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app/apptest"
	"github.com/fwrun/fwrun/platform/fault"
)

var mistakes = fault.List{
	{
		Code: "bean-missing", Message: "Desk.users asks for Usrs", Place: fault.Place{File: "a.js", Line: 12, Col: 3}, Length: 4, Source: "  Usrs users;",
		Why: "nothing is\ncalled so", Hint: "did you mean Users?",
		Notes: []fault.Note{{Place: fault.Place{File: "b.js", Line: 1, Col: 2}, Text: "Users is here"}, {Text: "somewhere"}},
	},
	{Severity: fault.Warning, Code: "config-unknown-key", Message: "nothing reads sever"},
}

func TestPrintDiagnostics(t *testing.T) {
	const first = "a.js:12:3: error: Desk.users asks for Usrs\n   12 |   Usrs users;\n      |   ^~~~\n" +
		"  why: nothing is\n       called so\n  fix: did you mean Users?\n  see: b.js:1:2: Users is here\n  see: somewhere\n\n"
	const second = "warning: nothing reads sever\n\n"
	for want, list := range map[string]fault.List{
		"": nil,
		first + second + "1 error and 1 warning\n": mistakes,
		first + "1 error\n":                        mistakes[:1],
		second + second + "2 warnings\n":           {mistakes[1], mistakes[1]},
	} {
		var b strings.Builder
		if printDiagnostics(&b, list, false); b.String() != want {
			t.Errorf("got\n%s\nwant\n%s", b.String(), want)
		}
	}
	var b strings.Builder
	printDiagnostics(&b, mistakes, true)
	for _, part := range []string{
		"\x1b[1ma.js:12:3\x1b[0m: \x1b[31;1merror:\x1b[0m \x1b[1mDesk.users", "\x1b[33;1mwarning:\x1b[0m", "\x1b[2m   12 | \x1b[0m",
		"\x1b[31;1m  ^~~~\x1b[0m",
		"\x1b[2mwhy:\x1b[0m", "\x1b[32mfix:\x1b[0m", "\x1b[2msee:\x1b[0m", "\x1b[31;1m1 error and 1 warning\x1b[0m",
	} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("there is no %q in %q", part, b.String())
		}
	}
}

func TestAnnotations(t *testing.T) {
	for text, want := range map[string]string{"a:b,c": "a%3Ab%2Cc", "100%\r\n": "100%25%0D%0A", "plain": "plain"} {
		if got := annotationProperty(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	if got := prose(mistakes[0]); got != "Desk.users asks for Usrs\nwhy: nothing is\ncalled so\nfix: did you mean Users?" {
		t.Errorf("got %s", got)
	}
	if got := prose(mistakes[1]); got != "nothing reads sever" {
		t.Errorf("got %s", got)
	}
	if endColumn(mistakes[0]) != 7 || endColumn(fault.Diagnostic{Place: fault.Place{Col: 5}}) != 6 {
		t.Error("the end of what is underlined")
	}
}

func TestRoot(t *testing.T) {
	r := root{"/home/me/my app", "apps/shop"}
	if got := r.uri(); got != "file:///home/me/my%20app/" {
		t.Errorf("the root is %s", got)
	}
	if got := r.artifact("a b.js"); got.URI != "apps/shop/a%20b.js" || got.URIBaseID != sourceRoot {
		t.Errorf("a file is %+v", got)
	}
	if got := (root{`C:/app`, ""}).uri(); got != "file:///C:/app/" {
		t.Errorf("a root with a letter is %s", got)
	}
	if got := (root{"/", ""}).artifact("a:b.js"); got.URI != "a:b.js" {
		t.Errorf("a file with a colon is %s", got.URI)
	}
	if list := r.locations(fault.Diagnostic{}); list != nil {
		t.Errorf("no file is at %+v", list)
	}
	if related := r.related(mistakes[0].Notes); len(related) != 1 || related[0].ID != 1 || related[0].Message.Text != "Users is here" {
		t.Errorf("the notes are %+v", related)
	}
}

func TestCounts(t *testing.T) {
	counts := apptest.Counts{apptest.Passed: 1, apptest.Failed: 1, apptest.NotRun: 2, apptest.Skipped: 1, apptest.Todo: 1}
	if got := countsOf(counts, false); got != "6 tests, 1 failed, 2 not run, 1 skipped, 1 todo" {
		t.Errorf("got %s", got)
	}
	if got := countsOf(apptest.Counts{apptest.Passed: 1, apptest.Skipped: 0}, true); got != "1 test" {
		t.Errorf("got %s", got)
	}
	for want, d := range map[string]time.Duration{
		"0 ms": 0, "999 ms": 999 * time.Millisecond, "1.0 s": time.Second,
		"61.5 s": 61500 * time.Millisecond,
	} {
		if got := shown(d); got != want {
			t.Errorf("%s is shown as %s", d, got)
		}
	}
}

func TestTestPrinter(t *testing.T) {
	var b strings.Builder
	p := &testPrinter{w: &b}
	p.file(&apptest.File{Name: "none.test.js"})
	broken := fault.New("x", fault.Invalid, "broken").WithHint("mend it")
	file := &apptest.File{
		Name: "a.test.js", Took: 2 * time.Second, Output: []string{"said\ntwice"}, Err: broken,
		Tests: []*apptest.Test{
			{Name: "passes", Status: apptest.Passed},
			{Suites: []string{"s"}, Name: "fails", Status: apptest.Failed, Failures: []apptest.Failure{{
				Message: "no\nway", Where: "afterEach", Hint: "look", Because: []apptest.Failure{{Message: "behind"}},
				Diff: []apptest.DiffLine{{Kind: apptest.Expected, Text: "1"}, {Kind: apptest.Received, Text: "2"}, {Kind: apptest.Gap, Text: "9"}},
			}}},
		},
	}
	p.file(file)
	p.file(&apptest.File{Name: "b.test.js", Err: broken})
	p.summary(&apptest.Report{Files: []*apptest.File{file, {Name: "none.test.js"}}, Took: time.Second})
	got := b.String()
	for _, part := range []string{
		"✗ a.test.js (2 tests, 1 failed, 2.0 s)\n", "    │ said\n    │ twice\n", "✗ s › fails", "afterEach: no\n", "way\n", "- expected  + received\n",
		"- 1\n", "+ 2\n", "… 9 lines\n",
		"fix: look\n", "behind\n", "error: broken\n  fix: mend it\n", "✗ b.test.js (0 ms)\n    it cannot start, for the reason given above\n",
		"failed:\n  a.test.js › s › fails\n  a.test.js\n  b.test.js\n", "1 passed, 1 failed, 1 file with errors (1 file, 1.0 s)\n",
	} {
		if !strings.Contains(got, part) {
			t.Errorf("there is no %q in\n%s", part, got)
		}
	}
	for _, part := range []string{"none.test.js", "passes"} {
		if strings.Contains(got, part) {
			t.Errorf("%s is shown in\n%s", part, got)
		}
	}
	b.Reset()
	p.cannotRun(errors.Join(mistakes))
	if !strings.Contains(b.String(), "1 error and 1 warning") {
		t.Errorf("got %s", b.String())
	}
}
