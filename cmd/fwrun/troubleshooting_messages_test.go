package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/platform/fault"
)

// messageMaker runs fwrun on applications that are wrong, and keeps the first message of each code as a terminal shows it.
type messageMaker struct {
	t     *testing.T
	cache string
	said  map[string]string
}

// makeMessages makes the messages of the applications in testdata/troubleshooting, and of those in tests/cli/errors that errors.txt lists.
func makeMessages(t *testing.T) map[string]string {
	t.Helper()
	m := &messageMaker{t, t.TempDir(), map[string]string{}}
	archives, err := filepath.Glob("testdata/troubleshooting/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("there are no applications", err)
	}
	for _, archive := range archives {
		m.archive(archive, "")
	}
	for line := range strings.Lines(readText(t, "testdata/troubleshooting/errors.txt")) {
		archive, folder, _ := strings.Cut(strings.TrimSpace(line), "/")
		m.archive(filepath.Join("../../tests/cli/errors", archive), folder)
	}
	return m.said
}

// archive runs what an archive asks for: its comment has lines "folder: command", with @ for the folder, and every other folder is
// checked. The files below folder+ take the place of others after the first command. If only is a folder, the others are left out.
func (m *messageMaker) archive(file, only string) {
	m.t.Helper()
	parsed, err := txtar.ParseFile(file)
	if err != nil {
		m.t.Fatal(err)
	}
	commands := map[string][]string{}
	for line := range strings.Lines(string(parsed.Comment)) {
		if folder, command, found := strings.Cut(strings.TrimSpace(line), ": "); found {
			commands[folder] = append(commands[folder], command)
		}
	}
	var order []string
	files := map[string][]txtar.File{}
	for _, f := range parsed.Files {
		folder, name, below := strings.Cut(f.Name, "/")
		if !below {
			continue
		}
		if files[folder] == nil {
			order = append(order, folder)
		}
		files[folder] = append(files[folder], txtar.File{Name: name, Data: f.Data})
	}
	for _, folder := range order {
		if strings.HasSuffix(folder, "+") || only != "" && folder != only {
			continue
		}
		if only != "" || commands[folder] == nil {
			commands[folder] = []string{"check @ --json"}
		}
		m.application(files[folder], files[folder+"+"], commands[folder])
	}
}

// application writes the files of an application, and runs commands on it.
func (m *messageMaker) application(files, later []txtar.File, commands []string) {
	m.t.Helper()
	folder := filepath.Join(m.t.TempDir(), "my-app")
	unpack(m.t, folder, string(txtar.Format(&txtar.Archive{Files: files})))
	for i, command := range commands {
		if i == 1 {
			unpack(m.t, folder, string(txtar.Format(&txtar.Archive{Files: later})))
		}
		args := strings.Fields(command)
		for j, arg := range args {
			args[j] = strings.ReplaceAll(arg, "@", folder)
		}
		var stdout, stderr bytes.Buffer
		run(m.t.Context(), process{args: args, env: []string{"FWRUN_CACHE=" + m.cache}, out: &stdout, err: &stderr, draining: context.Background()})
		var report struct{ Diagnostics []jsonProblem }
		if err := json.Unmarshal(stdout.Bytes(), &report); err != nil {
			m.t.Fatalf("fwrun %s: %v\n%s%s", command, err, &stdout, &stderr)
		}
		for _, p := range report.Diagnostics {
			m.keep(p, folder)
		}
	}
}

// keep prints a problem as a terminal shows it, if it is the first one with its code.
func (m *messageMaker) keep(p jsonProblem, folder string) {
	if m.said[p.Code] != "" {
		return
	}
	d := fault.Diagnostic{
		Code: p.Code, Place: fault.Place{File: p.File, Line: p.Line, Col: p.Column}, Source: p.Source, Length: p.EndColumn - p.Column,
		Message: p.Message, Why: p.Why, Hint: p.Hint,
	}
	if p.Severity == "warning" {
		d.Severity = fault.Warning
	}
	for _, note := range p.Notes {
		d.Notes = append(d.Notes, fault.Note{Place: fault.Place{File: note.File, Line: note.Line, Col: note.Column}, Text: note.Text})
	}
	var b strings.Builder
	printDiagnostic(&b, painter{}, d)
	m.said[p.Code] = strings.TrimSpace(strings.ReplaceAll(b.String(), folder, "my-app")) + "\n"
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
