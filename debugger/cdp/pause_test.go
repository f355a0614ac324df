package cdp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/tests/harness"
)

// attached is a client of a world that has enabled everything.
func attached(t *testing.T) (*world, *peer) {
	t.Helper()
	w := newWorld(t)
	server, address := listen(t, w)
	p := dial(t, server.URL(address))
	for _, domain := range []string{"Runtime", "Debugger", "Console"} {
		p.ask(domain+".enable", "{}")
	}
	return w, p
}

type pausedParams struct {
	Reason string
	Frames []struct {
		ID     string `json:"callFrameId"`
		Name   string `json:"functionName"`
		Place  place  `json:"location"`
		Scopes []struct {
			Type   string
			Name   string
			Object debugger.Object
		} `json:"scopeChain"`
		This debugger.Object
	} `json:"callFrames"`
	Async *stack `json:"asyncStackTrace"`
}

func (p *peer) paused() (params pausedParams) {
	p.t.Helper()
	if err := json.Unmarshal(p.event("Debugger.paused"), &params); err != nil {
		p.t.Fatal(err)
	}
	return params
}

func TestScripts(t *testing.T) {
	w, p := attached(t)
	var s scriptParsed
	if err := json.Unmarshal(p.event("Debugger.scriptParsed"), &s); err != nil {
		t.Fatal(err)
	}
	const hash = 64
	if s.ID != "7" || s.URL != "file:///app/a%20b/users.ts" || len(s.Hash) != hash || s.SourceMap != "" || s.EndLine != 5 ||
		s.Length != len(sourceOfScript) {
		t.Errorf("got %+v", s)
	}
	for _, c := range [][3]string{
		{"Debugger.getScriptSource", `{"scriptId":"7"}`, sourceOfScript[:20]},
		{"Debugger.getScriptSource", `{"scriptId":"8"}`, "-32000 No script for id: 8"},
		{"Debugger.searchInContent", `{"scriptId":"7","query":"USER"}`, `{"lineNumber":3,"lineContent":"  return user"}`},
		{"Debugger.searchInContent", `{"scriptId":"7","query":"USER","caseSensitive":true}`, `"result":[]`},
		{"Debugger.searchInContent", `{"scriptId":"7","query":"^\\s+return\\b","isRegex":true}`, `"lineNumber":3`},
		{"Debugger.searchInContent", `{"scriptId":"7","query":"(","isRegex":true}`, "-32000"},
		{
			"Debugger.getPossibleBreakpoints", `{"start":{"scriptId":"7","lineNumber":2}}`,
			`[{"scriptId":"7","lineNumber":2,"columnNumber":2,"type":"debuggerStatement"},{"scriptId":"7","lineNumber":3,"columnNumber":2,"type":"return"}]`,
		},
		{
			"Debugger.getPossibleBreakpoints", `{"start":{"scriptId":"7","lineNumber":0},"end":{"scriptId":"7","lineNumber":2}}`,
			`[{"scriptId":"7","lineNumber":1,"columnNumber":2}]`,
		},
		{"Debugger.getPossibleBreakpoints", `{"start":{"scriptId":"9","lineNumber":0}}`, "-32000 Script not found"},
		{
			"Debugger.setBreakpointByUrl", `{"url":"file:///app/a%20b/users.ts","lineNumber":0}`,
			`"locations":[{"scriptId":"7","lineNumber":1,"columnNumber":2}]`,
		},
		{"Debugger.setBreakpointByUrl", `{"url":"file:///app/a%20b/users.ts","lineNumber":0}`, "-32000 Breakpoint at specified location already exists."},
		{"Debugger.setBreakpointByUrl", `{"urlRegex":"^(.*[\\/\\\\])?users\\.ts$","lineNumber":2}`, `"lineNumber":2`},
		{"Debugger.setBreakpointByUrl", `{"url":"node:fs","lineNumber":2}`, `"locations":[]`},
		{"Debugger.setBreakpointByUrl", `{"url":"file:///app/other.ts","lineNumber":-1}`, `"locations":[]`},
		{"Debugger.setBreakpointByUrl", `{"urlRegex":"(","lineNumber":2}`, "-32000 the regular expression"},
		{"Debugger.setBreakpoint", `{"location":{"scriptId":"7","lineNumber":3}}`, `"actualLocation":{"scriptId":"7","lineNumber":3,"columnNumber":2}`},
		{"Debugger.setBreakpoint", `{"location":{"scriptId":"7","lineNumber":9}}`, "-32000 Could not resolve breakpoint"},
		{"Debugger.setBreakpoint", `{"location":{"scriptId":"9","lineNumber":3}}`, "-32000 Could not resolve breakpoint"},
		{"Debugger.removeBreakpoint", `{"breakpointId":"b1"}`, "{}"},
		{"Debugger.setBreakpointByUrl", `{"url":"file:///app/a%20b/users.ts","lineNumber":0}`, `"lineNumber":1`},
	} {
		if got := p.ask(c[0], c[1]); !strings.Contains(got, c[2]) && !strings.Contains(got, strings.ReplaceAll(c[2], "\n", `\n`)) {
			t.Errorf("%s %s\n got %s\nwant %s", c[0], c[1], got, c[2])
		}
	}
	if !w.heard("unset b1") {
		t.Errorf("said: %q", w.said)
	}
}

func TestSettings(t *testing.T) {
	w, p := attached(t)
	for _, c := range [][3]string{
		{"Debugger.setBreakpointsActive", `{"active":false}`, "active false"},
		{"Debugger.setSkipAllPauses", `{"skip":true}`, "skip true"},
		{"Debugger.setPauseOnExceptions", `{"state":"uncaught"}`, "exceptions uncaught"},
		{"Debugger.setPauseOnExceptions", `{"state":"caught"}`, "exceptions all"},
		{"Debugger.setBlackboxPatterns", `{"patterns":["/node_modules/","users\\.ts$"]}`, "blackbox true"},
		{"Debugger.setBlackboxPatterns", `{"patterns":["/node_modules/"]}`, "blackbox false"},
		{"Debugger.setBlackboxPatterns", `{"patterns":[]}`, "blackbox false"},
		{"Debugger.setBlackboxedRanges", `{"scriptId":"7","positions":[{"scriptId":"7","lineNumber":1},{"scriptId":"7","lineNumber":2}]}`, "ranges 2"},
		{"Debugger.pause", `{}`, "pause"},
	} {
		if got := p.ask(c[0], c[1]); got != "{}" || !w.heard(c[2]) {
			t.Errorf("%s gives %s; said: %q", c[0], got, w.said)
		}
	}
	for _, name := range []string{
		"Profiler.enable", "Profiler.setSamplingInterval", "HeapProfiler.enable", "Network.enable", "Network.setBlockedURLs",
		"NodeWorker.enable", "NodeRuntime.enable",
		"Debugger.setAsyncCallStackDepth", "Runtime.setAsyncCallStackDepth", "Runtime.discardConsoleEntries", "Console.clearMessages",
	} {
		if got := p.ask(name, `{"interval":100,"maxDepth":0}`); got != "{}" {
			t.Errorf("%s gives %s", name, got)
		}
	}
	for name, hint := range map[string]string{
		"Debugger.setScriptSource": "save the file", "Debugger.restartFrame": "send the request again", "Runtime.queryObjects": "fwrun profile",
		"Runtime.addBinding": "console.debug", "Profiler.start": "fwrun profile", "Profiler.startPreciseCoverage": "--coverage",
		"Debugger.getStackTrace": "not found",
	} {
		if got := p.ask(name, "{}"); !strings.HasPrefix(got, "-32000 ") || !strings.Contains(got, hint) {
			t.Errorf("%s gives %s", name, got)
		}
	}
	if got := p.ask("Debugger.setInstrumentationBreakpoint", `{"instrumentation":"beforeScriptWithSourceMapExecution"}`); !strings.Contains(got,
		"breakpointId") {
		t.Errorf("got %s", got)
	}
}

func TestPause(t *testing.T) {
	w, p := attached(t)
	w.run(`let seen = 0; stop({ a: 1, user: { name: "Ann" } }); seen++`)
	now := p.paused()
	f := now.Frames[0]
	if now.Reason != "other" || f.ID != "1.0" || f.Name != "find" || f.Place != (place{Script: "7", Line: 2, Column: 2}) ||
		f.Scopes[0].Type != "local" ||
		f.Scopes[1].Object.Class != "global" || f.This.Handle == "" || len(now.Frames) != 2 {
		t.Errorf("got %+v", now)
	}
	if now.Async == nil || now.Async.Description != "await" || now.Async.Parent.Description != "GET /users/{id}" || len(now.Async.Parent.Frames) != 0 {
		t.Errorf("the stack before is %+v", now.Async)
	}
	for _, c := range [][3]string{
		{"Debugger.evaluateOnCallFrame", `{"callFrameId":"1.0","expression":"user.name + a"}`, `"value":"Ann1"`},
		{"Debugger.evaluateOnCallFrame", `{"callFrameId":"1.0","expression":"a = 5"}`, `"value":5`},
		{"Debugger.evaluateOnCallFrame", `{"callFrameId":"1.0","expression":"f()","throwOnSideEffect":true}`, "Possible side-effect in debug-evaluate"},
		{"Debugger.evaluateOnCallFrame", `{"callFrameId":"1.0","expression":"user","returnByValue":true}`, `"value":{"name":"Ann"}`},
		{"Debugger.evaluateOnCallFrame", `{"callFrameId":"1.9","expression":"a"}`, "-32000 Invalid call frame id"},
		{"Debugger.evaluateOnCallFrame", `{"callFrameId":"x","expression":"a"}`, "-32000 Invalid call frame id"},
		{"Debugger.setVariableValue", `{"callFrameId":"1.0","scopeNumber":0,"variableName":"a","newValue":{"value":[1,2]}}`, "{}"},
		{
			"Debugger.setVariableValue", `{"callFrameId":"1.0","scopeNumber":0,"variableName":"b","newValue":{"value":1}}`,
			"-32000 Could not find a variable",
		},
		{
			"Debugger.setVariableValue", `{"callFrameId":"1.0","scopeNumber":0,"variableName":"a","newValue":{"unserializableValue":"x"}}`,
			"-32000 Couldn't parse",
		},
		{"Debugger.evaluateOnCallFrame", `{"callFrameId":"1.0","expression":"a.length"}`, `"value":2`},
		{"Runtime.evaluate", `{"expression":"typeof a"}`, `"undefined"`},
		{"Runtime.globalLexicalScopeNames", `{}`, `"names":[]`},
		{"Runtime.compileScript", `{"expression":"f(","sourceURL":"","persistScript":false}`, "SyntaxError: Unexpected end of input"},
		{"Runtime.compileScript", `{"expression":"f()","sourceURL":"","persistScript":false}`, "{}"},
		{"Runtime.getProperties", `{"objectId":"nope"}`, "-32000 Could not find object with given id"},
	} {
		if got := p.ask(c[0], c[1]); !strings.Contains(got, c[2]) {
			t.Errorf("%s %s\n got %s\nwant %s", c[0], c[1], got, c[2])
		}
	}
	got := p.ask("Runtime.getProperties", fmt.Sprintf(`{"objectId":%q,"ownProperties":true}`, f.Scopes[0].Object.Handle))
	if !strings.Contains(got, `"name":"user"`) {
		t.Errorf("the variables are %s", got)
	}
	if got := p.ask("Debugger.stepOver", "{}"); got != "{}" || !w.heard("step 1") {
		t.Errorf("a step gives %s", got)
	}
	p.event("Debugger.resumed")
	for _, name := range []string{"resume", "stepInto", "stepOut"} {
		if got := p.ask("Debugger."+name, "{}"); !strings.Contains(got, "Can only perform operation while paused.") {
			t.Errorf("%s gives %s", name, got)
		}
	}
	if got := p.ask("Debugger.evaluateOnCallFrame", `{"callFrameId":"1.0","expression":"a"}`); !strings.Contains(got, "while paused") {
		t.Errorf("got %s", got)
	}
	if got := p.ask("Runtime.getProperties", fmt.Sprintf(`{"objectId":%q}`, f.This.Handle)); !strings.Contains(got, "Could not find object") {
		t.Errorf("a handle of a frame outlives the pause: %s", got)
	}
}

// TestAttachWhilePaused: a debugger that comes later sees the pause, and one that disables or leaves lets it go.
func TestAttachWhilePaused(t *testing.T) {
	w := newWorld(t)
	server, address := listen(t, w)
	w.run("stop({ a: 1 })")
	harness.Eventually(t, "the worker is paused", func() bool { return w.Pause() != nil })
	p := dial(t, server.URL(address))
	p.ask("Debugger.enable", "{}")
	if got := p.paused(); got.Frames[0].Name != "find" {
		t.Errorf("got %+v", got)
	}
	_ = p.conn.CloseNow()
	harness.Eventually(t, "the worker goes on", func() bool { return w.Pause() == nil })
}

func TestConsole(t *testing.T) {
	w, p := attached(t)
	if got := p.ask("Runtime.evaluate",
		`{"expression":"console.log('%O', {a: 1}), false\n//# sourceURL=logpoint-abc.cdp"}`); !strings.Contains(got, `"value":false`) {
		t.Errorf("a logpoint gives %s", got)
	}
	if got := string(p.event("Runtime.consoleAPICalled")); !strings.Contains(got, `"type":"log"`) || !strings.Contains(got, `"preview"`) ||
		!strings.Contains(got, `"url":"file:///app/a%20b/users.ts","lineNumber":2`) {
		t.Errorf("got %s", got)
	}
	if got := string(p.event("Console.messageAdded")); !strings.Contains(got, `"level":"log"`) || !strings.Contains(got, `"line":3`) {
		t.Errorf("got %s", got)
	}
	w.tell(func(e debugger.Events) {
		e.Logged(debugger.Line{Kind: "exception", Text: "no", Values: []debugger.Object{{Type: "object", Subtype: "error", Description: "Error: no"}}})
	})
	if got := string(p.event("Runtime.exceptionThrown")); !strings.Contains(got, "Error: no") || !strings.Contains(got, `"text":"Uncaught"`) {
		t.Errorf("got %s", got)
	}
	w.tell(debugger.Events.Cleared)
	p.event("Runtime.executionContextsCleared")
	p.event("Runtime.executionContextCreated") // of the generation before
	if got := string(p.event("Runtime.executionContextCreated")); !strings.Contains(got, `"id":2`) {
		t.Errorf("got %s", got)
	}
}

func TestAwait(t *testing.T) {
	_, p := attached(t)
	for _, c := range [][2]string{
		{`{"expression":"await Promise.resolve(5)","replMode":true}`, `{"result":{"type":"number","value":5,"description":"5"}}`},
		{`{"expression":"Promise.resolve({a: 1})","awaitPromise":true,"returnByValue":true}`, `{"result":{"type":"object","value":{"a":1}}}`},
		{
			`{"expression":"new Promise((f) => Promise.resolve().then(() => f(7)))","awaitPromise":true}`,
			`{"result":{"type":"number","value":7,"description":"7"}}`,
		},
	} {
		if got := p.ask("Runtime.evaluate", c[0]); got != c[1] {
			t.Errorf("%s gives %s", c[0], got)
		}
	}
	if got := p.ask("Runtime.evaluate", `{"expression":"Promise.reject(new TypeError('x'))","awaitPromise":true}`); !strings.Contains(got,
		"Uncaught (in promise)") {
		t.Errorf("got %s", got)
	}
	never := p.begin("Runtime.evaluate", `{"expression":"new Promise(() => {})","awaitPromise":true}`)
	if got := p.ask("Runtime.evaluate", `{"expression":"1 + 1"}`); !strings.Contains(got, `"value":2`) {
		t.Errorf("behind %d: %s", never, got)
	}
	id := handleIn(p.ask("Runtime.evaluate", `{"expression":"Promise.resolve(8)"}`))
	if got := p.ask("Runtime.awaitPromise", fmt.Sprintf(`{"promiseObjectId":%q}`, id)); !strings.Contains(got, `"value":8`) {
		t.Errorf("got %s", got)
	}
}
