package apptest

import (
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/fault"
)

// Report is what came out of a run.
type Report struct {
	Files []*File // in order of their names
	Took  time.Duration
}

// File is what came out of a test file.
type File struct {
	Name     string  // relative to the application, slash-separated
	Err      error   // why nothing of it, or nothing more, could run; often a [fault.List]
	Tests    []*Test // those that were to run, skipped ones included
	Failures []Failure
	Output   []string // what was printed outside of any test
	Warnings fault.List
	Took     time.Duration
}

// Status is how a test ended.
type Status string

// The statuses.
const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Skipped Status = "skipped"
	Todo    Status = "todo"
	NotRun  Status = "not run" // something before it kept it from running
)

// Test is what came out of a test.
type Test struct {
	Suites   []string // around it, outermost first
	Name     string
	Status   Status
	Reason   string // why it was not run
	Failures []Failure
	Output   []string // what was printed, as printed
	Place    fault.Place
	Took     time.Duration
}

// Failure is one thing that went wrong.
type Failure struct {
	Where   string // "beforeEach"; empty for the test itself
	Message string
	Diff    []DiffLine // what was expected against what was received
	Frames  []engine.SourceFrame
	Hint    string
	Because []Failure // what the error was caused by, and what handlers failed with meanwhile
}

// Counts are numbers of tests by their status.
type Counts map[Status]int

// Counts of a file's tests.
func (f *File) Counts() Counts {
	counts := Counts{}
	for _, t := range f.Tests {
		counts[t.Status]++
	}
	return counts
}

// OK tells whether nothing went wrong in the file.
func (f *File) OK() bool {
	counts := f.Counts()
	return f.Err == nil && len(f.Failures) == 0 && counts[Failed]+counts[NotRun] == 0
}

// Counts of all files' tests.
func (r *Report) Counts() Counts {
	counts := Counts{}
	for _, f := range r.Files {
		for status, n := range f.Counts() {
			counts[status] += n
		}
	}
	return counts
}

// OK tells whether nothing went wrong.
func (r *Report) OK() bool {
	for _, f := range r.Files {
		if !f.OK() {
			return false
		}
	}
	return true
}
