package web

import (
	"log/slog"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// maxRows is the maximum number of rows that console.table shows.
const maxRows = 200

// table shows a list of objects or lists as a table, and any other value like log.
func (c *console) table(call goja.FunctionCall) goja.Value {
	object, ok := call.Argument(0).(*goja.Object)
	if !ok {
		return c.at(slog.LevelInfo)(call)
	}
	var only []string
	if list, ok := call.Argument(1).(*goja.Object); ok {
		for _, key := range list.Keys() {
			only = append(only, list.Get(key).String())
		}
	}
	exception := c.Runtime.Try(func() { c.write(slog.LevelInfo, cut(c.tableText(object, only), c.options.MaxLog)) })
	if exception != nil {
		return c.at(slog.LevelInfo)(call)
	}
	return goja.Undefined()
}

func (c *console) tableText(object *goja.Object, only []string) string {
	header := []string{"(index)"}
	var rows [][]string
	hasValues := false
	for i, key := range object.Keys() {
		if i == maxRows {
			break
		}
		row := []string{key}
		value := object.Get(key)
		record, isRecord := value.(*goja.Object)
		if !isRecord {
			hasValues = true
			row = append(row, c.inspect(value, 0, 200))
			rows = append(rows, row)
			continue
		}
		columns := record.Keys()
		if only != nil {
			columns = only
		}
		row = append(row, "")
		for _, column := range columns {
			at := slices.Index(header, column)
			if at < 0 {
				at = len(header)
				header = append(header, column)
			}
			for len(row) <= at+1 {
				row = append(row, "")
			}
			if cell := record.Get(column); cell != nil {
				row[at+1] = c.inspect(cell, 0, 200)
			}
		}
		rows = append(rows, row)
	}
	return drawTable(header, rows, hasValues)
}

// drawTable draws rows whose cells are the index, the value of an element that is not an object, and one cell for
// each column. The value is drawn last, if any row has one.
func drawTable(header []string, rows [][]string, hasValues bool) string {
	lines := make([][]string, 0, len(rows)+1)
	for _, row := range append([][]string{append([]string{header[0], "Values"}, header[1:]...)}, rows...) {
		for len(row) < len(header)+1 {
			row = append(row, "")
		}
		line := append([]string{row[0]}, row[2:]...)
		if hasValues {
			line = append(line, row[1])
		}
		lines = append(lines, line)
	}
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	rule := func(left, middle, right string) string {
		parts := make([]string, len(widths))
		for i, width := range widths {
			parts[i] = strings.Repeat("─", width+2)
		}
		return left + strings.Join(parts, middle) + right
	}
	out := []string{rule("┌", "┬", "┐")}
	for i, line := range lines {
		for at, cell := range line {
			line[at] = " " + cell + strings.Repeat(" ", widths[at]-utf8.RuneCountInString(cell)) + " "
		}
		out = append(out, "│"+strings.Join(line, "│")+"│")
		if i == 0 {
			out = append(out, rule("├", "┼", "┤"))
		}
	}
	return strings.Join(append(out, rule("└", "┴", "┘")), "\n")
}
