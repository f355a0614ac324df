package lsp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/lsp"
	"github.com/fwrun/fwrun/platform/fault"
)

// notes is an application of texts in which each line that begins with ! is a mistake. What a check sees is under the control of the test.
type notes struct {
	mu      sync.Mutex
	checked []string // the texts of the file a.ts
	cut     int      // how many checks were ended

	began chan struct{} // gets a value when a check begins
	hold  chan struct{} // a check waits for a value; nil if it does not
}

func (n *notes) Check(ctx context.Context, texts map[string][]byte) (list fault.List) {
	select {
	case n.began <- struct{}{}:
	default:
	}
	if n.hold != nil {
		select {
		case <-n.hold:
		case <-ctx.Done():
			n.mu.Lock()
			n.cut++
			n.mu.Unlock()
			return nil
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.checked = append(n.checked, string(texts["a.ts"]))
	for file, text := range texts {
		for i, line := range strings.Split(string(text), "\n") {
			if rest, bad := strings.CutPrefix(line, "!"); bad {
				list = append(list, fault.Diagnostic{
					Code: "bad", Place: fault.Place{File: file, Line: i + 1, Col: 1}, Length: 1, Message: rest, Why: "so", Hint: "not so",
					Mend:  &fault.Mend{Line: i + 1, Col: 1, Old: "!"},
					Notes: []fault.Note{{Place: fault.Place{File: "b #ä.ts", Line: 2, Col: 3}, Text: "here"}, {Text: "nowhere"}},
				})
			}
		}
	}
	return list
}

func (n *notes) Symbols() []lsp.Symbol {
	return []lsp.Symbol{{Name: "one", Kind: lsp.Class, At: fault.Spot{Place: fault.Place{File: "a.ts", Line: 1, Col: 1}, Length: 3}}}
}
func (n *notes) Lenses(string) []lsp.Lens { return []lsp.Lens{{Line: 3, Title: "three"}} }
func (n *notes) Definition(at lsp.Cursor) []fault.Spot {
	return []fault.Spot{{Place: at.Place, Length: 2}}
}
func (n *notes) References(lsp.Cursor, bool) []fault.Spot { return nil }
func (n *notes) Hover(at lsp.Cursor) string {
	if at.Line > 1 {
		return ""
	}
	return fmt.Sprintf("%s %d:%d of %d bytes", at.File, at.Line, at.Col, len(at.Text))
}

func (n *notes) Complete(lsp.Cursor) []lsp.Completion {
	return []lsp.Completion{{Text: "word", Before: 2}}
}

// client is an editor at the other end of pipes.
type client struct {
	t        *testing.T
	in       *io.PipeWriter
	messages chan string
	ended    chan error
	last     int
}

// connect serves an application in the folder /app.
func connect(t *testing.T, app *notes) *client {
	t.Helper()
	inReader, in := io.Pipe()
	out, outWriter := io.Pipe()
	c := &client{t: t, in: in, messages: make(chan string, 1000), ended: make(chan error, 1)}
	root := filepath.FromSlash("/app")
	go func() {
		c.ended <- lsp.Serve(t.Context(), inReader, outWriter, lsp.Options{
			Version: "1", Owns: func(folder string) bool { return folder == root }, Open: func(string, lsp.Settings) lsp.Application { return app },
		})
		_ = outWriter.Close()
	}()
	go func() {
		defer close(c.messages)
		r := bufio.NewReader(out)
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
			c.messages <- string(body)
		}
	}()
	return c
}

func (c *client) send(body string) {
	c.t.Helper()
	if _, err := fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) notify(method, params string) {
	c.t.Helper()
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// ask returns the whole answer; what comes before it is dropped.
func (c *client) ask(method, params string) string {
	c.t.Helper()
	c.last++
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.last, method, params))
	return c.until(fmt.Sprintf(`"id":%d,`, c.last))
}

// until returns the next message that has a text.
func (c *client) until(text string) string {
	c.t.Helper()
	for m := range c.messages {
		if strings.Contains(m+",", text) {
			return m
		}
	}
	c.t.Fatalf("there was no %s", text)
	return ""
}

func (c *client) open(text string) {
	c.t.Helper()
	quoted, _ := json.Marshal(text) // which cannot fail
	c.notify("textDocument/didOpen", `{"textDocument":{"uri":"file:///app/a.ts","version":1,"text":`+string(quoted)+`}}`)
}

func (c *client) change(version int, text string) {
	c.t.Helper()
	quoted, _ := json.Marshal(text) // which cannot fail
	c.notify("textDocument/didChange", fmt.Sprintf(
		`{"textDocument":{"uri":"file:///app/a.ts","version":%d},"contentChanges":[{"text":%s}]}`, version, quoted))
}

func expect(t *testing.T, got string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
}

const document = `{"textDocument":{"uri":"file:///app/a.ts"},"position":{"line":0,"character":3},"context":{}}`

// TestLifecycle: nothing is answered before initialize and after shutdown, and what is not understood is said.
func TestLifecycle(t *testing.T) {
	c := connect(t, &notes{})
	expect(t, c.ask("textDocument/hover", document), `"code":-32002`)
	expect(t, c.ask("initialize", `{"initializationOptions":{"types":"yes"}}`), `"code":-32602`, `{ \"types\": false, \"profile\": \"\" }`)
	expect(t, c.ask("initialize", `{"initializationOptions":{"profile":"dev"}}`), `"hoverProvider":true`, `"name":"fwrun"`)
	expect(t, c.ask("initialize", `{}`), `"code":-32600`)
	expect(t, c.ask("textDocument/rename", `{}`), `"code":-32601`)
	expect(t, c.ask("textDocument/hover", `[]`), `"code":-32602`)
	expect(t, c.ask("textDocument/hover", document), `"result":null`)
	c.notify("$/setTrace", `{"value":"off"}`)
	expect(t, c.ask("shutdown", `null`), `"result":null`)
	expect(t, c.ask("textDocument/hover", document), `"code":-32600`)
	c.notify("exit", `null`)
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
}

// TestAnswers: places, URIs and replacements as the protocol has them.
func TestAnswers(t *testing.T) {
	c := connect(t, &notes{})
	c.ask("initialize", `{"capabilities":{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}}`)
	c.notify("initialized", `{}`)
	expect(t, c.until("client/registerCapability"), "didChangeWatchedFiles")
	c.open("\U0001F600 fine\n!wrong")
	expect(t, c.until("publishDiagnostics"), `"uri":"file:///app/a.ts","version":1`, `"start":{"line":1,"character":0},"end":{"line":1,"character":1}`,
		`"severity":1,"code":"bad","source":"fwrun","message":"wrong\nso\n→ not so"`, `"uri":"file:///app/b%20%23%C3%A4.ts"`, `"message":"here"`)
	expect(t, c.ask("textDocument/hover", document), `"value":"a.ts 1:4 of 16 bytes"`)
	expect(t, c.ask("textDocument/definition", document), `"start":{"line":0,"character":3},"end":{"line":0,"character":5}`)
	expect(t, c.ask("textDocument/references", document), `"result":[]`)
	expect(t, c.ask("textDocument/completion", document), `"start":{"line":0,"character":1},"end":{"line":0,"character":3}},"newText":"word"`)
	expect(t, c.ask("textDocument/documentSymbol", document), `"name":"one","kind":5`)
	expect(t, c.ask("workspace/symbol", `{"query":"ONE"}`), `"name":"one"`)
	expect(t, c.ask("workspace/symbol", `{"query":"two"}`), `"result":[]`)
	expect(t, c.ask("textDocument/codeLens", document), `"line":2`, `"title":"three"`)
	const at = `{"textDocument":{"uri":"file:///app/a.ts"},"range":{"start":{"line":1,"character":4},"end":{"line":1,"character":4}},"context":{}}`
	expect(t, c.ask("textDocument/codeAction", at), `"title":"Remove !"`, `"newText":""`,
		`"start":{"line":1,"character":0},"end":{"line":1,"character":1}`)
	expect(t, c.ask("textDocument/codeAction", strings.ReplaceAll(at, `"line":1`, `"line":0`)), `"result":[]`)
	c.change(2, "fine") // not checked yet: there is nothing left to replace
	expect(t, c.ask("textDocument/codeAction", at), `"result":[]`)
	for _, other := range []string{"file:///elsewhere/a.ts", "untitled:Untitled-1", "%"} {
		c.notify("textDocument/didOpen", `{"textDocument":{"uri":"`+other+`","version":1,"text":"!"}}`)
		expect(t, c.ask("textDocument/hover", strings.Replace(document, "file:///app/a.ts", other, 1)), `"result":null`)
	}
	expect(t, c.until("publishDiagnostics"), `"version":2,"diagnostics":[]`)
}

// TestNewestWins: an edit ends the check of an older text, of which nothing is said, and closing the last file takes back what was said.
func TestNewestWins(t *testing.T) {
	app := &notes{began: make(chan struct{}, 1), hold: make(chan struct{})}
	c := connect(t, app)
	c.ask("initialize", `{}`)
	c.open("!1")
	<-app.began
	c.change(2, "!2")
	<-app.began
	for version := 3; version < 50; version++ {
		c.change(version, fmt.Sprintf("!%d", version))
	}
	<-app.began
	app.hold <- struct{}{}
	expect(t, c.until("publishDiagnostics"), `"version":49`, `"message":"49\nso`)
	c.notify("textDocument/didSave", document)
	<-app.began
	app.hold <- struct{}{}
	expect(t, c.until("publishDiagnostics"), `"version":49`)
	c.notify("textDocument/didClose", document)
	expect(t, c.until("publishDiagnostics"), `"uri":"file:///app/a.ts","diagnostics":[]`)
	app.mu.Lock()
	defer app.mu.Unlock()
	if app.cut < 2 || len(app.checked) != 2 || app.checked[0] != "!49" {
		t.Errorf("%d checks were ended, %q were done", app.cut, app.checked)
	}
}

// TestEnd: exit without shutdown is an error, the end of the messages is none, whatever a check does.
func TestEnd(t *testing.T) {
	for name, end := range map[string]func(c *client){
		"exit":   func(c *client) { c.notify("exit", "null") },
		"closed": func(c *client) { _ = c.in.Close() },
		"broken": func(c *client) { c.send(`{"jsonrpc":`); _ = c.in.Close() },
	} {
		app := &notes{began: make(chan struct{}, 1), hold: make(chan struct{})}
		c := connect(t, app)
		c.ask("initialize", `{}`)
		c.open("!")
		<-app.began
		end(c)
		if err := <-c.ended; errors.Is(err, lsp.ErrEarly) != (name == "exit") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
