package coding

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/app/coverage"
	"github.com/fwrun/fwrun/app/folder"
)

// What is told of coverage is bounded: about 25 KiB in all.
const (
	mostUncovered = 30  // files
	mostBranches  = 8   // of a file
	mostLines     = 200 // bytes of the list of lines of a file
)

// covered is what test tells of coverage.
type covered struct {
	Totals coveredTotals   `json:"totals"`
	Files  []uncoveredFile `json:"files"` // with something uncovered, least covered first
	Left   int             `json:"leftOff,omitempty"`
	Whole  int             `json:"fullyCovered"` // how many files have nothing uncovered
}

// coveredTotals has a text such as 87.5 % (7/8) for each figure.
type coveredTotals struct {
	Statements string `json:"statements"`
	Branches   string `json:"branches"`
	Functions  string `json:"functions"`
	Lines      string `json:"lines"`
}

// uncoveredFile is a file of which something has not run.
type uncoveredFile struct {
	File string `json:"file"`
	coveredTotals
	UncoveredLines    string            `json:"uncoveredLines,omitempty"`
	UncoveredBranches []uncoveredBranch `json:"uncoveredBranches,omitempty"`
	BranchesLeft      int               `json:"branchesLeftOff,omitempty"`
}

type uncoveredBranch struct {
	Line   int    `json:"line"`
	Column int    `json:"column"` // from 1
	What   string `json:"what"`
}

func coveredOf(files []*coverage.File, name string) (*covered, error) {
	root, err := folder.Find(name)
	if err != nil {
		return nil, err
	}
	run := coverage.Run{Application: root, Files: files}
	statements := map[*coverage.File]float64{}
	for _, f := range files {
		statements[f] = f.Totals().Statements.Percent
	}
	files = slices.SortedFunc(slices.Values(files), func(a, b *coverage.File) int {
		return cmp.Or(cmp.Compare(statements[a], statements[b]), cmp.Compare(a.Path, b.Path))
	})
	c := &covered{Totals: coveredTotalsOf(coverage.Of(files)), Files: []uncoveredFile{}}
	for _, f := range files {
		switch gaps := f.Gaps(); {
		case len(gaps) == 0:
			c.Whole++
		case len(c.Files) == mostUncovered:
			c.Left++
		default:
			c.Files = append(c.Files, uncoveredOf(run.Name(f), f, gaps))
		}
	}
	return c, nil
}

func coveredTotalsOf(t coverage.Totals) coveredTotals {
	return coveredTotals{t.Statements.String(), t.Branches.String(), t.Functions.String(), t.Lines.String()}
}

func uncoveredOf(name string, f *coverage.File, gaps []coverage.Gap) uncoveredFile {
	u := uncoveredFile{File: name, coveredTotals: coveredTotalsOf(f.Totals()), UncoveredLines: coverage.Text(f.Uncovered())}
	if len(u.UncoveredLines) > mostLines {
		u.UncoveredLines = u.UncoveredLines[:strings.LastIndexByte(u.UncoveredLines[:mostLines], ',')] + ",…"
	}
	for _, g := range gaps {
		if g.Class == "branch" {
			u.UncoveredBranches = append(u.UncoveredBranches, uncoveredBranch{g.Start.Line, g.Start.Column + 1, g.Title})
		}
	}
	slices.SortFunc(u.UncoveredBranches, func(a, b uncoveredBranch) int { return cmp.Or(a.Line-b.Line, a.Column-b.Column) })
	u.UncoveredBranches, u.BranchesLeft = some(u.UncoveredBranches, mostBranches, mostBranches)
	return u
}
