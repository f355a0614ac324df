package cdp

import (
	"encoding/json"
	"runtime"

	"github.com/fwrun/fwrun/debugger"
)

var runtimeMethods = map[string]method{
	"Runtime.enable":                          command((*session).enableRuntime),
	"Runtime.disable":                         command(func(s *session, _ *nothing) (any, error) { s.enable("Runtime", false); return nil, nil }),
	"Runtime.evaluate":                        question((*session).evaluate),
	"Runtime.callFunctionOn":                  question((*session).callFunctionOn),
	"Runtime.awaitPromise":                    question((*session).awaitPromise),
	"Runtime.getProperties":                   question((*session).getProperties),
	"Runtime.releaseObject":                   question((*session).releaseObject),
	"Runtime.releaseObjectGroup":              question((*session).releaseObjectGroup),
	"Runtime.compileScript":                   question((*session).compileScript),
	"Runtime.globalLexicalScopeNames":         question((*session).globalLexicalScopeNames),
	"Runtime.runIfWaitingForDebugger":         command(func(s *session, _ *nothing) (any, error) { s.server.o.Run(); return nil, nil }),
	"Runtime.getIsolateId":                    command(func(s *session, _ *nothing) (any, error) { return map[string]string{"id": s.server.id}, nil }),
	"Runtime.getHeapUsage":                    command(heapUsage),
	"Runtime.discardConsoleEntries":           taken[nothing](),
	"Runtime.setAsyncCallStackDepth":          command((*session).setAsyncCallStackDepth),
	"Runtime.setMaxCallStackSizeToCapture":    taken[nothing](),
	"Runtime.setCustomObjectFormatterEnabled": taken[nothing](),
	"Runtime.removeBinding":                   taken[nothing](),
	"Runtime.addBinding":                      refused("there are no bindings; a script can call console.debug, which all debuggers see"),
	"Runtime.queryObjects":                    refused("objects cannot be found by their prototype; `fwrun profile` shows what is in memory"),
	"Runtime.runScript":                       refused("scripts are not kept; evaluate the text"),
	"Runtime.terminateExecution":              refused("what runs cannot be ended from here; server.cpu-timeout ends it"),
}

func (s *session) enableRuntime(*nothing) (any, error) {
	if !s.isEnabled("Runtime") {
		s.enable("Runtime", true)
		s.tellContext()
	}
	return nil, nil
}

func heapUsage(*session, *nothing) (any, error) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return map[string]uint64{"usedSize": m.HeapAlloc, "totalSize": m.HeapSys}, nil
}

// evaluation are the parameters of a command that evaluates something.
type evaluation struct {
	Expression string `json:"expression"`
	Group      string `json:"objectGroup,omitempty"`
	Silent     bool   `json:"silent,omitempty"`
	ByValue    bool   `json:"returnByValue,omitempty"`
	Look       bool   `json:"generatePreview,omitempty"`
	Await      bool   `json:"awaitPromise,omitempty"`
	Pure       bool   `json:"throwOnSideEffect,omitempty"`
	REPL       bool   `json:"replMode,omitempty"`
	Frame      string `json:"callFrameId,omitempty"`
	Context    int    `json:"contextId,omitempty"`
}

func (s *session) expression(p *evaluation, frame int) debugger.Expression {
	return debugger.Expression{
		Text: p.Expression, Frame: frame, Group: s.group(p.Group), Pure: p.Pure, Silent: p.Silent, Await: p.Await, REPL: p.REPL, ByJSON: p.ByValue,
		Look: p.Look,
	}
}

// evaluate evaluates an expression in the global scope.
func (s *session) evaluate(p *evaluation, reply func(any, error)) {
	e := s.expression(p, -1)
	e.Later = func(a debugger.Answer) { reply(s.outcomeOf(a)) }
	s.onWorker(s.ctx, "", reply, func(o debugger.Objects) { s.settle(o.Evaluate(e), reply) })
}

// settle replies with an answer, unless it comes later.
func (s *session) settle(a debugger.Answer, reply func(any, error)) {
	if !a.Later {
		reply(s.outcomeOf(a))
	}
}

// argument is Runtime.CallArgument.
type argument struct {
	Value          json.RawMessage `json:"value,omitempty"`
	Unserializable string          `json:"unserializableValue,omitempty"`
	ID             string          `json:"objectId,omitempty"`
}

func (a argument) in(o debugger.Objects) (debugger.Value, error) {
	if a.ID != "" {
		return o.Value(a.ID)
	}
	return o.Parse(a.Value, a.Unserializable)
}

type callParams struct {
	Declaration string     `json:"functionDeclaration"`
	ID          string     `json:"objectId,omitempty"`
	Arguments   []argument `json:"arguments,omitempty"`
	Silent      bool       `json:"silent,omitempty"`
	ByValue     bool       `json:"returnByValue,omitempty"`
	Look        bool       `json:"generatePreview,omitempty"`
	UserGesture bool       `json:"userGesture,omitempty"`
	Await       bool       `json:"awaitPromise,omitempty"`
	Context     int        `json:"executionContextId,omitempty"`
	Unique      string     `json:"uniqueContextId,omitempty"`
	Group       string     `json:"objectGroup,omitempty"`
	Pure        bool       `json:"throwOnSideEffect,omitempty"`
}

// handle returns one that says which worker is meant.
func (p *callParams) handle() string {
	for _, a := range p.Arguments {
		if p.ID == "" && a.ID != "" {
			return a.ID
		}
	}
	return p.ID
}

func (s *session) callFunctionOn(p *callParams, reply func(any, error)) {
	if p.ID == "" && p.Context == 0 && p.Unique == "" {
		reply(nil, &protocolError{Code: codeParameters, Message: "Either objectId or executionContextId or uniqueContextId must be specified"})
		return
	}
	group := s.group(p.Group)
	if p.Group == "" && s.client.Pause() != nil {
		group = debugger.PauseGroup // what is looked at in a pause ends with it
	}
	e := debugger.Expression{
		Frame: -1, Group: group, Pure: p.Pure, Silent: p.Silent, Await: p.Await, ByJSON: p.ByValue, Look: p.Look,
		Later: func(a debugger.Answer) { reply(s.outcomeOf(a)) },
	}
	s.onWorker(s.ctx, p.handle(), reply, func(o debugger.Objects) {
		var this debugger.Value
		values := make([]debugger.Value, len(p.Arguments))
		var err error
		if p.ID != "" {
			this, err = o.Value(p.ID)
		}
		for i := 0; i < len(values) && err == nil; i++ {
			values[i], err = p.Arguments[i].in(o)
		}
		if err != nil {
			reply(nil, err)
			return
		}
		s.settle(o.Call(p.Declaration, this, values, e), reply)
	})
}

type promiseParams struct {
	ID      string `json:"promiseObjectId"`
	ByValue bool   `json:"returnByValue,omitempty"`
	Look    bool   `json:"generatePreview,omitempty"`
}

func (s *session) awaitPromise(p *promiseParams, reply func(any, error)) {
	s.callFunctionOn(&callParams{Declaration: "function () { return this }", ID: p.ID, ByValue: p.ByValue, Look: p.Look, Await: true}, reply)
}

type propertiesParams struct {
	ID         string `json:"objectId"`
	Own        bool   `json:"ownProperties,omitempty"`
	Accessors  bool   `json:"accessorPropertiesOnly,omitempty"`
	Look       bool   `json:"generatePreview,omitempty"`
	NotIndexed bool   `json:"nonIndexedPropertiesOnly,omitempty"`
}

func (s *session) getProperties(p *propertiesParams, reply func(any, error)) {
	s.on(p.ID, reply, func(o debugger.Objects) (any, error) {
		return o.Properties(p.ID, debugger.PropertyOptions{Own: p.Own, Accessors: p.Accessors, NotIndexed: p.NotIndexed, Look: p.Look})
	})
}

type objectParams struct {
	ID string `json:"objectId"`
}

func (s *session) releaseObject(p *objectParams, reply func(any, error)) {
	s.on(p.ID, reply, func(o debugger.Objects) (any, error) { o.Release(p.ID); return nil, nil })
}

type groupParams struct {
	Group string `json:"objectGroup"`
}

func (s *session) releaseObjectGroup(p *groupParams, reply func(any, error)) {
	s.on("", reply, func(o debugger.Objects) (any, error) { o.ReleaseGroup(s.group(p.Group)); return nil, nil })
}

type compileParams struct {
	Expression string `json:"expression"`
	URL        string `json:"sourceURL"`
	Persist    bool   `json:"persistScript"`
	Context    int    `json:"executionContextId,omitempty"`
}

func (s *session) compileScript(p *compileParams, reply func(any, error)) {
	s.on("", reply, func(o debugger.Objects) (any, error) {
		if wrong := o.Check(p.Expression); wrong != nil {
			return map[string]any{"exceptionDetails": s.exceptionOf(wrong)}, nil
		}
		return nil, nil
	})
}

func (s *session) globalLexicalScopeNames(_ *nothing, reply func(any, error)) {
	s.on("", reply, func(o debugger.Objects) (any, error) {
		return map[string]any{"names": append([]string{}, o.Names()...)}, nil
	})
}

type depthParams struct {
	Depth int `json:"maxDepth"`
}

func (s *session) setAsyncCallStackDepth(p *depthParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noAsync = p.Depth <= 0
	return nil, nil
}
