package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/editor"
)

// TestTable: of each mistake in a table, the server says of texts that are not saved what `fwrun check --offline --json` says of the same texts
// on the disk; and what it offers to write, written by the client, removes it.
func TestTable(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob(harness.Repository(t, "engine/bodies/testdata/*.txtar"))
	if err != nil || len(names) < 60 {
		t.Fatalf("%d mistakes, %v", len(names), err)
	}
	const servers = 4 // most of the time is waited
	var mended atomic.Int32
	t.Run("all", func(t *testing.T) {
		for i := range servers {
			t.Run(fmt.Sprint(i+1), func(t *testing.T) {
				t.Parallel()
				s := serve(t, t.TempDir(), nil)
				for n := i; n < len(names); n += servers {
					mended.Add(int32(s.mistake(t, names[n])))
				}
			})
		}
	})
	if int(mended.Load()) < len(names)/4 {
		t.Errorf("%d of %d mistakes have a replacement", mended.Load(), len(names))
	}
}

// mistake compares both reports of an archive, and returns how many replacements were offered.
func (s *server) mistake(t *testing.T, name string) (mended int) {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	folder, texts := t.TempDir(), map[string]string{}
	harness.WriteFile(t, folder+"/config/application.yml", "datasource: [{ name: main, url: 'sqlite:app.db' }]\n")
	for _, f := range archive.Files {
		if f.Name != "want" && !strings.HasPrefix(f.Name, "config/") { // the application has a datasource
			texts[f.Name] = string(f.Data)
			harness.WriteFile(t, filepath.Join(folder, f.Name), "// not saved yet\n")
		}
	}
	s.folder = folder
	unsaved := s.said(texts, 1)
	for file, text := range texts {
		harness.WriteFile(t, filepath.Join(folder, file), text)
	}
	if saved := onDisk(t, folder); unsaved != saved {
		t.Errorf("%s: not saved\n%s\nsaved\n%s", filepath.Base(name), unsaved, saved)
	}
	for _, file := range slices.Sorted(maps.Keys(texts)) {
		fixed, ok := s.fixed(t, file, texts[file])
		if !ok {
			continue
		}
		mended++
		texts[file] = fixed
		s.Change(s.path(file), 2, fixed)
		if rest := s.Diagnostics(s.path(file), 2); len(rest) > 0 {
			t.Errorf("%s: after its replacement\n%s\n%v", filepath.Base(name), fixed, rest)
		}
	}
	for file := range texts {
		s.Close(s.path(file))
	}
	return mended
}

// said opens texts, and returns what is said of all of them, in the form of onDisk.
func (s *server) said(texts map[string]string, version int) string {
	s.t.Helper()
	files := slices.Sorted(maps.Keys(texts))
	for _, file := range files {
		s.Open(s.path(file), "typescript", texts[file])
	}
	waiting := map[string]bool{}
	for _, file := range files {
		waiting[file] = true
	}
	var lines []string
	s.Until(func(m editor.Message) bool {
		var p editor.Published
		if m.Method != "textDocument/publishDiagnostics" || json.Unmarshal(m.Params, &p) != nil || p.Version != version {
			return false
		}
		file := strings.TrimPrefix(p.URI, editor.URI(s.folder)+"/")
		delete(waiting, file)
		for _, d := range p.Diagnostics {
			lines = append(lines, fmt.Sprintf("%s:%d:%d-%d %d %v %s", file, d.Range.Start.Line+1, d.Range.Start.Character+1, d.Range.End.Character+1,
				d.Severity, d.Code, d.Message))
		}
		return len(waiting) == 0
	})
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// onDisk returns what fwrun check says, a line for each mistake.
func onDisk(t *testing.T, folder string) string {
	t.Helper()
	out, _ := exec.CommandContext(t.Context(), harness.Binary(t), "check", "--offline", "--json", folder).Output() // it fails if there are mistakes
	var report struct {
		Diagnostics []struct {
			Severity, Code, File, Message, Why, Hint string
			Line, Column, EndColumn                  int
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var lines []string
	for _, d := range report.Diagnostics {
		message := d.Message
		if d.Why != "" {
			message += "\n" + d.Why
		}
		if d.Hint != "" {
			message += "\n→ " + d.Hint
		}
		lines = append(lines, fmt.Sprintf("%s:%d:%d-%d %d %s %s", d.File, d.Line, d.Column, d.EndColumn,
			map[string]int{"error": 1, "warning": 2}[d.Severity], d.Code, message))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// fixed returns a text with the replacements that are offered for it; false if there are none.
func (s *server) fixed(t *testing.T, file, text string) (string, bool) {
	t.Helper()
	var actions []struct {
		Kind string
		Edit struct {
			Changes map[string][]struct {
				Range   editor.Range
				NewText string
			}
		}
	}
	answer := s.Ask("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": editor.URI(s.path(file))}, "context": map[string]any{"diagnostics": []any{}},
		"range": editor.Range{End: editor.Position{Line: strings.Count(text, "\n")}},
	})
	if err := json.Unmarshal(answer, &actions); err != nil {
		t.Fatal(err)
	}
	for _, action := range slices.Backward(actions) {
		for _, edit := range action.Edit.Changes[editor.URI(s.path(file))] {
			from, to := offset(text, edit.Range.Start), offset(text, edit.Range.End)
			text = text[:from] + edit.NewText + text[to:]
		}
	}
	return text, len(actions) > 0
}

// offset returns the byte of a place in a text.
func offset(text string, at editor.Position) int {
	begin := 0
	for range at.Line {
		begin += strings.IndexByte(text[begin:], '\n') + 1
	}
	line, _, _ := strings.Cut(text[begin:], "\n")
	return begin + len(string(utf16.Decode(utf16.Encode([]rune(line))[:at.Character])))
}
