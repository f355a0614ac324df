package engine

import (
	"io"
	"os"
	"strings"

	"github.com/fwrun/fwrun/engine/console"
	"github.com/fwrun/fwrun/platform/fault"
)

// maxExcerpt is the largest file that an excerpt is read from.
const maxExcerpt = 1 << 20

// SourceLine is a line of one of the application's files as a report shows it.
type SourceLine struct {
	Number int
	Text   string
	Caret  string // printed below the line; empty except for the line at the place
}

// Source reads the lines around a place from the application's folder. It returns nil if they cannot be read.
func (a *Application) Source(place fault.Place, around int) []SourceLine {
	lines := a.readLines(place.File)
	if place.Line < 1 || place.Line > len(lines) {
		return nil
	}
	first, last := max(1, place.Line-around), min(len(lines), place.Line+around)
	var out []SourceLine
	for number := first; number <= last; number++ {
		col := 1 // other lines are shown from their first column
		if number == place.Line {
			col = place.Col
		}
		text, caret := fault.Excerpt(lines[number-1], col, 1)
		if number != place.Line {
			caret = ""
		}
		out = append(out, SourceLine{number, text, caret})
	}
	return trimBlank(out)
}

// trimBlank drops empty lines at both ends, except the line with the caret.
func trimBlank(lines []SourceLine) []SourceLine {
	blank := func(l SourceLine) bool { return l.Caret == "" && strings.TrimSpace(l.Text) == "" }
	for len(lines) > 1 && blank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 1 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// readLines reads a file of the application, unless the file has changed since; a link cannot lead out of the
// folder.
func (a *Application) readLines(name string) []string {
	switch {
	case a == nil || name == "":
		return nil
	case name == console.File:
		return a.typed()
	}
	folder, err := os.OpenRoot(a.options.Folder)
	if err != nil {
		return nil
	}
	defer func() { _ = folder.Close() }()
	info, err := folder.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxExcerpt {
		return nil
	}
	if info.ModTime().After(a.began) {
		return nil // its lines are not those that run
	}
	file, err := folder.Open(name)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, maxExcerpt))
	if err != nil {
		return nil
	}
	return linesOf(text)
}

// Excerpt returns the line that failed with a caret under the place, or "" if the place is not known.
func (e *ScriptError) Excerpt() string {
	place, _ := e.Place()
	lines := e.app.Source(place, 0)
	if len(lines) == 0 {
		return ""
	}
	return lines[0].Text + "\n" + lines[0].Caret
}

// SourceFrame is a frame of the application's own with its source lines.
type SourceFrame struct {
	Frame
	Lines []SourceLine
}

// SourceFrames returns the application's own frames, innermost first, with their source lines; the names of
// methods include their class: UserService.find. The first frame has more lines around it.
func (e *ScriptError) SourceFrames(around int) []SourceFrame {
	var out []SourceFrame
	for i, f := range e.Frames() {
		if i > 0 {
			around = 0
		}
		f.Function = e.app.qualified(f)
		out = append(out, SourceFrame{f, e.app.Source(f.Place, around)})
	}
	return out
}

// qualified puts the name of the class in front of a method's name.
func (a *Application) qualified(f Frame) string {
	if a == nil {
		return f.Function
	}
	return a.outline.Qualified(f.Place.File, f.Function, f.Place.Line)
}
