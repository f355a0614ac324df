package lsp

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/editor"
)

// server is the language server, and the folder of an application.
type server struct {
	*editor.Client
	t      *testing.T
	folder string
	texts  map[string]string // of the open files
}

// serve starts the language server for an application.
func serve(t *testing.T, folder string, options any) *server {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), harness.Binary(t), "lsp")
	cmd.Env = append(os.Environ(), "SHOP_PASSWORD=hunter2")
	var said bytes.Buffer
	cmd.Stderr = &said
	t.Cleanup(func() { // after the server has ended
		if said.Len() > 0 {
			t.Errorf("the server has said\n%s", harness.Tail(said.Bytes(), 4000))
		}
	})
	return &server{editor.Start(t, cmd, options), t, folder, map[string]string{}}
}

func (s *server) path(name string) string { return filepath.Join(s.folder, filepath.FromSlash(name)) }

// open opens a file as it is on the disk, and returns what is wrong in it.
func (s *server) open(name string) []editor.Diagnostic {
	s.t.Helper()
	text, err := os.ReadFile(s.path(name))
	if err != nil {
		s.t.Fatal(err)
	}
	s.texts[name] = string(text)
	s.Open(s.path(name), "typescript", string(text))
	return s.Diagnostics(s.path(name), 1)
}

// ask asks about the place of a word in an open file, moved by some characters.
func (s *server) ask(method, name, word string, by int) string {
	s.t.Helper()
	params := editor.At(s.path(name), editor.Place(s.t, s.texts[name], word, by))
	params["context"] = map[string]any{"includeDeclaration": true}
	return string(s.Ask("textDocument/"+method, params))
}

// places returns where the answer of a question about a word leads to: file:line, counted from 1, and what stands there.
func (s *server) places(method, name, word string, by int) (list []string) {
	s.t.Helper()
	var found []struct {
		URI   string
		Range editor.Range
	}
	if err := json.Unmarshal([]byte(s.ask(method, name, word, by)), &found); err != nil {
		s.t.Fatal(err)
	}
	for _, f := range found {
		file := strings.TrimPrefix(f.URI, editor.URI(s.folder)+"/")
		text, err := os.ReadFile(s.path(file))
		if err != nil {
			s.t.Fatal(err)
		}
		list = append(list, file+": "+strings.TrimSpace(strings.Split(string(text), "\n")[f.Range.Start.Line]))
	}
	return list
}

// labels returns what is offered at a place of a text that is not saved.
func (s *server) labels(name, text, word string, by int) (list []string) {
	s.t.Helper()
	version := len(s.Published) + 100 // higher than any before
	s.Change(s.path(name), version, text)
	var found struct {
		Items []struct{ Label string }
	}
	answer := s.Ask("textDocument/completion", editor.At(s.path(name), editor.Place(s.t, text, word, by)))
	if err := json.Unmarshal(answer, &found); err != nil {
		s.t.Fatal(err)
	}
	for _, item := range found.Items {
		list = append(list, item.Label)
	}
	return list
}
