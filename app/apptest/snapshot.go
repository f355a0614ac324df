package apptest

import (
	"context"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/jsapi/testapi"
	"github.com/fwrun/fwrun/platform/fault"
)

var errOutsideOfTest = fault.New("apptest.snapshot", fault.Invalid, "a snapshot was asked for outside of a test").
	WithHint("compare it in a test, in beforeEach or in afterEach")

// snapshot compares a text on behalf of the test that the context belongs to.
func (f *fileRun) snapshot(ctx context.Context, s testapi.Snapshot) (testapi.Compared, error) {
	t := ownerOf(ctx).test
	if t == nil {
		return testapi.Compared{}, errOutsideOfTest
	}
	s.Test = strings.Join(append(slices.Clone(t.Suites), t.Name), " > ")
	return f.snapshots.Match(s)
}

// keepSnapshots writes the snapshots. Those of tests that did not pass, or were left out, are not obsolete.
func (f *fileRun) keepSnapshots(tests []*testapi.Test) {
	if len(tests) == 0 {
		return
	}
	passed := map[string]int{}
	for _, t := range f.out.Tests {
		if t.Status == Passed {
			passed[strings.Join(append(slices.Clone(t.Suites), t.Name), " > ")]++
		}
	}
	var keep []string
	for _, t := range tests {
		var names []string
		for _, s := range t.Suite.Path()[1:] {
			names = append(names, s.Name)
		}
		name := strings.Join(append(names, t.Name), " > ")
		if passed[name]--; passed[name] < 0 {
			keep = append(keep, name)
		}
	}
	var err error
	if f.out.Snapshots, err = f.snapshots.Finish(keep); err != nil {
		f.out.Failures = append(f.out.Failures, failureOf(err))
	}
}
