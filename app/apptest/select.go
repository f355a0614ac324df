package apptest

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/jsapi/testapi"
)

// planned is a test of a file, with the decision whether it runs.
type planned struct {
	test   *testapi.Test
	path   []*testapi.Suite // the suites from the file to the innermost
	result *Test
	run    bool
}

// plan decides which tests run. Tests that the filter excludes are not in the result.
func plan(tests []*testapi.Test, matches func(name string) bool) []planned {
	chosen := chosenOnly(tests)
	var list []planned
	for _, t := range tests {
		p := planned{test: t, path: t.Suite.Path(), result: &Test{Name: t.Name, Status: Skipped}}
		for _, s := range p.path[1:] {
			p.result.Suites = append(p.result.Suites, s.Name)
		}
		if matches != nil && !matches(strings.Join(append(slices.Clone(p.result.Suites), t.Name), " ")) {
			continue
		}
		p.result.Place, _ = t.Body.At.Place()
		switch {
		case t.Mode == testapi.Todo || hasMode(p.path, testapi.Todo):
			p.result.Status = Todo
		case t.Mode == testapi.Skip || hasMode(p.path, testapi.Skip):
		default:
			p.run = len(chosen) == 0 || chosen[t]
		}
		list = append(list, p)
	}
	return list
}

// chosenOnly returns the tests that are marked to run exclusively, and those in marked suites that contain no
// marked test.
func chosenOnly(tests []*testapi.Test) map[*testapi.Test]bool {
	narrowed := map[*testapi.Suite]bool{}
	for _, t := range tests {
		if t.Mode == testapi.Only {
			for _, s := range t.Suite.Path() {
				narrowed[s] = true
			}
		}
	}
	chosen := map[*testapi.Test]bool{}
	for _, t := range tests {
		inMarked := slices.ContainsFunc(t.Suite.Path(), func(s *testapi.Suite) bool { return s.Mode == testapi.Only && !narrowed[s] })
		if t.Mode == testapi.Only || inMarked {
			chosen[t] = true
		}
	}
	return chosen
}

func hasMode(path []*testapi.Suite, mode testapi.Mode) bool {
	return slices.ContainsFunc(path, func(s *testapi.Suite) bool { return s.Mode == mode })
}
