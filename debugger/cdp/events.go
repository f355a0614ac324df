package cdp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/fwrun/fwrun/debugger"
)

// events are what the session's client is told. They become messages in the order in which they come.
type events struct{ *session }

// eventNames are all events.
var eventNames = []string{
	"Runtime.executionContextCreated", "Runtime.executionContextsCleared", "Runtime.consoleAPICalled", "Runtime.exceptionThrown",
	"Debugger.scriptParsed", "Debugger.breakpointResolved", "Debugger.paused", "Debugger.resumed", "Console.messageAdded",
	"NodeRuntime.waitingForDebugger",
}

// scriptParsed are the parameters of the event.
type scriptParsed struct {
	ID        string         `json:"scriptId"`
	URL       string         `json:"url"`
	Line      int            `json:"startLine"`
	Column    int            `json:"startColumn"`
	EndLine   int            `json:"endLine"`
	EndColumn int            `json:"endColumn"`
	Context   int            `json:"executionContextId"`
	Hash      string         `json:"hash"`
	Data      map[string]any `json:"executionContextAuxData"`
	LiveEdit  bool           `json:"isLiveEdit"`
	SourceMap string         `json:"sourceMapURL"`
	HasURL    bool           `json:"hasSourceURL"`
	Module    bool           `json:"isModule"`
	Length    int            `json:"length"`
	Language  string         `json:"scriptLanguage"`
	Embedder  string         `json:"embedderName"`
}

// ScriptParsed implements debugger.Events.
func (e events) ScriptParsed(s *debugger.Script) {
	hash := sha256.Sum256([]byte(s.Text))
	last := s.Text[strings.LastIndexByte(s.Text, '\n')+1:]
	e.event("Debugger.scriptParsed", scriptParsed{
		ID: strconv.Itoa(s.ID), URL: URL(s.Path), EndLine: strings.Count(s.Text, "\n"), EndColumn: units(last), Context: e.currentContext(),
		Hash: hex.EncodeToString(hash[:]), Data: map[string]any{"isDefault": true}, Module: true, Length: units(s.Text), Language: "JavaScript",
		Embedder: URL(s.Path),
	})
}

// units returns the length of a text in UTF-16.
func units(text string) (n int) {
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

func (s *session) currentContext() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.context
}

// Cleared implements debugger.Events.
func (e events) Cleared() {
	e.mu.Lock()
	e.context++
	runtime := e.enabled["Runtime"]
	e.mu.Unlock()
	if runtime {
		e.event("Runtime.executionContextsCleared", struct{}{})
		e.tellContext()
	}
}

// tellContext writes the event of the context in which expressions are evaluated.
func (s *session) tellContext() {
	id := s.currentContext()
	s.event("Runtime.executionContextCreated", map[string]any{"context": map[string]any{
		"id": id, "origin": "", "name": fmt.Sprintf("fwrun[%d]", os.Getpid()), "uniqueId": fmt.Sprintf("%s.%d", s.server.id, id),
		"auxData": map[string]any{"isDefault": true},
	}})
}

// BreakpointResolved implements debugger.Events.
func (e events) BreakpointResolved(id string, at debugger.Location) {
	e.event("Debugger.breakpointResolved", map[string]any{"breakpointId": id, "location": placeOf(at)})
}

// Paused implements debugger.Events. The frames are described in the turn of the event, by the worker that is paused.
func (e events) Paused(p *debugger.Pause) {
	e.mu.Lock()
	if e.paused != nil && e.paused.Pause == p || !e.enabled["Debugger"] {
		e.mu.Unlock()
		return
	}
	e.pauses++
	now := &paused{Pause: p, number: e.pauses}
	now.ctx, now.end = context.WithCancel(e.ctx)
	e.paused = now
	e.mu.Unlock()
	e.queue(func() { e.tellPaused(now) })
}

// Resumed implements debugger.Events.
func (e events) Resumed() {
	e.mu.Lock()
	if e.paused != nil {
		e.paused.end()
		e.paused = nil
	}
	e.mu.Unlock()
	e.queue(func() {
		if e.told {
			e.told = false
			e.event("Debugger.resumed", struct{}{})
		}
	})
}

// lineTypes are the kinds of lines that the protocol has other words for.
var levels = map[string]string{"warning": "warning", "error": "error", "assert": "error", "exception": "error", "debug": "debug", "info": "info"}

// Logged implements debugger.Events.
func (e events) Logged(l debugger.Line) {
	now := float64(time.Now().UnixMicro()) / 1000
	if e.isEnabled("Runtime") {
		if l.Kind == "exception" {
			e.event("Runtime.exceptionThrown", map[string]any{"timestamp": now, "exceptionDetails": e.exceptionOf(thrownBy(l))})
		} else {
			e.event("Runtime.consoleAPICalled", map[string]any{
				"type": l.Kind, "args": argumentsOf(l), "executionContextId": e.currentContext(), "timestamp": now,
				"stackTrace": stackOf(l.Frames),
			})
		}
	}
	if e.isEnabled("Console") {
		level := levels[l.Kind]
		if level == "" {
			level = "log"
		}
		message := map[string]any{"source": "console-api", "level": level, "text": l.Text}
		if len(l.Frames) > 0 && l.Frames[0].Location.Script != nil {
			at := l.Frames[0].Location
			message["url"], message["line"], message["column"] = URL(at.Script.Path), at.Line+1, at.Column+1
		}
		e.event("Console.messageAdded", map[string]any{"message": message})
	}
}

// argumentsOf returns what a line shows: a text of the debugger's own is a value like others.
func argumentsOf(l debugger.Line) []debugger.Object {
	if len(l.Values) == 0 && l.Text != "" {
		text, _ := json.Marshal(l.Text) // a text can always be written
		return []debugger.Object{{Type: "string", JSON: text}}
	}
	return append([]debugger.Object{}, l.Values...)
}

// thrownBy returns the exception of a line.
func thrownBy(l debugger.Line) *debugger.Thrown {
	if l.Thrown != nil {
		return l.Thrown
	}
	t := &debugger.Thrown{Text: "Uncaught", Frames: l.Frames}
	if len(l.Values) > 0 {
		t.Object = l.Values[0]
	}
	if len(l.Frames) > 0 {
		t.Location = l.Frames[0].Location
	}
	return t
}

// scope is Debugger.Scope.
type scope struct {
	Type   debugger.ScopeKind `json:"type"`
	Object *debugger.Object   `json:"object"`
	Name   string             `json:"name,omitempty"`
	Start  *place             `json:"startLocation,omitempty"`
	End    *place             `json:"endLocation,omitempty"`
}

// pausedFrame is Debugger.CallFrame.
type pausedFrame struct {
	ID       string           `json:"callFrameId"`
	Function string           `json:"functionName"`
	Start    *place           `json:"functionLocation,omitempty"`
	Location *place           `json:"location"`
	URL      string           `json:"url"`
	Scopes   []scope          `json:"scopeChain"`
	This     *debugger.Object `json:"this"`
	Result   *debugger.Object `json:"returnValue,omitempty"`
	Restarts bool             `json:"canBeRestarted"`
}

// tellPaused writes the event of a pause, unless it is over.
func (s *session) tellPaused(p *paused) {
	params := map[string]any{"reason": "other", "hitBreakpoints": p.Hit}
	if p.Hit == nil {
		params["hitBreakpoints"] = []string{}
	}
	err := s.client.On(p.ctx, "", func(o debugger.Objects) {
		if p.ctx.Err() != nil {
			return
		}
		params["callFrames"] = framesOf(p, o)
		switch p.Reason {
		case debugger.AtException:
			params["reason"] = "exception"
			params["data"] = exceptionData(p, o)
		case debugger.AtStart:
			params["reason"] = "Break on start"
		}
	})
	if err != nil || p.ctx.Err() != nil || params["callFrames"] == nil {
		return
	}
	if parents := parentsOf(p.Parents); parents != nil && !s.withoutAsync() {
		params["asyncStackTrace"] = parents
	}
	s.told = true
	text, err := json.Marshal(map[string]any{"method": "Debugger.paused", "params": params})
	if err == nil {
		s.write(text)
	}
}

func (s *session) withoutAsync() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.noAsync
}

// exceptionData describes the thrown value of a pause.
func exceptionData(p *paused, o debugger.Objects) any {
	return struct {
		debugger.Object
		Uncaught bool `json:"uncaught"`
	}{o.Describe(p.Thrown, debugger.PauseGroup, false), !p.Caught}
}

func framesOf(p *paused, o debugger.Objects) []pausedFrame {
	frames := make([]pausedFrame, 0, len(p.Frames))
	describe := func(v debugger.Value) *debugger.Object {
		d := o.Describe(v, debugger.PauseGroup, false)
		return &d
	}
	for i, f := range p.Frames {
		if f.Location.Script == nil {
			continue
		}
		frame := pausedFrame{
			ID: fmt.Sprintf("%d.%d", p.number, i), Function: f.Function, Start: placeOf(f.Start), Location: placeOf(f.Location),
			URL: URL(f.Location.Script.Path), This: describe(f.This), Scopes: make([]scope, len(f.Scopes)),
		}
		for n, c := range f.Scopes {
			frame.Scopes[n] = scope{c.Kind, describe(c.Object), c.Name, placeOf(c.Start), placeOf(c.End)}
		}
		if f.Result != nil {
			frame.Result = describe(f.Result)
		}
		frames = append(frames, frame)
	}
	return frames
}
