package web

import (
	"strings"
	"unicode/utf8"
)

// colour holds the numbers of the terminal escapes that set and reset a colour.
type colour struct{ on, off string }

// The colours are those of Node's REPL.
var (
	bold    = colour{"1", "22"}
	red     = colour{"31", "39"}
	green   = colour{"32", "39"}
	yellow  = colour{"33", "39"}
	magenta = colour{"35", "39"}
	cyan    = colour{"36", "39"}
	grey    = colour{"90", "39"}
)

func (in *inspector) paint(c colour, text string) string {
	if !in.colour {
		return text
	}
	return "\x1b[" + c.on + "m" + text + "\x1b[" + c.off + "m"
}

// widthOf returns the number of visible characters of a text.
func widthOf(text string) int {
	width := 0
	for {
		before, rest, escaped := strings.Cut(text, "\x1b[")
		width += utf8.RuneCountInString(before)
		if !escaped {
			return width
		}
		_, text, _ = strings.Cut(rest, "m")
	}
}

// braces puts the items on one line if they fit, otherwise each on its own line.
func (in *inspector) braces(open string, items []string, closing string) string {
	if len(items) == 0 {
		return open + closing
	}
	if in.fits(len(open)+len(closing)+1, items) {
		return open + " " + strings.Join(items, ", ") + " " + closing
	}
	return open + "\n  " + indented(strings.Join(items, ",\n")) + "\n" + closing
}

// brackets is like braces, for a list. Many short elements are aligned in columns, numbers to the right.
func (in *inspector) brackets(items, members []string, numbers bool) string {
	all := append(items[:len(items):len(items)], members...)
	if len(items) <= gridFrom || in.fits(len("[ ]"), all) {
		return in.braces("[", all, "]")
	}
	return in.braces("[", append(in.grid(items, numbers), members...), "]")
}

// fits reports whether items fit on one line, together with the text around them.
func (in *inspector) fits(around int, items []string) bool {
	width := around + len("  ")*len(in.inside)
	for _, item := range items {
		if strings.Contains(item, "\n") {
			return false
		}
		width += widthOf(item) + len(", ")
	}
	return width <= in.width
}

func indented(text string) string { return strings.ReplaceAll(text, "\n", "\n  ") }

// A list of more than gridFrom elements is shown in columns if no element is wider than gridCell.
const (
	gridFrom = 6
	gridCell = 16
)

// grid returns rows with as many elements as fit.
func (in *inspector) grid(items []string, numbers bool) []string {
	cell := 0
	for _, item := range items {
		if cell = max(cell, widthOf(item)); cell > gridCell || strings.Contains(item, "\n") {
			return items
		}
	}
	perRow := max(1, (in.width-len("  ")*len(in.inside))/(cell+len(", ")))
	var rows []string
	for len(items) > 0 {
		row := items[:min(perRow, len(items))]
		items = items[len(row):]
		rows = append(rows, gridRow(row, cell, numbers))
	}
	return rows
}

func gridRow(items []string, cell int, numbers bool) string {
	last := len(items) - 1
	cells := make([]string, len(items))
	for i, item := range items {
		pad := strings.Repeat(" ", cell-widthOf(item))
		if i < last {
			item += ","
		}
		switch {
		case numbers:
			item = pad + item
		case i < last:
			item += pad
		}
		cells[i] = item
	}
	return strings.Join(cells, " ")
}
