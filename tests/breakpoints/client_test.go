package breakpoints

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"

	"github.com/fwrun/fwrun/tests/harness"
)

// patience limits each wait for a debugger.
const patience = harness.Patience

// client is a debugger in an editor.
type client struct {
	t    *testing.T
	conn *websocket.Conn

	mu      sync.Mutex
	came    chan struct{} // closed when something has come
	ended   error
	last    int
	answers map[int]answer
	events  []event
	scripts map[string]script // by URL, the latest
}

type answer struct {
	Result json.RawMessage
	Error  *struct{ Message string }
}

type event struct {
	Method string
	Params json.RawMessage
}

type script struct {
	ID   string `json:"scriptId"`
	URL  string `json:"url"`
	Hash string
	Map  string `json:"sourceMapURL"`
}

// attach attaches a debugger, and enables what an editor does.
func attach(t *testing.T, url string) *client {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	const most = 64 << 20
	conn.SetReadLimit(most)
	c := &client{t: t, conn: conn, came: make(chan struct{}), answers: map[int]answer{}, scripts: map[string]script{}}
	go c.read()
	t.Cleanup(func() { _ = conn.CloseNow() })
	c.ask("Runtime.enable", nil)
	c.ask("Debugger.enable", nil)
	c.ask("Debugger.setAsyncCallStackDepth", params{"maxDepth": 32})
	return c
}

type params map[string]any

// read keeps what comes.
func (c *client) read() {
	for {
		_, text, err := c.conn.Read(context.Background())
		var m struct {
			ID int
			answer
			event
		}
		if err == nil {
			err = json.Unmarshal(text, &m)
		}
		c.mu.Lock()
		switch {
		case err != nil:
			c.ended = err
		case m.ID != 0:
			c.answers[m.ID] = m.answer
		case m.Method == "Debugger.scriptParsed":
			var s script
			_ = json.Unmarshal(m.Params, &s)
			c.scripts[s.URL] = s
		default:
			c.events = append(c.events, m.event)
		}
		close(c.came)
		c.came = make(chan struct{})
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// until waits until something has come. c.mu is held while it is looked for.
func (c *client) until(what string, look func() bool) {
	c.t.Helper()
	late, end := context.WithTimeout(context.Background(), patience)
	defer end()
	for {
		c.mu.Lock()
		found, ended, came := look(), c.ended, c.came
		c.mu.Unlock()
		if found {
			return
		}
		if ended != nil {
			c.t.Fatalf("while it waits for %s: %v", what, ended)
		}
		select {
		case <-came:
		case <-late.Done():
			c.t.Fatalf("there is no %s", what)
		}
	}
}

// send asks, and returns the number of the answer.
func (c *client) send(method string, p params) (id int) {
	c.t.Helper()
	c.mu.Lock()
	c.last++
	id = c.last
	c.mu.Unlock()
	if p == nil {
		p = params{}
	}
	text, err := json.Marshal(map[string]any{"id": id, "method": method, "params": p})
	if err == nil {
		err = c.conn.Write(context.Background(), websocket.MessageText, text)
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return id
}

// try asks, and returns an answer that may be an error.
func (c *client) try(method string, p params) (a answer) {
	c.t.Helper()
	id := c.send(method, p)
	c.until("answer to "+method, func() (found bool) {
		a, found = c.answers[id]
		delete(c.answers, id)
		return found
	})
	return a
}

// ask asks, and returns the answer, which must be no error.
func (c *client) ask(method string, p params) json.RawMessage {
	c.t.Helper()
	a := c.try(method, p)
	if a.Error != nil {
		c.t.Fatalf("%s %v: %s", method, p, a.Error.Message)
	}
	return a.Result
}

// event waits for an event, and takes it away.
func (c *client) event(method string) (p json.RawMessage) {
	c.t.Helper()
	c.until(method, func() bool {
		for i, e := range c.events {
			if e.Method == method {
				p = e.Params
				c.events = append(c.events[:i:i], c.events[i+1:]...)
				return true
			}
		}
		return false
	})
	return p
}

// forget forgets the events that have come.
func (c *client) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.events = nil
}

// object is Runtime.RemoteObject.
type object struct {
	Type, Subtype, Description string
	ClassName                  string
	Value                      json.RawMessage
	Unserializable             string `json:"unserializableValue"`
	ID                         string `json:"objectId"`
}

// String returns a value as a test writes it.
func (o object) String() string {
	switch {
	case o.Type == "undefined":
		return "undefined"
	case o.Type == "function":
		return "function"
	case o.ID != "":
		return o.Description
	case o.Unserializable != "":
		return o.Unserializable
	}
	return string(o.Value)
}

type frame struct {
	ID       string `json:"callFrameId"`
	Name     string `json:"functionName"`
	Location place  `json:"location"`
	Scopes   []struct {
		Type   string
		Name   string
		Object object
	} `json:"scopeChain"`
	This object
}

type place struct {
	Script       string `json:"scriptId"`
	LineNumber   int
	ColumnNumber int
}

type trace struct {
	Description string
	Frames      []struct{ FunctionName, URL string } `json:"callFrames"`
	Parent      *trace
}

// pause is Debugger.paused.
type pause struct {
	c      *client
	Reason string
	Hit    []string `json:"hitBreakpoints"`
	Frames []frame  `json:"callFrames"`
	Async  *trace   `json:"asyncStackTrace"`
	Data   object
}

// paused waits until a worker is paused.
func (c *client) paused() *pause {
	c.t.Helper()
	p := &pause{c: c}
	if err := json.Unmarshal(c.event("Debugger.paused"), p); err != nil {
		c.t.Fatal(err)
	}
	return p
}

// at returns where it is: the file, the line from 1 and the function.
func (p *pause) at() string {
	if len(p.Frames) == 0 {
		return "nowhere"
	}
	return p.frame(0)
}

func (p *pause) frame(n int) string {
	f := p.Frames[n]
	return fmt.Sprintf("%s:%d %s", p.c.fileOf(f.Location.Script), f.Location.LineNumber+1, f.Name)
}

// fileOf returns the path of a script below the application.
func (c *client) fileOf(id string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	for url, s := range c.scripts {
		if s.ID == id {
			_, file, _ := strings.Cut(url, "/app/")
			return file
		}
	}
	return "?"
}

// work returns the last parent.
func (p *pause) work() string {
	last := ""
	for t := p.Async; t != nil; t = t.Parent {
		last = t.Description
	}
	return last
}

// parents returns the frames that the innermost one continues.
func (p *pause) parents() (list []string) {
	for t := p.Async; t != nil; t = t.Parent {
		line := t.Description
		for _, f := range t.Frames {
			line += " " + f.FunctionName
		}
		list = append(list, line)
	}
	return list
}

// evaluate evaluates an expression in the innermost frame.
func (p *pause) evaluate(expression string) string {
	p.c.t.Helper()
	var got struct {
		Result    object
		Exception *struct{ Exception object } `json:"exceptionDetails"`
	}
	result := p.c.ask("Debugger.evaluateOnCallFrame", params{"callFrameId": p.Frames[0].ID, "expression": expression})
	if err := json.Unmarshal(result, &got); err != nil {
		p.c.t.Fatal(err)
	}
	if got.Exception != nil {
		line, _, _ := strings.Cut(got.Exception.Exception.Description, "\n")
		return "! " + line
	}
	return got.Result.String()
}

// variables returns those of a scope of the innermost frame.
func (p *pause) variables(scope int) map[string]string {
	p.c.t.Helper()
	var got struct {
		Result []struct {
			Name  string
			Value *object
		}
	}
	result := p.c.ask("Runtime.getProperties", params{"objectId": p.Frames[0].Scopes[scope].Object.ID, "ownProperties": true})
	if err := json.Unmarshal(result, &got); err != nil {
		p.c.t.Fatal(err)
	}
	found := map[string]string{}
	for _, v := range got.Result {
		if found[v.Name] = "…"; v.Value != nil {
			found[v.Name] = v.Value.String()
		}
	}
	return found
}

// locals returns the variables of all scopes of the function.
func (p *pause) locals() map[string]string {
	found := map[string]string{}
	for i, s := range p.Frames[0].Scopes {
		if s.Type == "local" || s.Type == "block" || s.Type == "closure" {
			for name, value := range p.variables(i) {
				if _, inner := found[name]; !inner {
					found[name] = value
				}
			}
		}
	}
	return found
}

// set sets a variable to what is a JSON text.
func (p *pause) set(name, value string) {
	p.c.t.Helper()
	for i, s := range p.Frames[0].Scopes {
		if s.Type == "global" {
			continue
		}
		if _, known := p.variables(i)[name]; known {
			p.c.ask("Debugger.setVariableValue", params{
				"callFrameId": p.Frames[0].ID, "scopeNumber": i, "variableName": name, "newValue": params{"value": json.RawMessage(value)},
			})
			return
		}
	}
	p.c.t.Errorf("%s: there is no variable %s", p.at(), name)
}

// step goes on in one of the ways of the protocol, and waits for the next pause.
func (p *pause) step(how string) *pause {
	p.c.t.Helper()
	p.c.ask("Debugger."+how, nil)
	return p.c.paused()
}

func (p *pause) resume() {
	p.c.t.Helper()
	p.c.ask("Debugger.resume", nil)
}

// breakAt sets a breakpoint by the URL of a file of the application, and returns its name and the place that it has: line and column from 1.
func (c *client) breakAt(a *application, file string, line, column int, condition string) (id, at string) {
	c.t.Helper()
	p := params{"url": a.urlOf(file), "lineNumber": line - 1, "condition": condition}
	if column > 0 {
		p["columnNumber"] = column - 1
	}
	var got struct {
		ID        string  `json:"breakpointId"`
		Locations []place `json:"locations"`
	}
	if err := json.Unmarshal(c.ask("Debugger.setBreakpointByUrl", p), &got); err != nil {
		c.t.Fatal(err)
	}
	if len(got.Locations) == 0 {
		return got.ID, "no place"
	}
	return got.ID, strconv.Itoa(got.Locations[0].LineNumber+1) + ":" + strconv.Itoa(got.Locations[0].ColumnNumber+1)
}

func (c *client) remove(id string) { c.ask("Debugger.removeBreakpoint", params{"breakpointId": id}) }

// goOn removes a breakpoint, and lets a worker go on that may be paused.
func (c *client) goOn(id string) {
	c.remove(id)
	c.try("Debugger.resume", nil)
	c.forget()
}

// console returns what was written to the console, and forgets it.
func (c *client) console() (lines []string) {
	c.ask("Runtime.evaluate", params{"expression": "0"}) // what comes before it has come
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.events {
		var p struct{ Args []object }
		if e.Method == "Runtime.consoleAPICalled" && json.Unmarshal(e.Params, &p) == nil {
			var words []string
			for _, a := range p.Args {
				words = append(words, a.String())
			}
			lines = append(lines, strings.Join(words, " "))
		}
	}
	c.events = nil
	return lines
}
