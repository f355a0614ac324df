package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// painter colours parts of a report if it is on.
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

// printDiagnostics prints each mistake like a compiler: place and message, the line with a caret under it,
// why, how to fix it, and related places.
func printDiagnostics(w io.Writer, list fault.List, colour bool) {
	p := painter{colour}
	var text strings.Builder // the log goes to the same place: what is written at once, it does not take apart
	defer func() { _, _ = io.WriteString(w, text.String()) }()
	for _, d := range list {
		printDiagnostic(&text, p, d)
	}
	errs, warnings := len(list.Errors()), len(list.Warnings())
	switch {
	case errs > 0:
		fmt.Fprintf(&text, "%s\n", p.red(count(errs, "error")+also(warnings)))
	case warnings > 0:
		fmt.Fprintf(&text, "%s\n", p.yellow(count(warnings, "warning")))
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
	if d.Tool != "" {
		severity += " " + d.Code + ":"
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

func printSource(w io.Writer, p painter, d fault.Diagnostic) {
	if d.Source == "" {
		return
	}
	line, carets := fault.Excerpt(d.Source, d.Place.Col, d.Length)
	fmt.Fprintf(w, "%s%s\n", p.dim(fmt.Sprintf("%5d | ", d.Place.Line)), line)
	if carets != "" {
		fmt.Fprintf(w, "%s%s\n", p.dim("      | "), p.red(carets))
	}
}

func indented(text string) string { return strings.ReplaceAll(text, "\n", "\n       ") }
