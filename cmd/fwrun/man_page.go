package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// writePage writes the manual page of a command in the language of man: what its help says, in the usual sections.
func writePage(w *bytes.Buffer, command *cobra.Command) {
	name := pageName(command)
	fmt.Fprintf(w, ".TH %s 1 \"%s\" \"fwrun %s\" \"fwrun\"\n", roff(strings.ToUpper(name)), roff(day()), roff(versionText()))
	fmt.Fprintf(w, ".SH NAME\n%s \\- %s\n", roff(name), roff(command.Short))
	fmt.Fprintf(w, ".SH SYNOPSIS\n.B %s\n", roff(synopsis(command)))
	w.WriteString(".SH DESCRIPTION\n")
	if command.Long != "" {
		writeProse(w, command.Long)
	} else {
		writeProse(w, command.Short)
	}
	writeCommands(w, manualOf(command))
	writeOptions(w, command.NonInheritedFlags(), "OPTIONS")
	if command.HasParent() {
		writeOptions(w, command.InheritedFlags(), "OPTIONS OF "+strings.ToUpper(command.Parent().CommandPath()))
	}
	if command.Example != "" {
		w.WriteString(".SH EXAMPLES\n")
		writeVerbatim(w, strings.Split(command.Example, "\n"))
	}
	writeSeeAlso(w, command)
}

// day returns the day of the commit, or nothing if it is not known: the same program writes the same page.
func day() string {
	if len(date) < len("2006-01-02") {
		return ""
	}
	return date[:len("2006-01-02")]
}

// synopsis returns how a command is written.
func synopsis(command *cobra.Command) string {
	switch parent := command.Parent(); {
	case parent == nil:
		return command.Name() + " <folder> | <command> [flags]"
	case parent.Name() == "queues":
		return writtenAs(command) + " [flags]"
	}
	return command.UseLine()
}

// writeProse writes paragraphs; indented lines stay as they are.
func writeProse(w *bytes.Buffer, text string) {
	between := "" // what separates a block from the one before it
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		lines := strings.Split(paragraph, "\n")
		for len(lines) > 0 {
			n := 0
			for n < len(lines) && strings.HasPrefix(lines[n], " ") == strings.HasPrefix(lines[0], " ") {
				n++
			}
			w.WriteString(between)
			if strings.HasPrefix(lines[0], " ") {
				writeVerbatim(w, lines[:n])
			} else {
				fmt.Fprintln(w, roffLines(lines[:n]))
			}
			lines, between = lines[n:], ".PP\n"
		}
	}
}

// writeVerbatim writes lines that are not filled.
func writeVerbatim(w *bytes.Buffer, lines []string) {
	fmt.Fprintf(w, ".nf\n%s\n.fi\n", roffLines(lines))
}

func writeCommands(w *bytes.Buffer, list []*cobra.Command) {
	if len(list) > 0 {
		w.WriteString(".SH COMMANDS\n")
	}
	for _, command := range list {
		fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(command.Name()), roffLines([]string{command.Short}))
	}
}

func writeOptions(w *bytes.Buffer, flags *pflag.FlagSet, title string) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(w, ".SH %s\n", title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		kind, usage := pflag.UnquoteUsage(f)
		names := `\fB` + roff("--"+f.Name) + `\fR`
		if f.Shorthand != "" {
			names = `\fB` + roff("-"+f.Shorthand) + `\fR, ` + names
		}
		if kind != "" {
			names += ` \fI` + roff(kind) + `\fR`
		}
		if saysSomething(f.DefValue) {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(w, ".TP\n%s\n%s\n", names, roffLines([]string{usage}))
	})
}

// saysSomething reports whether a default value is worth printing: the zero values are not.
func saysSomething(value string) bool {
	switch value {
	case "", "false", "0", "0s", "[]":
		return false
	}
	return true
}

func writeSeeAlso(w *bytes.Buffer, command *cobra.Command) {
	var pages []string
	if command.HasParent() {
		pages = append(pages, pageName(command.Parent()))
	}
	for _, below := range manualOf(command) {
		pages = append(pages, pageName(below))
	}
	if len(pages) == 0 {
		return
	}
	w.WriteString(".SH SEE ALSO\n")
	for i, page := range pages {
		comma := ","
		if i == len(pages)-1 {
			comma = ""
		}
		fmt.Fprintf(w, ".BR %s (1)%s\n", roff(page), comma)
	}
}

// roffLines returns lines of text, none of which man takes for a request.
func roffLines(lines []string) string {
	var all []string
	for _, line := range lines {
		line = roff(line)
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			line = `\&` + line
		}
		all = append(all, line)
	}
	return strings.Join(all, "\n")
}

// roff returns a text with what means something to man escaped: hyphens stay those that are typed, and only ASCII is left.
func roff(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\(rs`)
		case r == '-':
			b.WriteString(`\-`)
		case r == '\'':
			b.WriteString(`\(aq`)
		case r == '"':
			b.WriteString(`\(dq`)
		case r == '`':
			b.WriteString(`\(ga`)
		case r == '~':
			b.WriteString(`\(ti`)
		case r == '^':
			b.WriteString(`\(ha`)
		case r == '…': // which terminals without UTF-8 do not have
			b.WriteString("...")
		case r < 0x80:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		}
	}
	return b.String()
}
