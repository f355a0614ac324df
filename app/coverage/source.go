package coverage

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// line is a line of a file's page.
type line struct {
	Number int
	Count  string // how often it ran; empty if no statement begins on it
	Ran    string // yes, no, or empty
	Parts  []part
}

// part is a piece of a line.
type part struct {
	Text  string
	Class string // statement, branch or function, if that did not run; empty otherwise
	Title string
}

// gap is a range that did not run.
type gap struct {
	Range
	class, title string
}

// linesOf returns the lines of a file with what did not run in them.
func linesOf(f *File) (list []line) {
	gaps, counts := gapsOf(f), f.Lines()
	for i, text := range strings.Split(f.Text, "\n") {
		number := i + 1
		l := line{Number: number, Parts: partsOf(strings.TrimSuffix(text, "\r"), number, gaps)}
		if count, known := counts[number]; known {
			l.Count, l.Ran = fmt.Sprint(count), "yes"
			if count == 0 {
				l.Ran = "no"
			}
		}
		list = append(list, l)
	}
	return list
}

// gapsOf returns what did not run, the smallest last, which is what is shown where they overlap.
func gapsOf(f *File) (gaps []gap) {
	for _, s := range f.Statements {
		if s.Count == 0 {
			gaps = append(gaps, gap{s.Range, "statement", "statement not covered"})
		}
	}
	for _, fn := range f.Functions {
		if fn.Count == 0 {
			gaps = append(gaps, gap{fn.Decl, "function", "function not covered"})
		}
	}
	for _, b := range f.Branches {
		taken := slices.ContainsFunc(b.Arms, func(a Arm) bool { return a.Count > 0 })
		for i, a := range b.Arms {
			switch {
			case a.Count > 0 || !taken && b.Kind == "if": // the statement is marked
			case a.Start == Position{}: // an else that is not written: the head is marked
				head := b.Loc
				head.End = Position{head.Start.Line, head.Start.Column + len("if")}
				gaps = append(gaps, gap{head, "branch", "else path not taken"})
			case b.Kind == "if":
				gaps = append(gaps, gap{a.Range, "branch", map[bool]string{true: "if path not taken", false: "else path not taken"}[i == 0]})
			default:
				gaps = append(gaps, gap{a.Range, "branch", "branch not covered"})
			}
		}
	}
	return gaps
}

// partsOf cuts a line where what did not run begins and ends.
func partsOf(text string, number int, gaps []gap) (parts []part) {
	units := utf16.Encode([]rune(text))
	marks := make([]*gap, len(units))
	for i := range gaps {
		g := &gaps[i]
		if number < g.Start.Line || number > g.End.Line {
			continue
		}
		from, to := 0, len(units)
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
		p := part{Text: string(utf16.Decode(units[begin:end]))}
		if g := marks[begin]; g != nil && strings.TrimSpace(p.Text) != "" {
			p.Class, p.Title = g.class, g.title
		}
		parts = append(parts, p)
		begin = end
	}
	return parts
}
