package coverage

import (
	"fmt"
	"math"
	"strconv"
)

// Total is how much there is of something, and how much of it has run.
type Total struct {
	Total   int     `json:"total"`
	Covered int     `json:"covered"`
	Skipped int     `json:"skipped"`
	Percent float64 `json:"pct"` // rounded down to two decimals; 100 of nothing
}

func total(covered, all int) Total {
	t := Total{Total: all, Covered: covered, Percent: 100}
	if all > 0 {
		t.Percent = math.Floor(100_000*float64(covered)/float64(all)/10) / 100
	}
	return t
}

// String returns a text such as 87.5 % (7/8).
func (t Total) String() string { return fmt.Sprintf("%s %% (%d/%d)", t.text(), t.Covered, t.Total) }

// text writes the percentage as JavaScript writes numbers.
func (t Total) text() string { return strconv.FormatFloat(t.Percent, 'f', -1, 64) }

// Totals are the figures of a file, a folder or everything.
type Totals struct {
	Lines      Total `json:"lines"`
	Statements Total `json:"statements"`
	Functions  Total `json:"functions"`
	Branches   Total `json:"branches"`
}

// Totals counts what the file has.
func (f *File) Totals() (t Totals) {
	ran := 0
	lines := f.Lines()
	for _, count := range lines {
		if count > 0 {
			ran++
		}
	}
	t.Lines = total(ran, len(lines))
	ran = 0
	for _, s := range f.Statements {
		if s.Count > 0 {
			ran++
		}
	}
	t.Statements = total(ran, len(f.Statements))
	ran = 0
	for _, fn := range f.Functions {
		if fn.Count > 0 {
			ran++
		}
	}
	t.Functions = total(ran, len(f.Functions))
	var all arms
	for _, a := range f.armsByLine() {
		all.covered, all.total = all.covered+a.covered, all.total+a.total
	}
	t.Branches = total(all.covered, all.total)
	return t
}

// plus returns the figures of both.
func (t Totals) plus(o Totals) Totals {
	add := func(a, b Total) Total { return total(a.Covered+b.Covered, a.Total+b.Total) }
	return Totals{add(t.Lines, o.Lines), add(t.Statements, o.Statements), add(t.Functions, o.Functions), add(t.Branches, o.Branches)}
}

// none are the figures of nothing.
func none() Totals { return Totals{total(0, 0), total(0, 0), total(0, 0), total(0, 0)} }

// Of returns the figures of files together.
func Of(files []*File) Totals {
	t := none()
	for _, f := range files {
		t = t.plus(f.Totals())
	}
	return t
}

// isEmpty reports whether there is nothing to run.
func (t Totals) isEmpty() bool { return t.Lines.Total == 0 }
