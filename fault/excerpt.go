package fault

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// excerptWidth bounds a shown line, in characters, the ellipses included.
const excerptWidth = 110

// Excerpt gives a source line as a report shows it, cut with ellipses to what fits around the
// column, and the carets to print below it: "^~~~" under the length given. Without a column there
// are none. Both count in UTF-16 units, the column from 1.
func Excerpt(line string, col, length int) (shown, carets string) {
	shown, at := window(line, max(0, col-1))
	if col == 0 {
		return shown, ""
	}
	behind := utf8.RuneCountInString(strings.TrimSuffix(shown[at:], ellipsis))
	return shown, pad(shown, at) + "^" + strings.Repeat("~", max(0, min(length, behind)-1))
}

const ellipsis = "…"

// window cuts a long line around a column, and returns where the column is in what is
// left, in bytes.
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

// byteOffset turns a column in UTF-16 units into bytes.
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

// pad is the blank in front of a caret: tabs stay tabs, so that they align.
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

// Line is a line of a text, counted from 1; "" when there is none.
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
