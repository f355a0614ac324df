package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/debug"
)

// inspected is an application that is served, and the port that debuggers attach to.
type inspected struct {
	*debugged
	part *debug.Part
}

// startInspected serves an application, as --inspect does.
func startInspected(t *testing.T, archive string) *inspected {
	t.Helper()
	i := &inspected{debugged: &debugged{T: t, folder: unpack(t, archive)}}
	options := app.Options{Folder: i.folder, Debugging: app.NewDebugging(), Reloads: true, Logger: silent}
	part, err := debug.Open(debug.Settings{On: true, Address: "127.0.0.1:0"}, debug.Options{New: options.Debugging.Attach, Folder: i.folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(part.Close)
	i.serve(options)
	i.part = part
	return i
}

// wire is a debugger on a socket.
type wire struct {
	*testing.T
	conn   *websocket.Conn
	last   int
	events []wireMessage // that came while an answer was waited for
}

type wireMessage struct {
	ID     int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

// attach connects a debugger, which enables everything.
func (i *inspected) attach() *wire {
	i.Helper()
	conn, _, err := websocket.Dial(i.Context(), i.part.URL(), nil)
	if err != nil {
		i.Fatal(err)
	}
	conn.SetReadLimit(-1)
	w := &wire{T: i.T, conn: conn}
	w.ask("Runtime.enable", nil)
	w.ask("Debugger.enable", nil)
	return w
}

func (w *wire) detach() { _ = w.conn.Close(websocket.StatusNormalClosure, "") }

// read returns the next message, which has to come within a minute.
func (w *wire) read() (m wireMessage) {
	w.Helper()
	ctx, cancel := context.WithTimeout(w.Context(), time.Minute)
	defer cancel()
	_, text, err := w.conn.Read(ctx)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		w.Fatal(err)
	}
	return m
}

// ask sends a command, and returns its result.
func (w *wire) ask(method string, params any) json.RawMessage {
	w.Helper()
	result, err := w.try(method, params)
	if err != nil {
		w.Fatalf("%s: %v", method, err)
	}
	return result
}

// try sends a command, and returns its result, or its error.
func (w *wire) try(method string, params any) (json.RawMessage, error) {
	w.Helper()
	w.last++
	text, err := json.Marshal(map[string]any{"id": w.last, "method": method, "params": params})
	if params == nil {
		text, err = json.Marshal(map[string]any{"id": w.last, "method": method})
	}
	if err == nil {
		err = w.conn.Write(w.Context(), websocket.MessageText, text)
	}
	if err != nil {
		w.Fatal(err)
	}
	for {
		m := w.read()
		switch {
		case m.Method != "":
			w.events = append(w.events, m)
		case m.ID == w.last && m.Error != nil:
			return nil, fmt.Errorf("%s", m.Error.Message)
		case m.ID == w.last:
			return m.Result, nil
		}
	}
}

// event waits for an event, and returns its parameters. Those before it are forgotten.
func (w *wire) event(method string) json.RawMessage {
	w.Helper()
	for {
		if n := slices.IndexFunc(w.events, func(m wireMessage) bool { return m.Method == method }); n >= 0 {
			params := w.events[n].Params
			w.events = w.events[n+1:]
			return params
		}
		w.events = append(w.events[:0], w.read())
	}
}

// paused waits for a pause, and returns the ID of its innermost frame.
func (w *wire) paused() (frame string) {
	w.Helper()
	var p struct {
		CallFrames []struct{ CallFrameID string }
	}
	if err := json.Unmarshal(w.event("Debugger.paused"), &p); err != nil || len(p.CallFrames) == 0 {
		w.Fatalf("a pause without frames: %v", err)
	}
	return p.CallFrames[0].CallFrameID
}

// breakAt sets a breakpoint on the first line of a file that has a text.
func (w *wire) breakAt(folder, file, archive, text, condition string) (id string) {
	w.Helper()
	_, source, _ := strings.Cut(archive, "-- "+file+" --\n")
	before, _, found := strings.Cut(source, text)
	if !found {
		w.Fatalf("%s has no %q", file, text)
	}
	var set struct {
		BreakpointID string
		Locations    []any
	}
	err := json.Unmarshal(w.ask("Debugger.setBreakpointByUrl", map[string]any{
		"url": "file://" + filepath.ToSlash(filepath.Join(folder, file)), "lineNumber": strings.Count(before, "\n"), "condition": condition,
	}), &set)
	if err != nil || len(set.Locations) != 1 {
		w.Errorf("a breakpoint at %q has the places %v: %v", text, set.Locations, err)
	}
	return set.BreakpointID
}

// evaluate returns what an expression in a frame gives, or throws: as a text. Without a frame it is evaluated in the global scope.
func (w *wire) evaluate(text, frame string) string {
	w.Helper()
	method, params := "Runtime.evaluate", map[string]any{"expression": text}
	if frame != "" {
		method, params = "Debugger.evaluateOnCallFrame", map[string]any{"expression": text, "callFrameId": frame}
	}
	result, err := w.try(method, params)
	if err != nil {
		return "error: " + err.Error()
	}
	type object struct {
		Value       any
		Description string
		Type        string
	}
	var answer struct {
		Result    object
		Exception *struct{ Exception object } `json:"exceptionDetails"`
	}
	if err := json.Unmarshal(result, &answer); err != nil {
		w.Fatal(err)
	}
	shown := func(o object) string {
		first, _, _ := strings.Cut(o.Description, "\n")
		if first == "" {
			return fmt.Sprint(o.Type, " ", o.Value)
		}
		return first
	}
	if answer.Exception != nil {
		return "throws " + shown(answer.Exception.Exception)
	}
	return shown(answer.Result)
}
