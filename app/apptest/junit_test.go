package apptest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// TestJUnitIsReadBack writes a report with every kind of entry, and reads it again.
func TestJUnitIsReadBack(t *testing.T) {
	report := &Report{Took: 1500 * time.Millisecond, Files: []*File{
		{
			Name: "a.test.js", Took: time.Second, Output: []string{"outside"},
			Failures: []Failure{{Where: "uncaught error", Message: "Error: lost"}},
			Tests: []*Test{
				{Suites: []string{"one", "two"}, Name: "passes", Status: Passed, Took: 250 * time.Millisecond, Place: fault.Place{File: "a.test.js", Line: 7}},
				{Name: "fails <&>", Status: Failed, Output: []string{"a\x1b[1m", "b"}, Failures: []Failure{{
					Message: "expected\n\"1\"", Hint: "mend it",
					Diff:    []DiffLine{{Both, "{"}, {Expected, "  1"}, {Received, "  2"}, {Gap, "9"}},
					Because: []Failure{{Where: "Api.find failed", Message: "TypeError: no"}},
				}}},
				{Name: "skipped", Status: Skipped},
				{Name: "later", Status: Todo},
				{Name: "cannot run", Status: NotRun, Reason: "beforeAll failed"},
			},
		},
		{Name: "b.test.js", Err: errors.New("it cannot start")},
	}}
	var text bytes.Buffer
	if err := WriteJUnit(&text, report, time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	var got junitSuites
	if err := xml.Unmarshal(text.Bytes(), &got); err != nil {
		t.Fatal(err, text.String())
	}
	if got.Tests != 7 || got.Failures != 1 || got.Errors != 3 || got.Skipped != 2 || got.Time != junitSeconds(1500*time.Millisecond) {
		t.Errorf("the whole: %+v", got)
	}
	first := got.Suites[0]
	if first.File != "a.test.js" || first.Timestamp != "1970-01-01T00:00:00" || first.Output != "outside" {
		t.Errorf("the file: %+v", first)
	}
	if c := first.Cases[0]; c.Name != "one › two › passes" || c.Line != 7 || c.Time != junitSeconds(250*time.Millisecond) || c.Class != "a.test.js" {
		t.Errorf("a test that passes: %+v", c)
	}
	failed := first.Cases[1]
	want := "\nexpected\n\"1\"\n    {\n  -   1\n  +   2\n  … 9 lines\n  fix: mend it\n\nApi.find failed: TypeError: no\n"
	if failed.Failures[0].Text != want || failed.Failures[0].Message != "expected\n\"1\"" || !strings.Contains(failed.SystemOut, "\nb") {
		t.Errorf("a test that fails: %+v", failed)
	}
	if first.Cases[2].Skipped == nil || first.Cases[3].Skipped == nil || first.Cases[4].Errors[0].Message != "not run: beforeAll failed" {
		t.Errorf("tests that were not run: %+v", first.Cases[2:])
	}
	if c := got.Suites[1].Cases[0]; len(c.Errors) != 1 || c.Errors[0].Message != "it cannot start" {
		t.Errorf("a file that cannot start: %+v", c)
	}
}
