package typings

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
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
	for place, want := range map[[2]int]string{{2, 4}: "port", {4, 9}: "debug", {6, 4}: "limit"} {
		if got := s.completions(other, place); !strings.Contains(got, "|"+want+"|") {
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
func place(t *testing.T, text, word string) [2]int {
	t.Helper()
	for i, line := range strings.Split(text, "\n") {
		if at := strings.Index(line, word); at >= 0 && !strings.HasPrefix(strings.TrimSpace(line), "#") {
			return [2]int{i, at + 1}
		}
	}
	t.Fatalf("there is no %s", word)
	return [2]int{}
}

// languageServer is a language server that a test talks to.
type languageServer struct {
	t        *testing.T
	in       io.Writer
	messages chan lspMessage
	last     int
}

type lspMessage struct {
	ID     any             `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
}

func startLanguageServer(t *testing.T, program string) *languageServer {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", program, "--stdio")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Process.Kill() // one that has ended already is not there
		_ = cmd.Wait()
	})
	s := &languageServer{t: t, in: in, messages: make(chan lspMessage, 64)}
	go s.read(bufio.NewReader(out))
	s.ask("initialize", map[string]any{"processId": os.Getpid(), "rootUri": nil, "capabilities": map[string]any{
		"workspace": map[string]any{"configuration": true}, "textDocument": map[string]any{"hover": map[string]any{"contentFormat": []string{"plaintext"}}},
	}})
	s.send(map[string]any{"method": "initialized", "params": map[string]any{}})
	return s
}

// read hands over the messages of the server until it ends.
func (s *languageServer) read(r *bufio.Reader) {
	defer close(s.messages)
	for {
		header, err := textproto.NewReader(r).ReadMIMEHeader()
		if err != nil {
			return
		}
		size, _ := strconv.Atoi(header.Get("Content-Length"))
		body := make([]byte, size)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		var m lspMessage
		if json.Unmarshal(body, &m) == nil {
			s.messages <- m
		}
	}
}

func (s *languageServer) send(message map[string]any) {
	s.t.Helper()
	message["jsonrpc"] = "2.0"
	body, err := json.Marshal(message)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := fmt.Fprintf(s.in, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		s.t.Fatal(err)
	}
}

// until answers the requests of the server until a message is the one that is waited for.
func (s *languageServer) until(wanted func(lspMessage) bool) lspMessage {
	s.t.Helper()
	for late := time.After(harness.Patience); ; {
		select {
		case m, more := <-s.messages:
			switch {
			case !more:
				s.t.Fatal("the language server has ended")
			case wanted(m):
				return m
			case m.Method == "workspace/configuration":
				settings := map[string]any{"validate": true, "hover": true, "completion": true, "schemaStore": map[string]any{"enable": false}}
				s.send(map[string]any{"id": m.ID, "result": []any{settings, nil, nil, nil, nil}})
			case m.ID != nil && m.Method != "":
				s.send(map[string]any{"id": m.ID, "result": nil})
			}
		case <-late:
			s.t.Fatal("the language server does not answer")
		}
	}
}

func (s *languageServer) ask(method string, params any) json.RawMessage {
	s.t.Helper()
	s.last++
	id := float64(s.last)
	s.send(map[string]any{"id": s.last, "method": method, "params": params})
	return s.until(func(m lspMessage) bool { return m.Method == "" && m.ID == id }).Result
}

func uri(file string) string { return "file://" + filepath.ToSlash(file) }

// open opens a document, and returns what the server says about it, with the numbers of the lines.
func (s *languageServer) open(file, text string) (found []string) {
	s.t.Helper()
	s.send(map[string]any{"method": "textDocument/didOpen", "params": map[string]any{
		"textDocument": map[string]any{"uri": uri(file), "languageId": "yaml", "version": 1, "text": text},
	}})
	var said struct {
		URI         string
		Diagnostics []struct {
			Message string
			Range   struct{ Start struct{ Line int } }
		}
	}
	s.until(func(m lspMessage) bool {
		said.URI = ""
		return m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &said) == nil && said.URI == uri(file)
	})
	for _, d := range said.Diagnostics {
		found = append(found, fmt.Sprintf("%d: %s", d.Range.Start.Line+1, d.Message))
	}
	return found
}

func (s *languageServer) at(file string, place [2]int) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": uri(file)}, "position": map[string]any{"line": place[0], "character": place[1]}}
}

// completions returns the labels that are offered at a place, each between two bars.
func (s *languageServer) completions(file string, place [2]int) string {
	s.t.Helper()
	var answer struct{ Items []struct{ Label string } }
	if err := json.Unmarshal(s.ask("textDocument/completion", s.at(file, place)), &answer); err != nil {
		s.t.Fatal(err)
	}
	labels := "|"
	for _, item := range answer.Items {
		labels += item.Label + "|"
	}
	return labels
}

// hover returns what is said about a place.
func (s *languageServer) hover(file string, place [2]int) string {
	s.t.Helper()
	return string(s.ask("textDocument/hover", s.at(file, place)))
}
