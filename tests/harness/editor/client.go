package editor

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

// Client is a language server that a test talks to.
type Client struct {
	Cmd           *exec.Cmd
	Published     []Published // all that was said of documents
	Configuration any         // what each item of workspace/configuration is answered with

	t        testing.TB
	in       io.WriteCloser
	messages chan Message
	last     int
}

// Message is a message of the server.
type Message struct {
	ID     any             `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  json.RawMessage `json:"error,omitempty"`
}

// Position is a place in a text, counted from 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is a part of a text.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Diagnostic is what the server says of a place.
type Diagnostic struct {
	Range              Range             `json:"range"`
	Severity           int               `json:"severity"`
	Code               any               `json:"code"` // a text or a number
	Source             string            `json:"source"`
	Message            string            `json:"message"`
	RelatedInformation []json.RawMessage `json:"relatedInformation,omitempty"`
}

// Published is a message with what is wrong in a document.
type Published struct {
	URI         string
	Version     int
	Diagnostics []Diagnostic
}

// Start starts a language server, which is killed when the test ends.
func Start(t testing.TB, cmd *exec.Cmd, initializationOptions any) *Client {
	t.Helper()
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
	c := &Client{Cmd: cmd, t: t, in: in, messages: make(chan Message, 1<<14)}
	go c.read(bufio.NewReader(out))
	c.Ask("initialize", map[string]any{
		"processId": os.Getpid(), "rootUri": nil, "initializationOptions": initializationOptions, "capabilities": map[string]any{
			"workspace":    map[string]any{"configuration": true, "didChangeWatchedFiles": map[string]any{"dynamicRegistration": true}},
			"textDocument": map[string]any{"hover": map[string]any{"contentFormat": []string{"plaintext"}}},
		},
	})
	c.Notify("initialized", map[string]any{})
	return c
}

// read hands over the messages of the server until it ends.
func (c *Client) read(r *bufio.Reader) {
	defer close(c.messages)
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
		var m Message
		if json.Unmarshal(body, &m) == nil {
			c.messages <- m
		}
	}
}

func (c *Client) send(message map[string]any) {
	c.t.Helper()
	message["jsonrpc"] = "2.0"
	body, err := json.Marshal(message)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		c.t.Fatal(err)
	}
}

// CloseInput ends what the server reads.
func (c *Client) CloseInput() { _ = c.in.Close() }

// Notify sends what wants no answer.
func (c *Client) Notify(method string, params any) {
	c.t.Helper()
	c.send(map[string]any{"method": method, "params": params})
}

// Ask sends a request, and returns its result.
func (c *Client) Ask(method string, params any) json.RawMessage {
	c.t.Helper()
	c.last++
	id := float64(c.last)
	c.send(map[string]any{"id": c.last, "method": method, "params": params})
	return c.Until(func(m Message) bool { return m.Method == "" && m.ID == id }).Result
}

// Until answers the requests of the server until a message is the one that is waited for. The others are lost.
func (c *Client) Until(wanted func(Message) bool) Message {
	c.t.Helper()
	for late := time.After(harness.Patience); ; {
		select {
		case m, more := <-c.messages:
			c.note(m)
			switch {
			case !more:
				c.t.Fatal("the language server has ended")
			case wanted(m):
				return m
			case m.Method == "workspace/configuration":
				c.send(map[string]any{"id": m.ID, "result": []any{c.Configuration, nil, nil, nil, nil}})
			case m.ID != nil && m.Method != "":
				c.send(map[string]any{"id": m.ID, "result": nil})
			}
		case <-late:
			c.t.Fatal("the language server does not answer")
		}
	}
}

// note remembers what is said of documents.
func (c *Client) note(m Message) {
	var found Published
	if m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &found) == nil {
		c.Published = append(c.Published, found)
	}
}

// Ended waits until the server has written everything, and returns what it has left.
func (c *Client) Ended() (rest []Message) {
	for m := range c.messages {
		c.note(m)
		rest = append(rest, m)
	}
	return rest
}

// URI returns the URI of a file.
func URI(file string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
}

// Open opens a document of version 1.
func (c *Client) Open(file, language, text string) {
	c.t.Helper()
	c.Notify("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": URI(file), "languageId": language, "version": 1, "text": text},
	})
}

// Change replaces the text of an open document.
func (c *Client) Change(file string, version int, text string) {
	c.t.Helper()
	c.Notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": URI(file), "version": version}, "contentChanges": []any{map[string]any{"text": text}},
	})
}

// Close closes a document.
func (c *Client) Close(file string) {
	c.t.Helper()
	c.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": URI(file)}})
}

// Diagnostics waits for what the server says of a version of a document; any version if it is 0.
func (c *Client) Diagnostics(file string, version int) []Diagnostic {
	c.t.Helper()
	var found Published
	c.Until(func(m Message) bool {
		found = Published{}
		return m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &found) == nil && found.URI == URI(file) &&
			(version == 0 || found.Version == version)
	})
	return found.Diagnostics
}

// At returns the parameters of a request about a place.
func At(file string, at Position) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": URI(file)}, "position": at}
}

// Place returns where a word begins in a text, moved by some characters.
func Place(t testing.TB, text, word string, by int) Position {
	t.Helper()
	at := strings.Index(text, word)
	if at < 0 {
		t.Fatalf("there is no %s", word)
	}
	before := text[:at]
	return Position{strings.Count(before, "\n"), at - strings.LastIndexByte(before, '\n') - 1 + by}
}
