package fault

import (
	"bytes"
	"strings"
)

// excerptWidth bounds a shown line, around its caret.
const excerptWidth = 110

// Excerpt gives a source line as a report shows it, cut to what fits around the column,
// and the carets to print below it: "^~~~" under the length given. Without a column there
// are none. Both count in UTF-16 units, the column from 1.
func Excerpt(line string, col, length int) (shown, carets string) {
	shown, at := window(line, max(0, col-1))
	if col == 0 {
		return shown, ""
	}
	return shown, pad(shown, at) + "^" + strings.Repeat("~", max(0, min(length, len(shown)-at)-1))
}

// window cuts a long line around a column, and returns where the column is in what is
// left, in bytes.
func window(line string, column int) (shown string, at int) {
	at = byteOffset(line, column)
	if len(line) <= excerptWidth {
		return line, at
	}
	from := max(0, at-excerptWidth/2)
	to := min(len(line), from+excerptWidth)
	for from > 0 && !startsRune(line, from) {
		from--
	}
	for to < len(line) && !startsRune(line, to) {
		to++
	}
	return line[from:to], at - from
}

func startsRune(s string, i int) bool { return i == len(s) || s[i]&0xC0 != 0x80 }

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
