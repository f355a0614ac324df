package fault

import (
	"fmt"
	"sort"
	"strings"
)

// Severity tells what boot does with a Diagnostic.
type Severity uint8

// The severities. An Err stops the boot, after all others were collected.
const (
	Err Severity = iota
	Warning
)

// Place is a spot in a file of the application. Line and Col count from 1, Col in
// UTF-16 code units; a zero Line means the file as a whole.
type Place struct {
	File string // relative to the application folder, slash-separated
	Line int
	Col  int
}

func (p Place) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	default:
		return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
	}
}

// Note is a second place that belongs to a Diagnostic: "the other one is here".
type Note struct {
	Place Place
	Text  string
}

// Diagnostic is one mistake in the application's source or configuration.
type Diagnostic struct {
	Severity Severity
	Code     string // stable and greppable: "bean-missing", "route-duplicate"
	Place    Place
	Source   string // the source line, for the caret; filled in by whoever has the text
	Length   int    // how far to underline; 0 is one caret
	Message  string // what is wrong
	Why      string // why that is a mistake, when the message alone does not say
	Hint     string // how to mend it
	Notes    []Note
}

func (d Diagnostic) Error() string {
	if d.Place.File == "" {
		return d.Message
	}
	return d.Place.String() + ": " + d.Message
}

// List is every mistake found in one go. As an error it lists them a line each.
type List []Diagnostic

func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// Errors returns those that stop the boot.
func (l List) Errors() List { return l.filter(Err) }

// Warnings returns those that do not.
func (l List) Warnings() List { return l.filter(Warning) }

func (l List) filter(s Severity) List {
	var out List
	for _, d := range l {
		if d.Severity == s {
			out = append(out, d)
		}
	}
	return out
}

// Sort orders by file, line and column, so that a report reads top to bottom.
func (l List) Sort() {
	sort.SliceStable(l, func(i, j int) bool {
		a, b := l[i].Place, l[j].Place
		if a.File != b.File {
			return a.File < b.File
		}
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Col < b.Col
	})
}
