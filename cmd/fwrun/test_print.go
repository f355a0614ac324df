package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/app/apptest"
	"github.com/fwrun/fwrun/platform/fault"
)

// testPrinter prints results for people: one line for a file without failures, and the failures of the
// others.
type testPrinter struct {
	w io.Writer
	painter
	verbose bool

	failed   []string // failed tests, for the summary
	problems string   // of the last file that could not start, as printed
}

// file prints the result of a file.
func (p *testPrinter) file(f *apptest.File) {
	if !isShown(f) {
		return
	}
	mark := p.green("✓")
	if !f.OK() {
		mark = p.red("✗")
	}
	counts := ""
	if len(f.Tests) > 0 {
		counts = countsOf(f.Counts(), f.OK()) + ", "
	}
	fmt.Fprintf(p.w, "%s %s %s\n", mark, p.bold(f.Name), p.dim("("+counts+shown(f.Took)+")"))
	if p.verbose && f.Why != "" {
		fmt.Fprintf(p.w, "  %s\n", p.dim(f.Why))
	}
	if len(f.Warnings) > 0 {
		printDiagnostics(p.w, f.Warnings, p.on)
	}
	p.output("    ", f.Output)
	for _, t := range f.Tests {
		p.test(f, t)
	}
	for _, failure := range f.Failures {
		fmt.Fprintln(p.w)
		p.failure("    ", failure)
	}
	if f.Err != nil {
		p.failed = append(p.failed, f.Name)
		p.cannotRun(f.Err)
	}
	if !f.OK() {
		fmt.Fprintln(p.w)
	}
}

// countsOf returns "5 tests" if all is well, else "5 tests, 1 failed, 2 not run".
func countsOf(counts apptest.Counts, ok bool) string {
	total := 0
	for _, n := range counts {
		total += n
	}
	text := count(total, "test")
	for _, status := range []apptest.Status{apptest.Failed, apptest.NotRun, apptest.Skipped, apptest.Todo} {
		if n := counts[status]; n > 0 && (!ok || status != apptest.Failed) {
			text += fmt.Sprintf(", %d %s", n, status)
		}
	}
	return text
}

// cannotRun prints why a file could not start, unless it is the same as for the file before.
func (p *testPrinter) cannotRun(err error) {
	var b strings.Builder
	if list, ok := errors.AsType[fault.List](err); ok {
		printDiagnostics(&b, list, p.on)
	} else {
		fmt.Fprintln(&b, p.red("error:"), fault.Text(err))
		if failed, ok := errors.AsType[*fault.Error](err); ok && failed.Hint != "" {
			fmt.Fprintf(&b, "  %s %s\n", p.green("fix:"), failed.Hint)
		}
	}
	text := b.String()
	if text == p.problems {
		text = "    it cannot start, for the reason given above\n"
	} else {
		p.problems = text
		fmt.Fprintln(p.w)
	}
	fmt.Fprint(p.w, text)
}

// test prints a test that failed or printed something; other tests only on request.
func (p *testPrinter) test(f *apptest.File, t *apptest.Test) {
	name := strings.Join(append(slices.Clone(t.Suites), t.Name), " › ")
	mark, note := p.green("✓"), ""
	switch t.Status {
	case apptest.Failed:
		mark = p.red("✗")
		p.failed = append(p.failed, f.Name+" › "+name)
		name = p.red(name)
	case apptest.NotRun:
		mark, note = p.yellow("∅"), " not run: "+t.Reason
	case apptest.Skipped, apptest.Todo:
		mark, note = p.dim("-"), " ("+string(t.Status)+")"
	}
	bad := t.Status == apptest.Failed || t.Status == apptest.NotRun
	if !bad && !p.verbose && len(t.Output) == 0 {
		return
	}
	if t.Status == apptest.Passed || t.Status == apptest.Failed {
		note = " (" + shown(t.Took) + ")"
	}
	if t.Status == apptest.Failed {
		fmt.Fprintln(p.w)
	}
	fmt.Fprintf(p.w, "  %s %s%s\n", mark, name, p.dim(note))
	for _, failure := range t.Failures {
		fmt.Fprintln(p.w)
		p.failure("    ", failure)
	}
	if len(t.Failures) > 0 && len(t.Output) > 0 {
		fmt.Fprintf(p.w, "\n    %s\n", p.dim("printed:"))
	}
	p.output("    ", t.Output)
}

// output prints what scripts have printed.
func (p *testPrinter) output(indent string, lines []string) {
	for _, text := range lines {
		for line := range strings.SplitSeq(text, "\n") {
			fmt.Fprintf(p.w, "%s%s %s\n", indent, p.dim("│"), line)
		}
	}
}

// failure prints a failure: the message, both sides, and the place.
func (p *testPrinter) failure(indent string, f apptest.Failure) {
	message := p.bold(strings.ReplaceAll(f.Message, "\n", "\n"+indent))
	if f.Where != "" {
		message = f.Where + ": " + message
	}
	fmt.Fprintf(p.w, "%s%s\n", indent, message)
	p.diff(indent+"  ", f.Diff)
	p.frames(indent, f)
	if f.Hint != "" {
		fmt.Fprintf(p.w, "%s  %s %s\n", indent, p.green("fix:"), f.Hint)
	}
	for _, because := range f.Because {
		fmt.Fprintln(p.w)
		p.failure(indent, because)
	}
}

func (p *testPrinter) diff(indent string, lines []apptest.DiffLine) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(p.w, "\n%s%s  %s\n", indent, p.green("- expected"), p.red("+ received"))
	for _, line := range lines {
		text := strings.TrimRight(string(line.Kind)+" "+line.Text, " ")
		switch line.Kind {
		case apptest.Expected:
			text = p.green(text)
		case apptest.Received:
			text = p.red(text)
		case apptest.Gap:
			text = p.dim("  … " + line.Text + " lines")
		}
		fmt.Fprintf(p.w, "%s%s\n", indent, text)
	}
	fmt.Fprintln(p.w)
}

// frames prints the places, the innermost with its lines.
func (p *testPrinter) frames(indent string, f apptest.Failure) {
	for i, frame := range f.Frames {
		place := frame.Place.String()
		if frame.Function != "" {
			place += p.dim(" in " + frame.Function)
		}
		if i > 0 {
			fmt.Fprintf(p.w, "%s  %s %s\n", indent, p.dim("from"), place)
			continue
		}
		fmt.Fprintf(p.w, "%s  %s\n", indent, place)
		for _, line := range frame.Lines {
			fmt.Fprintf(p.w, "%s  %s%s\n", indent, p.dim(fmt.Sprintf("%4d | ", line.Number)), line.Text)
			if line.Caret != "" {
				fmt.Fprintf(p.w, "%s  %s%s\n", indent, p.dim("     | "), p.red(line.Caret))
			}
		}
	}
}

// summary prints the end of a run.
func (p *testPrinter) summary(r *apptest.Report) {
	if len(p.failed) > 1 {
		fmt.Fprintln(p.w, p.red("failed:"))
		for _, name := range p.failed {
			fmt.Fprintf(p.w, "  %s\n", name)
		}
		fmt.Fprintln(p.w)
	}
	p.snapshots(r)
	counts := r.Counts()
	paints := map[apptest.Status]func(string) string{
		apptest.Passed: p.green, apptest.Failed: p.red, apptest.NotRun: p.yellow, apptest.Skipped: p.dim, apptest.Todo: p.dim,
	}
	var parts []string
	for _, status := range []apptest.Status{apptest.Passed, apptest.Failed, apptest.NotRun, apptest.Skipped, apptest.Todo} {
		if n := counts[status]; n > 0 || status == apptest.Passed {
			parts = append(parts, paints[status](fmt.Sprintf("%d %s", n, status)))
		}
	}
	if broken := brokenFiles(r); broken > 0 {
		parts = append(parts, p.red(count(broken, "file")+" with errors"))
	}
	fmt.Fprintf(p.w, "%s %s\n", strings.Join(parts, ", "), p.dim(fmt.Sprintf("(%s, %s)", count(filesShown(r), "file"), shown(r.Took))))
}

// snapshots prints what became of the snapshots, if anything is to be said of them.
func (p *testPrinter) snapshots(r *apptest.Report) {
	all := r.Snapshots()
	parts := []string{}
	for _, one := range []struct {
		n     int
		what  string
		paint func(string) string
	}{
		{all.Added, "written", p.green},
		{all.Updated, "updated", p.green},
		{all.Unmatched, "failed", p.red},
		{len(all.Obsolete), map[bool]string{false: "obsolete", true: "removed"}[all.Removed], p.yellow},
	} {
		if one.n > 0 {
			parts = append(parts, one.paint(fmt.Sprintf("%d %s", one.n, one.what)))
		}
	}
	if len(parts) == 0 {
		return
	}
	fmt.Fprintf(p.w, "snapshots: %s\n", strings.Join(parts, ", "))
	for _, f := range r.Files {
		for _, key := range f.Snapshots.Obsolete {
			if !f.Snapshots.Removed {
				fmt.Fprintf(p.w, "  %s: no test asks for %q; -u removes it\n", f.Snapshots.File, key)
			}
		}
	}
}

// isShown reports whether a file has tests that match the filter, or an error.
func isShown(f *apptest.File) bool { return len(f.Tests) > 0 || !f.OK() }

func filesShown(r *apptest.Report) int {
	n := 0
	for _, f := range r.Files {
		if isShown(f) {
			n++
		}
	}
	return n
}

// brokenFiles counts the files with errors outside of their tests.
func brokenFiles(r *apptest.Report) int {
	n := 0
	for _, f := range r.Files {
		if f.Err != nil || len(f.Failures) > 0 {
			n++
		}
	}
	return n
}

// shown formats a duration for people.
func shown(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}
