package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/fault"
)

// migrated is the result of a verb.
type migrated struct {
	verb    string
	report  *app.MigrationReport    // of run, plan, status
	drifted []app.DriftedConnection // of diff
	noted   []app.Noted             // of repair, baseline, unlock
	due     bool                    // --check found something
}

// jsonMigrated is what --json writes; docs/migrate.schema.json describes it.
type jsonMigrated struct {
	Verb        string        `json:"verb"`
	OK          bool          `json:"ok"` // the exit code is 0
	Connections any           `json:"connections"`
	Problems    []jsonProblem `json:"diagnostics"`
}

// print writes a result in the format of the flags.
func (f *migrateFlags) print(p process, m migrated) error {
	var problems fault.List
	if m.report != nil {
		problems = m.report.Problems
	}
	switch f.format {
	case "json":
		return encode(p.out, m.json(problems, !m.due))
	case "github":
		if err := annotate(p.out, problems); err != nil {
			return err
		}
	default:
		printDiagnostics(p.err, problems, p.terminal)
	}
	return m.text(p.out, painter{p.colours})
}

// fail reports an error in the format of the flags, with what was done before it.
func (f *migrateFlags) fail(p process, m migrated, err error) error {
	if _, ok := errors.AsType[usageError](err); ok {
		return err
	}
	list := fault.Diagnose(err)
	if m.report != nil {
		list = append(m.report.Problems.Warnings(), list...)
	}
	stopped := app.Stopped(err)
	switch {
	case f.format == "json":
		if err := encode(p.out, m.json(list, false)); err != nil {
			return err
		}
	case f.format == "github":
		if err := annotate(p.out, list); err != nil {
			return err
		}
	case stopped:
		fmt.Fprintf(p.err, "fwrun: %s\n", err)
	default:
		printDiagnostics(p.err, list, p.terminal)
	}
	return told{exitFailed}
}

func (m migrated) json(problems fault.List, ok bool) jsonMigrated {
	document := jsonMigrated{Verb: m.verb, OK: ok, Problems: []jsonProblem{}, Connections: []app.MigratedConnection{}}
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

// annotate writes workflow commands of GitHub Actions.
func annotate(w io.Writer, problems fault.List) error {
	here, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	return writeAnnotations(w, checked{Report: app.Report{Problems: problems}, folder: here})
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
	case "run":
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
func stepText(step app.MigrationStep) string {
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
		case m.verb == "unlock" && n.Holder == "":
			fmt.Fprintf(b, "%s: nobody holds the lock\n", n.Name)
		case m.verb == "unlock":
			fmt.Fprintf(b, "%s: broke the lock of %s\n", n.Name, n.Holder)
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
		b.WriteString("the cluster is as the files say\n")
		return
	}
	fmt.Fprintf(b, "%s differ\n", count(n, "file"))
}

func orNothing(value string) string {
	if value == "" {
		return "nothing"
	}
	return value
}
