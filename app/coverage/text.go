package coverage

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// The columns of the table.
const (
	leastName    = len("File")
	percentWidth = 7
	leastMissing = len("Uncovered Line #s")
	delimiter    = " | "
)

// table is the text report.
type table struct {
	out           io.Writer
	name, missing int // widths
}

// writeText writes the table of Istanbul, for so many columns; 0 for any number.
func writeText(out io.Writer, root *node, columns int) error {
	t := table{out: out, name: leastName, missing: leastMissing}
	root.each(func(n *node) {
		t.name = max(t.name, n.depth+utf8.RuneCountInString(n.title()))
		t.missing = max(t.missing, len(n.uncovered()))
	})
	t.fit(columns)
	var text strings.Builder
	rule := t.rule()
	fmt.Fprintln(&text, rule)
	fmt.Fprintln(&text, t.row(pad("File", t.name), "% Stmts", "% Branch", "% Funcs", "% Lines", "Uncovered Line #s"))
	fmt.Fprintln(&text, rule)
	root.each(func(n *node) {
		figures := n.totals
		if figures.isEmpty() {
			figures = Totals{}
		}
		name := strings.Repeat(" ", n.depth) + pad(n.title(), t.name-n.depth)
		fmt.Fprintln(&text, t.row(name, figures.Statements.text(), figures.Branches.text(), figures.Functions.text(), figures.Lines.text(), n.uncovered()))
	})
	fmt.Fprintln(&text, rule)
	_, err := io.WriteString(out, text.String())
	return err
}

// fit narrows the names, or else the uncovered lines, to so many columns.
func (t *table) fit(columns int) {
	const percents = len(delimiter) + 4*(percentWidth+len(delimiter)) + 2
	if columns == 0 {
		return
	}
	switch room := columns - percents - leastMissing; {
	case t.name > room:
		t.name, t.missing = room, leastMissing
	case t.name < room:
		t.missing = min(t.missing, columns-percents-t.name)
	}
}

func (t *table) row(name, statements, branches, functions, lines, missing string) string {
	return strings.Join([]string{
		name, padLeft(statements, percentWidth), padLeft(branches, percentWidth+1), padLeft(functions, percentWidth), padLeft(lines, percentWidth),
		pad(missing, t.missing),
	}, delimiter) + " "
}

func (t *table) rule() string {
	var parts []string
	for _, width := range []int{t.name, percentWidth, percentWidth + 1, percentWidth, percentWidth, t.missing} {
		parts = append(parts, strings.Repeat("-", max(width, 0)))
	}
	return strings.Join(parts, "-|-") + "-"
}

// pad fills a text to a width; of one that is longer, the end is shown.
func pad(text string, width int) string {
	if length := utf8.RuneCountInString(text); length <= width {
		return text + strings.Repeat(" ", width-length)
	}
	return cut(text, width)
}

func padLeft(text string, width int) string {
	if length := utf8.RuneCountInString(text); length <= width {
		return strings.Repeat(" ", width-length) + text
	}
	return cut(text, width)
}

func cut(text string, width int) string {
	runes := []rune(text)
	if width < len("...") {
		return ""
	}
	return "..." + string(runes[len(runes)-(width-len("...")):])
}

func (n *node) title() string { return cmp.Or(n.name, "All files") }

// uncovered returns the lines that have not run, as 3,7-9; of a file whose lines all have, those with a branch that was not taken.
func (n *node) uncovered() string {
	if n.file == nil {
		return ""
	}
	if n.totals.Lines.Percent < 100 || n.totals.isEmpty() {
		return Text(n.file.Uncovered())
	}
	taken := map[int]bool{}
	for line, a := range n.file.armsByLine() {
		taken[line] = a.covered == a.total
	}
	return Text(stretchesWithout(taken))
}
