package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/fwrun/fwrun/fault"
)

// painter colours parts of a report, or not.
type painter struct{ on bool }

func (p painter) paint(code, text string) string {
	if !p.on || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p painter) red(s string) string    { return p.paint("31;1", s) }
func (p painter) yellow(s string) string { return p.paint("33;1", s) }
func (p painter) bold(s string) string   { return p.paint("1", s) }
func (p painter) dim(s string) string    { return p.paint("2", s) }
func (p painter) green(s string) string  { return p.paint("32", s) }

// printDiagnostics prints each mistake the way compilers do: place and message, the line
// with a caret under it, why, how to mend it, and the other places that matter.
func printDiagnostics(w io.Writer, list fault.List, colour bool) {
	p := painter{colour}
	for _, d := range list {
		printDiagnostic(w, p, d)
	}
	errs, warnings := len(list.Errors()), len(list.Warnings())
	switch {
	case errs > 0:
		fmt.Fprintf(w, "%s\n", p.red(count(errs, "error")+also(warnings)))
	case warnings > 0:
		fmt.Fprintf(w, "%s\n", p.yellow(count(warnings, "warning")))
	}
}

func also(warnings int) string {
	if warnings == 0 {
		return ""
	}
	return " and " + count(warnings, "warning")
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func printDiagnostic(w io.Writer, p painter, d fault.Diagnostic) {
	severity := p.red("error:")
	if d.Severity == fault.Warning {
		severity = p.yellow("warning:")
	}
	if place := d.Place.String(); place != "" {
		fmt.Fprintf(w, "%s: ", p.bold(place))
	}
	fmt.Fprintf(w, "%s %s\n", severity, p.bold(d.Message))
	printSource(w, p, d)
	if d.Why != "" {
		fmt.Fprintf(w, "  %s %s\n", p.dim("why:"), indented(d.Why))
	}
	if d.Hint != "" {
		fmt.Fprintf(w, "  %s %s\n", p.green("fix:"), indented(d.Hint))
	}
	for _, note := range d.Notes {
		fmt.Fprintf(w, "  %s %s\n", p.dim("see:"), strings.TrimPrefix(note.Place.String()+": "+note.Text, ": "))
	}
	fmt.Fprintln(w)
}

// maxSourceWidth bounds a shown line, around its caret.
const maxSourceWidth = 110

func printSource(w io.Writer, p painter, d fault.Diagnostic) {
	if d.Source == "" {
		return
	}
	gutter := fmt.Sprintf("%5d | ", d.Place.Line)
	if d.Place.Col == 0 {
		line, _ := window(d.Source, 0)
		fmt.Fprintf(w, "%s%s\n", p.dim(gutter), line)
		return
	}
	line, column := window(d.Source, d.Place.Col-1)
	fmt.Fprintf(w, "%s%s\n", p.dim(gutter), line)
	under := "^" + strings.Repeat("~", max(0, min(d.Length, len(line)-column)-1))
	fmt.Fprintf(w, "%s%s%s\n", p.dim("      | "), pad(line, column), p.red(under))
}

// window cuts a long line around a column, counted in UTF-16 units, and returns where
// the column is in what is left, in bytes.
func window(line string, column int) (shown string, at int) {
	at = byteOffset(line, column)
	if len(line) <= maxSourceWidth {
		return line, at
	}
	from := max(0, at-maxSourceWidth/2)
	to := min(len(line), from+maxSourceWidth)
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

func indented(text string) string { return strings.ReplaceAll(text, "\n", "\n       ") }
