package cdp

import (
	"fmt"
	"runtime"

	"github.com/fwrun/fwrun/debugger"
)

type byURLParams struct {
	Line      int    `json:"lineNumber"`
	URL       string `json:"url,omitempty"`
	Pattern   string `json:"urlRegex,omitempty"`
	Hash      string `json:"scriptHash,omitempty"`
	Column    int    `json:"columnNumber,omitempty"`
	Condition string `json:"condition,omitempty"`
}

func (s *session) setBreakpointByURL(p *byURLParams) (any, error) {
	b := debugger.Breakpoint{Line: whole(p.Line), Column: whole(p.Column), Condition: p.Condition}
	switch {
	case p.URL != "" && p.Pattern == "" && p.Hash == "":
		path, ok := pathOf(p.URL, runtime.GOOS == "windows")
		if b.Path = path; !ok {
			b.Path, b.Files = "", func(string) bool { return false } // it is taken, and never found
		}
	case p.Pattern != "" && p.URL == "" && p.Hash == "":
		matches, err := files(p.Pattern)
		if err != nil {
			return nil, err
		}
		b.Files = matches
	default:
		return nil, failed("Either url or urlRegex must be specified.")
	}
	id, at, err := s.set(fmt.Sprintf("%s|%s|%d|%d", p.URL, p.Pattern, b.Line, b.Column), b)
	if err != nil {
		return nil, err
	}
	return map[string]any{"breakpointId": id, "locations": placesOf(at)}, nil
}

// set sets a breakpoint, unless the client has one there.
func (s *session) set(asked string, b debugger.Breakpoint) (id string, at []debugger.Location, err error) {
	s.mu.Lock()
	twice := s.placed[asked] != ""
	s.mu.Unlock()
	if twice {
		return "", nil, failed("Breakpoint at specified location already exists.")
	}
	id, at, err = s.client.Set(b)
	if err == nil {
		s.mu.Lock()
		s.placed[asked] = id
		s.mu.Unlock()
	}
	return id, at, err
}

type breakpointParams struct {
	Location  location `json:"location"`
	Condition string   `json:"condition,omitempty"`
}

func (s *session) setBreakpoint(p *breakpointParams) (any, error) {
	script := s.script(p.Location.Script)
	if script == nil {
		return nil, failed("Could not resolve breakpoint")
	}
	b := debugger.Breakpoint{Script: script, Line: whole(p.Location.Line), Column: whole(p.Location.Column), Condition: p.Condition}
	id, at, err := s.set(fmt.Sprintf("%d|%d|%d", script.ID, b.Line, b.Column), b)
	if err != nil {
		return nil, err
	}
	if len(at) == 0 {
		_, _ = s.removeBreakpoint(&removeParams{id})
		return nil, failed("Could not resolve breakpoint")
	}
	return map[string]any{"breakpointId": id, "actualLocation": placeOf(at[0])}, nil
}

type removeParams struct {
	ID string `json:"breakpointId"`
}

func (s *session) removeBreakpoint(p *removeParams) (any, error) {
	s.mu.Lock()
	for asked, id := range s.placed {
		if id == p.ID {
			delete(s.placed, asked)
		}
	}
	s.mu.Unlock()
	s.client.Unset(p.ID)
	return nil, nil
}

type possibleParams struct {
	Start location  `json:"start"`
	End   *location `json:"end,omitempty"`
	Only  bool      `json:"restrictToFunction,omitempty"`
}

// stopTypes are the words for kinds of stops.
var stopTypes = map[debugger.StopKind]string{debugger.Call: "call", debugger.Return: "return", debugger.Keyword: "debuggerStatement"}

func (s *session) getPossibleBreakpoints(p *possibleParams) (any, error) {
	script := s.script(p.Start.Script)
	if script == nil {
		return nil, failed("Script not found")
	}
	var end *debugger.Location
	if p.End != nil {
		if p.End.Script != p.Start.Script {
			return nil, failed("Locations should contain the same scriptId")
		}
		end = &debugger.Location{Script: script, Line: whole(p.End.Line), Column: whole(p.End.Column)}
	}
	kinds := map[[2]int]string{}
	for _, stop := range script.Stops {
		kinds[[2]int{stop.Line, stop.Column}] = stopTypes[stop.Kind]
	}
	places := placesOf(s.client.Possible(debugger.Location{Script: script, Line: whole(p.Start.Line), Column: whole(p.Start.Column)}, end))
	for _, at := range places {
		at.Type = kinds[[2]int{at.Line, at.Column}]
	}
	return map[string]any{"locations": places}, nil
}

type activeParams struct {
	Active bool `json:"active"`
}

type skipParams struct {
	Skip bool `json:"skip"`
}

type exceptionsParams struct {
	State string `json:"state"`
}

func (s *session) setPauseOnExceptions(p *exceptionsParams) (any, error) {
	switch p.State {
	case "none", "uncaught", "all":
		s.client.SetExceptions(debugger.When(p.State))
	case "caught": // there is no finer choice
		s.client.SetExceptions(debugger.Always)
	default:
		return nil, failed("Unknown pause on exceptions mode: %s", p.State)
	}
	return nil, nil
}

type blackboxParams struct {
	Patterns  []string `json:"patterns"`
	Anonymous bool     `json:"skipAnonymous,omitempty"`
}

func (s *session) setBlackboxPatterns(p *blackboxParams) (any, error) {
	if len(p.Patterns) == 0 {
		s.client.SetBlackbox(nil)
		return nil, nil
	}
	var all []func(string) bool
	for _, text := range p.Patterns {
		matches, err := files(text)
		if err != nil {
			return nil, failed("Pattern parser error: %s", err)
		}
		all = append(all, matches)
	}
	s.client.SetBlackbox(func(path string) bool {
		for _, matches := range all {
			if matches(path) {
				return true
			}
		}
		return false
	})
	return nil, nil
}

type rangesParams struct {
	Script    string     `json:"scriptId"`
	Positions []location `json:"positions"`
}

func (s *session) setBlackboxedRanges(p *rangesParams) (any, error) {
	script := s.script(p.Script)
	if script == nil {
		return nil, failed("No script with passed id.")
	}
	ranges := make([]debugger.Location, len(p.Positions))
	for i, at := range p.Positions {
		ranges[i] = debugger.Location{Script: script, Line: whole(at.Line), Column: whole(at.Column)}
	}
	return nil, s.client.SetBlackboxRanges(script, ranges)
}

type instrumentationParams struct {
	Kind string `json:"instrumentation"`
}

// setInstrumentationBreakpoint is taken: what it would stop at, scripts with source maps that are about to run, there is not.
func (s *session) setInstrumentationBreakpoint(p *instrumentationParams) (any, error) {
	return map[string]string{"breakpointId": "instrumentation:" + p.Kind}, nil
}
