package fault

import (
	"bytes"
	"io/fs"
	"strings"
	"unicode/utf8"
)

// excerptWidth is the greatest length of a printed line, in characters, including ellipses.
const excerptWidth = 110

// Excerpt returns a source line as a report prints it, cut with ellipses to the text around the
// column, and the carets to print below it: "^~~~" under the given length. carets is empty if
// there is no column. Column and length count in UTF-16 units, the column from 1.
func Excerpt(line string, col, length int) (shown, carets string) {
	shown, at := window(line, max(0, col-1))
	if col == 0 {
		return shown, ""
	}
	behind := utf8.RuneCountInString(strings.TrimSuffix(shown[at:], ellipsis))
	return shown, pad(shown, at) + "^" + strings.Repeat("~", max(0, min(length, behind)-1))
}

const ellipsis = "…"

// window cuts a long line around a column, and returns the byte offset of the column in the
// result.
func window(line string, column int) (shown string, at int) {
	at = byteOffset(line, column)
	if len(line) <= excerptWidth {
		return line, at
	}
	runes, caret := []rune(line), utf8.RuneCountInString(line[:at])
	if len(runes) <= excerptWidth {
		return line, at
	}
	from := max(0, min(caret-excerptWidth/2, len(runes)-excerptWidth))
	to := from + excerptWidth
	before, behind := "", ""
	if from > 0 {
		before, from = ellipsis, from+1
	}
	if to < len(runes) {
		behind, to = ellipsis, to-1
	}
	return before + string(runes[from:to]) + behind, len(before) + len(string(runes[from:caret]))
}

// byteOffset converts a column in UTF-16 units to a byte offset.
func byteOffset(line string, column int) int {
	units := 0
	for i, r := range line {
		if units >= column {
			return i
		}
		units++
		if r > 0xFFFF {
			units++
		}
	}
	return len(line)
}

// pad returns the blanks before a caret. Tabs stay tabs, so that the caret is aligned.
func pad(line string, bytes int) string {
	var b strings.Builder
	for _, r := range line[:bytes] {
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// Texts returns a function that reads the files that diagnostics are about, each once. Without its text there is no line to show, and nothing to
// replace.
func Texts(files fs.FS) func(file string) []byte {
	texts := map[string][]byte{}
	return func(file string) []byte {
		text, known := texts[file]
		if !known && fs.ValidPath(file) {
			text, _ = fs.ReadFile(files, file)
			texts[file] = text
		}
		return text
	}
}

// ShowLines adds the lines that a report shows above its carets.
func (l List) ShowLines(text func(file string) []byte) {
	for i := range l {
		if d := &l[i]; d.Source == "" && d.Place.File != "" {
			d.Source = Line(text(d.Place.File), d.Place.Line)
		}
	}
}

// Line returns a line of a text, counted from 1, or "" if there is no such line.
func Line(text []byte, line int) string {
	for n := 1; len(text) > 0; n++ {
		one, rest, _ := bytes.Cut(text, []byte("\n"))
		if n == line {
			return strings.TrimSuffix(string(one), "\r")
		}
		text = rest
	}
	return ""
}
