package bundle

import (
	"strings"
	"unicode/utf16"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/fwrun/fwrun/fault"
)

// diagnostics turns esbuild's messages into ours.
func diagnostics(messages []api.Message, severity fault.Severity) fault.List {
	var list fault.List
	for _, m := range messages {
		d := fault.Diagnostic{Severity: severity, Code: "compile", Message: m.Text}
		d.Place, d.Source, d.Length = location(m.Location)
		d.Hint = hint(m)
		for _, note := range m.Notes {
			place, _, _ := location(note.Location)
			d.Notes = append(d.Notes, fault.Note{Place: place, Text: note.Text})
		}
		list = append(list, d)
	}
	return list
}

// location converts esbuild's, whose columns are bytes from 0.
func location(l *api.Location) (place fault.Place, line string, length int) {
	if l == nil || strings.HasPrefix(l.File, "fwrun:") {
		return fault.Place{}, "", 0
	}
	column := min(l.Column, len(l.LineText))
	end := min(column+l.Length, len(l.LineText))
	return fault.Place{File: l.File, Line: l.Line, Col: units(l.LineText[:column]) + 1}, l.LineText, units(l.LineText[column:end])
}

func units(s string) int { return len(utf16.Encode([]rune(s))) }

// hint says how to mend the commonest mistakes.
func hint(m api.Message) string {
	text := m.Text
	switch {
	case strings.HasPrefix(text, `Could not resolve "node:`):
		return "Node's own modules are not here; use the web platform (fetch, URL, crypto, …) or a host bean instead"
	case strings.HasPrefix(text, `Could not resolve "./`), strings.HasPrefix(text, `Could not resolve "../`):
		return "check the path; a relative import names the file from this one, with its extension"
	case strings.HasPrefix(text, "Could not resolve"):
		return "install the package beside package.json (npm install …), or write ./ in front of a file of your own"
	case strings.Contains(text, "No matching export"):
		return suggestion(m)
	}
	return ""
}

func suggestion(m api.Message) string {
	if m.Location != nil && m.Location.Suggestion != "" {
		return "did you mean " + quote(m.Location.Suggestion) + "?"
	}
	return "check the spelling, and that the other file exports it"
}
