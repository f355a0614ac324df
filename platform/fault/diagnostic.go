package fault

import (
	"fmt"
	"sort"
	"strings"
)

// Severity determines whether a Diagnostic stops the boot.
type Severity uint8

// The severities. An Err stops the boot, after all diagnostics were collected.
const (
	Err Severity = iota
	Warning
)

// Place is a position in a file of the application. Line and Col count from 1, Col in UTF-16 code
// units; a zero Line means the file as a whole.
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

// Note is a second place that belongs to a Diagnostic, such as an earlier declaration.
type Note struct {
	Place Place
	Text  string
}

// Diagnostic is one mistake in the application's source or configuration.
type Diagnostic struct {
	Severity Severity
	Code     string // stable and greppable: "bean-missing", "route-duplicate"
	Place    Place
	Source   string // the source line, for the caret; set by the code that has the text
	Length   int    // how many code units to underline; 0 prints a single caret
	Message  string // what is wrong
	Why      string // why that is a mistake, if the message alone does not say so
	Hint     string // how to fix it
	Mend     *Mend  // nil if no single replacement is certain to remove the mistake
	Notes    []Note
	Tool     string // what has found it, such as typescript; empty for fwrun itself
	// Lacks are the names for want of which this is a mistake: they are not defined, or not exported by the file that should.
	Lacks []string
}

func (d Diagnostic) Error() string {
	if d.Place.File == "" {
		return d.Message
	}
	return d.Place.String() + ": " + d.Message
}

// List holds all mistakes that were found together. As an error it has a line for each.
type List []Diagnostic

func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// Errors returns the diagnostics that stop the boot.
func (l List) Errors() List { return l.filter(Err) }

// Warnings returns the diagnostics that do not stop the boot.
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

// Sort sorts by file, line and column, so that a report reads from top to bottom.
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
