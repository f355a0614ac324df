package coding

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app/coverage"
)

// TestCoverageIsBounded: whatever an application has, an agent is told a part that it can read.
func TestCoverageIsBounded(t *testing.T) {
	var files []*coverage.File
	folder := t.TempDir()
	for n := range 50 {
		f := &coverage.File{Path: fmt.Sprintf("%s/%s/%02d.ts", folder, strings.Repeat("long/", 10), n)}
		for line := 1; line <= 4000; line += 2 {
			at := coverage.Range{Start: coverage.Position{Line: line}, End: coverage.Position{Line: line, Column: 9 + line%5}}
			f.Statements = append(f.Statements, coverage.Statement{Range: at, Count: min(line%7, n)})
			f.Branches = append(f.Branches, coverage.Branch{Kind: "cond-expr", Loc: at, Arms: []coverage.Arm{{Range: at, Count: n}, {Range: at}}})
		}
		files = append(files, f)
	}
	files = append(files, &coverage.File{Path: folder + "/types.ts"})
	told, err := coveredOf(files, folder)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(told)
	if err != nil || len(text) > 32<<10 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	first := told.Files[0]
	if told.Left != 50-mostUncovered || told.Whole != 1 || first.Statements != "0 % (0/2000)" || first.BranchesLeft != 4000-mostBranches {
		t.Errorf("%d files are left off, %d covered, and first is %+v", told.Left, told.Whole, first)
	}
	if u := told.Files[1].UncoveredLines; !strings.HasPrefix(u, "7,21,35,") || !strings.HasSuffix(u, ",…") || len(u) > mostLines+len(",…") {
		t.Errorf("lines: %s", u)
	}
	if places := first.UncoveredBranches; places[2].Line != 3 || places[7].Line != 7 {
		t.Errorf("%+v are in another order than the source", places)
	}
	if b := first.UncoveredBranches[0]; b.Line != 1 || b.Column != 1 || b.What != "branch not covered" {
		t.Errorf("%+v", b)
	}
}
