package coverage

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Thresholds are the percentages that have to be reached; 0 for any.
type Thresholds struct {
	Statements, Branches, Functions, Lines float64
	PerFile                                bool // by each file, and not by all together
}

// ParseThresholds reads a percentage for all four, as in 80, or for some, as in statements=80,branches=70.
func ParseThresholds(text string) (t Thresholds, err error) {
	for part := range strings.SplitSeq(text, ",") {
		name, value, named := strings.Cut(strings.TrimSpace(part), "=")
		if !named {
			name, value = "", name
		}
		percent, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(percent >= 0 && percent <= 100) {
			return t, fmt.Errorf("%q is no percentage from 0 to 100; write 80, or statements=80,branches=70", value)
		}
		switch strings.TrimSpace(name) {
		case "":
			t.Statements, t.Branches, t.Functions, t.Lines = percent, percent, percent, percent
		case "statements":
			t.Statements = percent
		case "branches":
			t.Branches = percent
		case "functions":
			t.Functions = percent
		case "lines":
			t.Lines = percent
		default:
			return t, fmt.Errorf("%q is none of statements, branches, functions and lines, as in statements=80,branches=70", name)
		}
	}
	return t, nil
}

// Missed returns a line for each threshold that was not reached, such as "coverage: branches 62.5 % < 70 %". The paths of files are relative to
// the folder.
func (t Thresholds) Missed(folder string, files []*File) (lines []string) {
	if !t.PerFile {
		return t.missed("coverage", Of(files))
	}
	files = slices.SortedFunc(slices.Values(files), func(a, b *File) int { return cmp.Compare(a.Path, b.Path) })
	for _, f := range files {
		lines = append(lines, t.missed("coverage of "+relative(folder, f.Path), f.Totals())...)
	}
	return lines
}

func (t Thresholds) missed(of string, totals Totals) (lines []string) {
	for _, each := range []struct {
		name  string
		least float64
		Total
	}{
		{"statements", t.Statements, totals.Statements},
		{"branches", t.Branches, totals.Branches},
		{"functions", t.Functions, totals.Functions},
		{"lines", t.Lines, totals.Lines},
	} {
		if each.Percent < each.least {
			lines = append(lines, fmt.Sprintf("%s: %s %s %% < %s %%", of, each.name, each.text(), strconv.FormatFloat(each.least, 'f', -1, 64)))
		}
	}
	return lines
}

// relative returns a path relative to the folder, with slashes; the path itself if it is not below it.
func relative(folder, file string) string {
	if path, err := filepath.Rel(folder, file); err == nil && filepath.IsLocal(path) {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(file)
}
