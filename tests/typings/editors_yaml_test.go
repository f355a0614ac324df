package typings

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/editor"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

// TestYAMLLanguageServer opens the application.yml of a new application in the language server that editors use for YAML. It
// finds the schema by the comment that fwrun new has written.
func TestYAMLLanguageServer(t *testing.T) {
	nodejs.RequireNPM(t)
	nodejs.InstallPackages(t, "editors", nodejs.WithScripts...)
	folder := t.TempDir()
	harness.Run(t, folder, "new", "shop")
	s := startLanguageServer(t, harness.Absolute(t, "editors/node_modules/yaml-language-server/bin/yaml-language-server"))
	file := filepath.Join(folder, "shop", "config", "application.yml")
	written, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	if found := s.open(file, string(written)); len(found) > 0 {
		t.Errorf("the file of a new application: %v", found)
	}
	comment, _, _ := strings.Cut(string(written), "\n")
	wrong := comment + "\nserver:\n  port: many\n  prot: 80\n  MAX_HOPS: few\nmigrations:\n  order: random\ntasks:\n  limit: lots\nown: {any: thing}\n"
	found := s.open(filepath.Join(folder, "shop", "config", "application-wrong.yml"), wrong)
	for _, want := range []string{
		"3: This must be a whole number, or have a placeholder ${…}", "4: Property prot is not allowed.", "5: This must be a whole number",
		`7: Value is not accepted. Valid values: "alphabetical", "natural".`, "9: This must be a whole number",
	} {
		if n := countBegins(found, want); n != 1 {
			t.Errorf("%q is said %d times in %q", want, n, found)
		}
	}

	typing := comment + "\nserver:\n  po\nlogging:\n  level: \ntasks:\n  li\n"
	other := filepath.Join(folder, "shop", "config", "application-typing.yml")
	s.open(other, typing)
	for place, want := range map[editor.Position]string{
		{Line: 2, Character: 4}: "port", {Line: 4, Character: 9}: "debug", {Line: 6, Character: 4}: "limit",
	} {
		if got := s.completions(t, other, place); !strings.Contains(got, "|"+want+"|") {
			t.Errorf("at %v: %s lacks %s", place, got, want)
		}
	}
	if got := s.hover(file, place(t, string(written), "port:")); !strings.Contains(got, "TCP port to listen on") {
		t.Errorf("about port: %q", got)
	}
	if got := s.hover(file, place(t, string(written), "limit:")); !strings.Contains(got, "TaskService") {
		t.Errorf("about the application's own key: %q", got)
	}
}

func countBegins(list []string, want string) (n int) {
	for _, one := range list {
		if strings.HasPrefix(one, want) {
			n++
		}
	}
	return n
}

// place returns the line and the character of a word in a text.
func place(t *testing.T, text, word string) editor.Position {
	t.Helper()
	for i, line := range strings.Split(text, "\n") {
		if at := strings.Index(line, word); at >= 0 && !strings.HasPrefix(strings.TrimSpace(line), "#") {
			return editor.Position{Line: i, Character: at + 1}
		}
	}
	t.Fatalf("there is no %s", word)
	return editor.Position{}
}

// server is the language server of YAML.
type server struct{ *editor.Client }

func startLanguageServer(t *testing.T, program string) *server {
	t.Helper()
	c := editor.Start(t, exec.CommandContext(t.Context(), "node", program, "--stdio"), nil)
	c.Configuration = map[string]any{"validate": true, "hover": true, "completion": true, "schemaStore": map[string]any{"enable": false}}
	return &server{c}
}

// open opens a document, and returns what the server says about it, with the numbers of the lines.
func (s *server) open(file, text string) (found []string) {
	s.Open(file, "yaml", text)
	for _, d := range s.Diagnostics(file, 0) {
		found = append(found, fmt.Sprintf("%d: %s", d.Range.Start.Line+1, d.Message))
	}
	return found
}

// completions returns the labels that are offered at a place, each between two bars.
func (s *server) completions(t *testing.T, file string, place editor.Position) string {
	t.Helper()
	var answer struct{ Items []struct{ Label string } }
	if err := json.Unmarshal(s.Ask("textDocument/completion", editor.At(file, place)), &answer); err != nil {
		t.Fatal(err)
	}
	labels := "|"
	for _, item := range answer.Items {
		labels += item.Label + "|"
	}
	return labels
}

// hover returns what is said about a place.
func (s *server) hover(file string, place editor.Position) string {
	return string(s.Ask("textDocument/hover", editor.At(file, place)))
}
