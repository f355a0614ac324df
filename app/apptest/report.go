package apptest

import (
	"time"

	"github.com/fwrun/fwrun/app/apptest/snapshots"
	"github.com/fwrun/fwrun/app/coverage"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/fault"
)

// Report is the result of a run.
type Report struct {
	Files []*File // sorted by name
	Began time.Time
	Took  time.Duration

	Covered   []*coverage.File // what the scripts have run; empty if nothing was counted
	Uncounted []string         // scripts that the counters do not understand
	NotKept   error            // why what is covered was not kept where it should be
}

// File is the result of a test file.
type File struct {
	Name     string  // relative to the application, slash-separated
	Err      error   // why the file, or the rest of it, could not run; often a [fault.List]
	Tests    []*Test // those selected to run, skipped ones included
	Failures []Failure
	Output   []string // what was printed outside of any test
	Warnings fault.List
	Began    time.Time
	Took     time.Duration
	Why      string // it was selected; see Options.Changed

	Snapshots snapshots.Summary
}

// Status is the outcome of a test.
type Status string

// The statuses.
const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Skipped Status = "skipped"
	Todo    Status = "todo"
	NotRun  Status = "not run" // an earlier failure prevented it
)

// Test is the result of a test.
type Test struct {
	Suites   []string // the suites around it, outermost first
	Name     string
	Status   Status
	Reason   string // why it was not run
	Failures []Failure
	Output   []string // what scripts printed, in order
	Place    fault.Place
	Took     time.Duration
}

// Failure describes one thing that went wrong.
type Failure struct {
	Where   string // "beforeEach"; empty for the test itself
	Message string
	Diff    []DiffLine // difference between expected and received
	Frames  []engine.SourceFrame
	Hint    string
	Because []Failure // the causes of the error, and failures of handlers during the test
}

// Counts holds numbers of tests by status.
type Counts map[Status]int

// Counts returns the counts of the file's tests.
func (f *File) Counts() Counts {
	counts := Counts{}
	for _, t := range f.Tests {
		counts[t.Status]++
	}
	return counts
}

// OK reports whether nothing went wrong in the file.
func (f *File) OK() bool {
	counts := f.Counts()
	return f.Err == nil && len(f.Failures) == 0 && counts[Failed]+counts[NotRun] == 0
}

// Snapshots adds up what became of the snapshots of all files.
func (r *Report) Snapshots() (all snapshots.Summary) {
	for _, f := range r.Files {
		s := f.Snapshots
		all.Added, all.Matched = all.Added+s.Added, all.Matched+s.Matched
		all.Updated, all.Unmatched = all.Updated+s.Updated, all.Unmatched+s.Unmatched
		all.Obsolete = append(all.Obsolete, s.Obsolete...)
		all.Removed = all.Removed || s.Removed
	}
	return all
}

// Counts returns the counts of the tests of all files.
func (r *Report) Counts() Counts {
	counts := Counts{}
	for _, f := range r.Files {
		for status, n := range f.Counts() {
			counts[status] += n
		}
	}
	return counts
}

// OK reports whether nothing went wrong.
func (r *Report) OK() bool {
	for _, f := range r.Files {
		if !f.OK() {
			return false
		}
	}
	return true
}
