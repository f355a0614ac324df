package fault

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mend is the replacement of a part of a line, in the file of its [Diagnostic], that removes the mistake. Who makes one may know the
// words and not where they are: [List.PlaceMends] finds them.
type Mend struct {
	Line, Col int    // where it begins, counted as in a [Place]; 0 for the line of the diagnostic, and for a column to be found
	Old       string // what is there now; empty for an insertion, and never more than the rest of the line
	New       string // what to write instead; several lines for an import at the top of the file
	Quoted    bool   // Old is all of a text in quotes, and is found only there
}

// EndCol returns the column after what is replaced.
func (m *Mend) EndCol() int { return m.Col + Width(m.Old) }

// MarshalJSON returns the form that reports have.
func (m *Mend) MarshalJSON() ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err := e.Encode(struct {
		Line      int    `json:"line"`
		Column    int    `json:"column"`
		EndColumn int    `json:"endColumn"` // the column after it
		Old       string `json:"old"`
		New       string `json:"new"`
	}{m.Line, m.Col, m.EndCol(), m.Old, m.New})
	return text.Bytes(), err
}

// Meant adds the best hint for a name that is not known, as [DidYouMean] returns it, and the nearest name in place of it. The format %q is
// for names that are written in quotes.
func (d *Diagnostic) Meant(format, name string, names []string, otherwise string) {
	d.Hint = DidYouMean(format, name, names, otherwise)
	if near := Nearest(name, names); near != "" {
		d.Mend = &Mend{Old: name, New: near, Quoted: format == "%q"}
	}
}

// PlaceMends finds where the replacements are in the texts of the files: in the line of the diagnostic not before its column, in another
// line anywhere. One is dropped if its file is not known, or what it replaces is not there, or is there more than once.
func (l List) PlaceMends(text func(file string) []byte) {
	for i := range l {
		if d := &l[i]; d.Mend != nil {
			d.Mend = d.Mend.placed(d.Place, text(d.Place.File))
		}
	}
}

func (m *Mend) placed(at Place, text []byte) *Mend {
	found, from, here := *m, 0, -1
	if found.Line == 0 {
		found.Line = at.Line
	}
	line := Line(text, found.Line)
	switch {
	case found.Col > 0:
		if from = byteOffset(line, found.Col-1); found.Col-1 > Width(line) || !strings.HasPrefix(line[from:], found.Old) {
			return nil
		}
		return &found
	case found.Old == "" || line == "":
		return nil
	case found.Line == at.Line:
		from = byteOffset(line, at.Col-1)
		here = from
	}
	offset := found.once(line, from, here)
	if offset < 0 {
		return nil
	}
	found.Col = Width(line[:offset]) + 1
	return &found
}

// once returns where what is replaced is in a line: right here, or else once from an offset on; -1 if it is not.
func (m *Mend) once(line string, from, here int) int {
	found := -1
	for at := from; ; at++ {
		next := strings.Index(line[at:], m.Old)
		if next < 0 {
			return found
		}
		switch at += next; {
		case !isWhole(line, at, at+len(m.Old)), m.Quoted && !inQuotes(line, at, at+len(m.Old)):
			continue
		case at == here:
			return at
		case found >= 0:
			return -1
		}
		found = at
	}
}

// isWhole reports whether a part of a line does not begin or end within a word.
func isWhole(line string, begin, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(line[:begin])
	first, _ := utf8.DecodeRuneInString(line[begin:])
	last, _ := utf8.DecodeLastRuneInString(line[:end])
	behind, _ := utf8.DecodeRuneInString(line[end:])
	return !(isWord(before) && isWord(first)) && !(isWord(last) && isWord(behind))
}

// inQuotes reports whether the same quotes are on both sides of a part of a line.
func inQuotes(line string, begin, end int) bool {
	return begin > 0 && end < len(line) && line[begin-1] == line[end] && strings.IndexByte("\"'`", line[end]) >= 0
}

// isWord reports whether a character may be part of a name, in scripts or in the configuration.
func isWord(c rune) bool {
	return c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsDigit(c) || strings.ContainsRune("_$-", c))
}
