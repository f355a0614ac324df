package cdp

import (
	"errors"
	"strconv"
	"strings"

	"github.com/dlclark/regexp2/v2"

	"github.com/fwrun/fwrun/debugger"
)

var debuggerMethods = map[string]method{
	"Debugger.enable":                       command((*session).enableDebugger),
	"Debugger.disable":                      command((*session).disableDebugger),
	"Debugger.setBreakpointByUrl":           enabled((*session).setBreakpointByURL),
	"Debugger.setBreakpoint":                enabled((*session).setBreakpoint),
	"Debugger.removeBreakpoint":             enabled((*session).removeBreakpoint),
	"Debugger.getPossibleBreakpoints":       enabled((*session).getPossibleBreakpoints),
	"Debugger.setBreakpointsActive":         enabled(func(s *session, p *activeParams) (any, error) { s.client.SetActive(p.Active); return nil, nil }),
	"Debugger.setSkipAllPauses":             command(func(s *session, p *skipParams) (any, error) { s.client.SetSkipAll(p.Skip); return nil, nil }),
	"Debugger.setPauseOnExceptions":         enabled((*session).setPauseOnExceptions),
	"Debugger.setBlackboxPatterns":          command((*session).setBlackboxPatterns),
	"Debugger.setBlackboxedRanges":          enabled((*session).setBlackboxedRanges),
	"Debugger.setBlackboxExecutionContexts": taken[nothing](),
	"Debugger.setAsyncCallStackDepth":       command((*session).setAsyncCallStackDepth),
	"Debugger.setInstrumentationBreakpoint": enabled((*session).setInstrumentationBreakpoint),
	"Debugger.getScriptSource":              enabled((*session).getScriptSource),
	"Debugger.searchInContent":              enabled((*session).searchInContent),
	"Debugger.getStackTrace":                refused("Stack trace with given id is not found"),
	"Debugger.pause":                        enabled(func(s *session, _ *nothing) (any, error) { s.client.PauseNext(); return nil, nil }),
	"Debugger.resume":                       stopped(func(s *session, _ *nothing) error { return s.client.Resume() }),
	"Debugger.stepInto":                     stopped(func(s *session, _ *nothing) error { return s.client.Step(debugger.Into) }),
	"Debugger.stepOver":                     stopped(func(s *session, _ *nothing) error { return s.client.Step(debugger.Over) }),
	"Debugger.stepOut":                      stopped(func(s *session, _ *nothing) error { return s.client.Step(debugger.Out) }),
	"Debugger.continueToLocation":           stopped((*session).continueToLocation),
	"Debugger.evaluateOnCallFrame":          question((*session).evaluateOnCallFrame),
	"Debugger.setVariableValue":             question((*session).setVariableValue),
	"Debugger.setScriptSource":              refused("the text of a script cannot be changed here; save the file, and the application is reloaded"),
	"Debugger.restartFrame":                 refused("a frame cannot be restarted; send the request again"),
	"Debugger.setReturnValue":               refused("what a function returns cannot be changed; change the variable that it returns"),
	"Debugger.setBreakpointOnFunctionCall":  refused("a breakpoint is set on a line; set it on the first one of the function"),
}

var consoleMethods = map[string]method{
	"Console.enable":        command(func(s *session, _ *nothing) (any, error) { s.enable("Console", true); return nil, nil }),
	"Console.disable":       command(func(s *session, _ *nothing) (any, error) { s.enable("Console", false); return nil, nil }),
	"Console.clearMessages": taken[nothing](),
}

var errNotPaused = failed("Can only perform operation while paused.")

// enabled is a command that needs Debugger.enable before it.
func enabled[P any](do func(s *session, p *P) (any, error)) method {
	return command(func(s *session, p *P) (any, error) {
		if !s.isEnabled("Debugger") {
			return nil, failed("Debugger agent is not enabled")
		}
		return do(s, p)
	})
}

// stopped is a command for a worker that is paused.
func stopped[P any](do func(s *session, p *P) error) method {
	return command(func(s *session, p *P) (any, error) {
		if s.client.Pause() == nil {
			return nil, errNotPaused
		}
		return nil, do(s, p)
	})
}

func (s *session) enableDebugger(*nothing) (any, error) {
	id := map[string]string{"debuggerId": s.server.id}
	if s.isEnabled("Debugger") {
		return id, nil
	}
	s.enable("Debugger", true)
	if err := s.client.Enable(s.ctx); err != nil {
		s.enable("Debugger", false)
		return nil, err
	}
	if p := s.client.Pause(); p != nil {
		events{s}.Paused(p)
	}
	return id, nil
}

func (s *session) disableDebugger(*nothing) (any, error) {
	if s.isEnabled("Debugger") {
		s.enable("Debugger", false)
		s.client.Disable()
		events{s}.Resumed() // for this client
		s.mu.Lock()
		clear(s.placed)
		s.mu.Unlock()
	}
	return nil, nil
}

// script returns a script by its ID; nil if there is none.
func (s *session) script(id string) *debugger.Script {
	for _, script := range s.client.Scripts() {
		if strconv.Itoa(script.ID) == id {
			return script
		}
	}
	return nil
}

type scriptParams struct {
	ID string `json:"scriptId"`
}

func (s *session) getScriptSource(p *scriptParams) (any, error) {
	script := s.script(p.ID)
	if script == nil {
		return nil, failed("No script for id: %s", p.ID)
	}
	return map[string]string{"scriptSource": script.Text}, nil
}

type searchParams struct {
	ID      string `json:"scriptId"`
	Query   string `json:"query"`
	Case    bool   `json:"caseSensitive,omitempty"`
	Pattern bool   `json:"isRegex,omitempty"`
}

// found is Debugger.SearchMatch.
type found struct {
	Line int    `json:"lineNumber"`
	Text string `json:"lineContent"`
}

func (s *session) searchInContent(p *searchParams) (any, error) {
	script := s.script(p.ID)
	if script == nil {
		return nil, failed("No script for id: %s", p.ID)
	}
	query := p.Query
	if !p.Pattern {
		query = regexp2.Escape(query)
	}
	var options []regexp2.CompileOption
	if !p.Case {
		options = append(options, regexp2.IgnoreCase)
	}
	matches, err := pattern(query, options...)
	if err != nil {
		return nil, err
	}
	all := []found{}
	for i, line := range strings.Split(script.Text, "\n") {
		if matches(line) {
			all = append(all, found{i, strings.TrimSuffix(line, "\r")})
		}
	}
	return map[string]any{"result": all}, nil
}

type continueParams struct {
	Location location `json:"location"`
	Target   string   `json:"targetCallFrames,omitempty"`
}

func (s *session) continueToLocation(p *continueParams) error {
	script := s.script(p.Location.Script)
	if script == nil {
		return failed("Cannot continue to specified location")
	}
	return s.client.ContinueTo(debugger.Location{Script: script, Line: whole(p.Location.Line), Column: whole(p.Location.Column)})
}

// frame returns the index of a frame of the pause at the moment, and a context that ends with it.
func (s *session) frame(id string) (index int, now *paused, err error) {
	s.mu.Lock()
	now = s.paused
	s.mu.Unlock()
	if now == nil {
		return 0, nil, errNotPaused
	}
	number, rest, _ := strings.Cut(id, ".")
	index, err = strconv.Atoi(rest)
	if number != strconv.Itoa(now.number) || err != nil || index < 0 || index >= len(now.Frames) {
		return 0, nil, failed("Invalid call frame id")
	}
	return index, now, nil
}

// onFrame lets the paused worker answer.
func (s *session) onFrame(id string, reply func(any, error), fn func(o debugger.Objects, frame int)) {
	index, now, err := s.frame(id)
	if err != nil {
		reply(nil, err)
		return
	}
	over := false
	err = s.client.On(now.ctx, "", func(o debugger.Objects) {
		if over = now.ctx.Err() != nil; !over {
			fn(o, index)
		}
	})
	if over || err != nil && errors.Is(err, now.ctx.Err()) {
		err = errNotPaused
	}
	if err != nil {
		reply(nil, err)
	}
}

func (s *session) evaluateOnCallFrame(p *evaluation, reply func(any, error)) {
	s.onFrame(p.Frame, reply, func(o debugger.Objects, frame int) { s.settle(o.Evaluate(s.expression(p, frame)), reply) })
}

type variableParams struct {
	Scope int      `json:"scopeNumber"`
	Name  string   `json:"variableName"`
	Value argument `json:"newValue"`
	Frame string   `json:"callFrameId"`
}

func (s *session) setVariableValue(p *variableParams, reply func(any, error)) {
	s.onFrame(p.Frame, reply, func(o debugger.Objects, frame int) {
		v, err := p.Value.in(o)
		if err == nil {
			err = o.SetVariable(frame, p.Scope, p.Name, v)
		}
		reply(nil, err)
	})
}
