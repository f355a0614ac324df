package bundle

import (
	"path/filepath"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// tellUnclosed reports brackets that are never closed where they are opened: the compiler notices that only where something else begins.
func (in Input) tellUnclosed(list fault.List) {
	for i := range list {
		d := &list[i]
		if d.Code != codeSyntax || d.Place.File == "" || isPackage(d.Place.File) || !isUnbalanced(d.Message) {
			continue
		}
		text, err := in.text(filepath.Join(in.Folder, filepath.FromSlash(d.Place.File)))
		if err != nil {
			continue
		}
		at, bracket, found := source.Unclosed(string(text))
		if !found || at.Line >= d.Place.Line {
			continue
		}
		opened := fault.Place{File: d.Place.File, Line: at.Line, Col: at.Col}
		if bracket != "{" { // what it expects is most often missing where the compiler says
			d.Notes = append(d.Notes, fault.Note{Place: opened, Text: bracket + " is opened here, and never closed"})
			continue
		}
		d.Notes = append(d.Notes, fault.Note{Place: d.Place, Text: "the compiler notices it here: " + d.Message})
		d.Place, d.Source, d.Length = opened, lineAround(string(text), at.Offset), 1
		d.Message, d.Hint = bracket+" is never closed", "add the missing }, indented like the line that opens it"
	}
}

// isUnbalanced reports whether a message of the compiler may come of a bracket that is not closed.
func isUnbalanced(message string) bool {
	return strings.HasPrefix(message, "Expected ") || strings.HasPrefix(message, "Unexpected ")
}

// lineAround returns the line of a text that has an offset.
func lineAround(text string, offset int) string {
	line, _, _ := strings.Cut(text[strings.LastIndexAny(text[:offset], "\r\n")+1:], "\n")
	return strings.TrimSuffix(line, "\r")
}
