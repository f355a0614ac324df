package coverage

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// Line is a line of a source.
type Line struct {
	Number int    `json:"n"`
	Count  string `json:"count,omitempty"` // how often it ran; empty if no statement begins on it
	Ran    string `json:"ran,omitempty"`   // yes, no, or partly if a branch that begins on it was not taken; empty as Count
	Parts  []Part `json:"parts"`
}

// Part is a piece of a line.
type Part struct {
	Text  string `json:"text"`
	Class string `json:"class,omitempty"` // statement, branch or function, if that did not run; empty otherwise
	Title string `json:"title,omitempty"`
	Mark  string `json:"mark,omitempty"` // I or E before an if of which one path was not taken, as Istanbul has it
}

// The titles of the paths of an if.
const (
	noIf   = "if path not taken"
	noElse = "else path not taken"
)

var pathMarks = map[string]string{noIf: "I", noElse: "E"}

// Gap is a range that did not run.
type Gap struct {
	Range
	Class string // statement, branch or function
	Title string // such as "else path not taken"
}

// SourceLines returns the lines of a file with what did not run in them.
func (f *File) SourceLines() (list []Line) {
	gaps, counts, branches := f.Gaps(), f.Lines(), f.armsByLine()
	for i, text := range strings.Split(strings.TrimSuffix(f.Text, "\n"), "\n") {
		number := i + 1
		l := Line{Number: number, Parts: partsOf(strings.TrimSuffix(text, "\r"), number, gaps)}
		if count, known := counts[number]; known {
			l.Count, l.Ran = fmt.Sprint(count), "yes"
			switch a := branches[number]; {
			case count == 0:
				l.Ran = "no"
			case a.covered < a.total:
				l.Ran = "partly"
			}
		}
		list = append(list, l)
	}
	return list
}

// Gaps returns what did not run, the largest first: where they overlap, the last is shown.
func (f *File) Gaps() (gaps []Gap) {
	for _, s := range f.Statements {
		if s.Count == 0 {
			gaps = append(gaps, Gap{s.Range, "statement", "statement not covered"})
		}
	}
	for _, fn := range f.Functions {
		if fn.Count == 0 {
			gaps = append(gaps, Gap{fn.Decl, "function", "function not covered"})
		}
	}
	for _, b := range f.Branches {
		taken := slices.ContainsFunc(b.Arms, func(a Arm) bool { return a.Count > 0 })
		for i, a := range b.Arms {
			switch {
			case a.Count > 0:
			case b.Kind != "if":
				gaps = append(gaps, Gap{a.Range, "branch", "branch not covered"})
			case taken: // otherwise the statement is marked
				gaps = append(gaps, Gap{headOf(b.Loc), "branch", map[bool]string{true: noIf, false: noElse}[i == 0]})
			}
		}
	}
	slices.SortStableFunc(gaps, func(a, b Gap) int {
		return cmp.Or(b.End.Line-b.Start.Line-a.End.Line+a.Start.Line, b.End.Column-b.Start.Column-a.End.Column+a.Start.Column)
	})
	return gaps
}

// headOf returns the word that begins an if: what is in its paths is marked by itself.
func headOf(r Range) Range {
	r.End = Position{r.Start.Line, r.Start.Column + len("if")}
	return r
}

// partsOf cuts a line where what did not run begins and ends.
func partsOf(text string, number int, gaps []Gap) (parts []Part) {
	units := utf16.Encode([]rune(text))
	marks := make([]*Gap, len(units))
	for i := range gaps {
		g := &gaps[i]
		if number < g.Start.Line || number > g.End.Line {
			continue
		}
		from, to := len(text)-len(strings.TrimLeft(text, " \t")), len(units)
		if number == g.Start.Line {
			from = min(g.Start.Column, len(units))
		}
		if number == g.End.Line {
			to = min(g.End.Column, len(units))
		}
		for column := from; column < to; column++ {
			marks[column] = g
		}
	}
	for begin := 0; begin < len(units); {
		end := begin + 1
		for end < len(units) && marks[end] == marks[begin] {
			end++
		}
		p := Part{Text: string(utf16.Decode(units[begin:end]))}
		if g := marks[begin]; g != nil && strings.TrimSpace(p.Text) != "" {
			p.Class, p.Title = g.Class, g.Title
			if number == g.Start.Line && begin == g.Start.Column {
				p.Mark = pathMarks[g.Title]
			}
		}
		parts = append(parts, p)
		begin = end
	}
	return parts
}
