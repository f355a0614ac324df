package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/migrations"
	"github.com/fwrun/fwrun/platform/fault"
)

// migrated is the result of a verb.
type migrated struct {
	verb, folder string
	report       *migrations.Report             // problems of all verbs; files of run, plan, status
	drifted      []migrations.DriftedConnection // of diff
	noted        []migrations.Noted             // of repair, baseline, unlock
	due          bool                           // --check found something
}

// jsonMigrated is what --json writes; docs/migrate.schema.json describes it.
type jsonMigrated struct {
	Verb        string        `json:"verb"`
	OK          bool          `json:"ok"` // the exit code is 0
	Connections any           `json:"connections"`
	Problems    []jsonProblem `json:"diagnostics"`
}

// print writes a result in the format of the flags, and the error that ended it, and returns the exit code.
func (f *migrateFlags) print(p process, m migrated, err error) error {
	var problems fault.List
	if m.report != nil {
		problems = m.report.Problems
	}
	if err != nil {
		problems = append(problems.Warnings(), fault.Diagnose(err)...) // the errors of files are in it
	}
	code := exitOK
	switch {
	case app.Misused(problems):
		code = exitUsage
	case len(problems.Errors()) > 0:
		code = exitFailed
	case m.due:
		code = exitDue
	}
	if err := f.write(p, m, problems, err == nil, code == exitOK); err != nil {
		return err
	}
	if code != exitOK {
		return reported{code}
	}
	return nil
}

// write writes a result, as far as the verb has come to its end.
func (f *migrateFlags) write(p process, m migrated, problems fault.List, ended, ok bool) error {
	switch f.format {
	case "json":
		return encode(p.out, m.json(problems, ok))
	case "github":
		if err := annotate(p.out, m.folder, problems); err != nil {
			return err
		}
	default:
		printProblems(p, problems)
	}
	if !ended {
		return nil
	}
	return m.text(p.out, painter{p.colours})
}

// printProblems prints problems like a compiler. That a run was stopped is not a mistake.
func printProblems(p process, problems fault.List) {
	last := len(problems) - 1
	if last < 0 || problems[last].Code != migrations.CodeStopped {
		printDiagnostics(p.err, problems, p.errColours)
		return
	}
	printDiagnostics(p.err, problems[:last], p.errColours)
	stopped := problems[last]
	fmt.Fprintf(p.err, "fwrun: %s\n", stopped.Message)
	for _, more := range []string{stopped.Why, stopped.Hint} {
		if more != "" {
			fmt.Fprintf(p.err, "  → %s\n", more)
		}
	}
}

func (m migrated) json(problems fault.List, ok bool) jsonMigrated {
	document := jsonMigrated{Verb: m.verb, OK: ok, Problems: []jsonProblem{}, Connections: []migrations.Connection{}}
	switch {
	case m.drifted != nil:
		document.Connections = m.drifted
	case m.noted != nil:
		document.Connections = m.noted
	case m.report != nil && m.report.Connections != nil:
		document.Connections = m.report.Connections
	}
	for _, d := range problems {
		document.Problems = append(document.Problems, jsonProblemOf(d))
	}
	return document
}

// text prints a result for people.
func (m migrated) text(w io.Writer, paint painter) error {
	var b strings.Builder
	switch m.verb {
	case "plan":
		m.planText(&b, paint)
	case "status":
		if err := m.statusText(&b, paint); err != nil {
			return err
		}
	case "diff":
		m.diffText(&b, paint)
	case verbRun:
		m.runText(&b)
	default:
		m.notedText(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (m migrated) planText(b *strings.Builder, paint painter) {
	for _, c := range m.report.Connections {
		for _, file := range c.Files {
			fmt.Fprintf(b, "%s %s\n", paint.bold(file.Path), paint.dim(file.State))
			for _, step := range file.Steps {
				fmt.Fprintf(b, "%s\n", shifted(stepText(step), "    "))
			}
		}
	}
	fmt.Fprintf(b, "%s would run\n", count(m.report.Due(), "file"))
}

// stepText returns a statement, or a request as its method, path and body.
func stepText(step migrations.Step) string {
	switch {
	case step.SQL != "":
		return strings.TrimRight(step.SQL, " \t\r\n") + ";"
	case step.Method == "":
		return step.Note
	}
	text := step.Method + " " + step.Path
	if step.Note != "" {
		text += "   (" + step.Note + ")"
	}
	if step.Body != nil {
		var pretty bytes.Buffer
		if json.Indent(&pretty, step.Body, "", "  ") == nil {
			text += "\n" + pretty.String()
		}
	}
	return text
}

// shifted returns a text with something before each line.
func shifted(text, by string) string { return by + strings.ReplaceAll(text, "\n", "\n"+by) }

func (m migrated) statusText(b *strings.Builder, paint painter) error {
	var rows [][]string
	for _, c := range m.report.Connections {
		for _, file := range c.Files {
			row := []string{file.Path, file.State, "", "", ""}
			if file.ExecutedAt != nil {
				row[2], row[3] = file.ExecutedAt.Format(time.DateTime), *file.ExecutedBy
			}
			if file.DurationMs != nil {
				row[4] = fmt.Sprintf("%.0f ms", *file.DurationMs)
			}
			rows = append(rows, row)
		}
	}
	return printColumns(b, paint, rows)
}

func (m migrated) runText(b *strings.Builder) {
	ran := 0
	for _, c := range m.report.Connections {
		ran += len(c.Files)
	}
	if ran == 0 {
		b.WriteString("nothing to do\n")
		return
	}
	fmt.Fprintf(b, "%s ran\n", count(ran, "file"))
}

func (m migrated) notedText(b *strings.Builder) {
	for _, n := range m.noted {
		switch {
		case n.Holder != nil && *n.Holder == "":
			fmt.Fprintf(b, "%s: nobody holds the lock\n", n.Name)
		case n.Holder != nil:
			fmt.Fprintf(b, "%s: broke the lock of %s\n", n.Name, *n.Holder)
		case len(n.Files) == 0:
			fmt.Fprintf(b, "%s: nothing to record\n", n.Name)
		}
		for _, file := range n.Files {
			fmt.Fprintf(b, "%s: recorded as applied\n", file)
		}
	}
}

func (m migrated) diffText(b *strings.Builder, paint painter) {
	n := 0
	for _, c := range m.drifted {
		for _, file := range c.Files {
			n++
			fmt.Fprintf(b, "%s %s\n", paint.bold(file.Path), paint.dim(file.Kind+" "+file.Name))
			if file.Missing {
				fmt.Fprintf(b, "    %s\n", paint.red("the cluster does not have it"))
			}
			for _, d := range file.Differences {
				fmt.Fprintf(b, "    %s: file %s, cluster %s\n", d.Key, orNothing(d.File), orNothing(d.Cluster))
			}
		}
	}
	if n == 0 {
		b.WriteString("the cluster matches the files\n")
		return
	}
	if n == 1 {
		b.WriteString("1 file differs\n")
		return
	}
	fmt.Fprintf(b, "%d files differ\n", n)
}

func orNothing(value string) string {
	if value == "" {
		return "nothing"
	}
	return value
}
