package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// textWidth is the column at which texts other than code are wrapped.
const textWidth = 100

// WriteText writes the report for a terminal, what a developer needs first at the top.
func (r *Report) WriteText(b *bytes.Buffer) {
	writeIndented(b, r.Headline())
	for i, f := range r.Frames {
		fmt.Fprintf(b, "  %s\n", f.stackLine())
		if i == 0 {
			writeExcerpt(b, f)
		}
	}
	if len(r.Others) > 0 {
		writeWrapped(b, "  other frames: ", strings.Join(r.Others, ", "))
	}
	if r.Why != "" {
		writeWrapped(b, "because: ", r.Why)
	}
	if r.Hint != "" {
		writeWrapped(b, "hint: ", r.Hint)
	}
	for _, c := range r.Causes {
		indent := strings.Repeat("  ", c.Indent)
		writeWrapped(b, indent+"caused by ", c.Text)
		if c.Place != "" {
			fmt.Fprintf(b, "%s  at %s\n", indent, c.Place)
		}
	}
	for _, f := range r.Facts {
		writeWrapped(b, f.Name+" ", f.Value)
	}
	r.writeRoutes(b)
	if r.Handler != "" {
		fmt.Fprintf(b, "handler %s, ", r.Handler)
	}
	fmt.Fprintf(b, "%s %s%s\n", r.Method, r.Path, r.queryText())
	fmt.Fprintf(b, "trace %s\n", r.Trace)
}

// mostRoutes is the largest number of routes that a text lists.
const mostRoutes = 10

// writeRoutes lists the routes that may have been meant, the nearest first.
func (r *Report) writeRoutes(b *bytes.Buffer) {
	label, lines := "this path answers:", r.Allowed
	if len(r.Meant)+len(r.Routes) > 0 {
		label, lines = "the routes are:", slices.Concat(r.Meant, r.Routes)
	}
	if len(r.Meant) > 0 {
		label = "did you mean:"
	}
	if len(lines) == 0 {
		return
	}
	more := len(lines) - mostRoutes
	if more == 1 {
		more = 0 // "and 1 more" would take the same room
	}
	if more > 0 {
		lines = lines[:mostRoutes]
	}
	var methods, paths int
	for _, l := range lines {
		methods, paths = max(methods, len(l.Methods)), max(paths, utf8.RuneCountInString(l.Path))
	}
	fmt.Fprintln(b, label)
	for i, l := range lines {
		if i > 0 && i == len(r.Meant) {
			fmt.Fprintln(b, "others:")
		}
		fmt.Fprintf(b, "  %-*s  %-*s  %s (%s)\n", methods, l.Methods, paths, l.Path, l.Handler, l.Place)
	}
	if more > 0 {
		fmt.Fprintf(b, "  and %d more: fwrun routes lists them all\n", more)
	}
}

func (r *Report) queryText() string {
	list := make([]string, len(r.Query))
	for i, q := range r.Query {
		list[i] = q.Name + "=" + q.Value
	}
	if len(list) == 0 {
		return ""
	}
	return "?" + strings.Join(list, "&")
}

// writeIndented writes a text and indents its further lines.
func writeIndented(b *bytes.Buffer, text string) {
	b.WriteString(strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    "))
	b.WriteByte('\n')
}

// writeExcerpt writes the line that failed, with a caret.
func writeExcerpt(b *bytes.Buffer, f Frame) {
	for _, l := range f.Lines {
		if l.Caret != "" {
			fmt.Fprintf(b, "  %4d | %s\n       | %s\n", l.Number, l.Text, l.Caret)
		}
	}
}

// writeWrapped writes words after a label; further lines are aligned with the first.
func writeWrapped(b *bytes.Buffer, label, text string) {
	b.WriteString(label)
	column := len(label)
	for i, word := range strings.Fields(text) {
		if i > 0 && column+1+len(word) > textWidth {
			b.WriteString("\n" + strings.Repeat(" ", len(label)))
			column = len(label)
		} else if i > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	b.WriteByte('\n')
}
