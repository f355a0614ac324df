package cdp

import (
	"strconv"

	"github.com/fwrun/fwrun/debugger"
)

// location is Debugger.Location.
type location struct {
	Script string `json:"scriptId"`
	Line   int    `json:"lineNumber"`
	Column int    `json:"columnNumber,omitempty"`
}

// place is a location that is known.
type place struct {
	Script string `json:"scriptId"`
	Line   int    `json:"lineNumber"`
	Column int    `json:"columnNumber"`
	Type   string `json:"type,omitempty"`
}

func placeOf(at debugger.Location) *place {
	if at.Script == nil {
		return nil
	}
	return &place{Script: strconv.Itoa(at.Script.ID), Line: at.Line, Column: at.Column}
}

func placesOf(list []debugger.Location) []*place {
	all := make([]*place, len(list))
	for i := range list {
		all[i] = placeOf(list[i])
	}
	return all
}

// callFrame is Runtime.CallFrame.
type callFrame struct {
	Function string `json:"functionName"`
	Script   string `json:"scriptId"`
	URL      string `json:"url"`
	Line     int    `json:"lineNumber"`
	Column   int    `json:"columnNumber"`
}

// stack is Runtime.StackTrace.
type stack struct {
	Description string      `json:"description,omitempty"`
	Frames      []callFrame `json:"callFrames"`
	Parent      *stack      `json:"parent,omitempty"`
}

func stackOf(frames []debugger.Frame) *stack {
	s := &stack{Frames: []callFrame{}}
	for _, f := range frames {
		if at := f.Location; at.Script != nil {
			s.Frames = append(s.Frames, callFrame{f.Function, strconv.Itoa(at.Script.ID), URL(at.Script.Path), at.Line, at.Column})
		}
	}
	return s
}

// parentsOf returns the stacks before an await, the nearest first.
func parentsOf(parents []debugger.Parent) (first *stack) {
	next := &first
	for _, p := range parents {
		*next = stackOf(p.Frames)
		(*next).Description = p.Description
		next = &(*next).Parent
	}
	return first
}

// exception is Runtime.ExceptionDetails.
type exception struct {
	ID      int              `json:"exceptionId"`
	Text    string           `json:"text"`
	Line    int              `json:"lineNumber"`
	Column  int              `json:"columnNumber"`
	Script  string           `json:"scriptId,omitempty"`
	URL     string           `json:"url,omitempty"`
	Stack   *stack           `json:"stackTrace,omitempty"`
	Thrown  *debugger.Object `json:"exception,omitempty"`
	Context int              `json:"executionContextId,omitempty"`
}

// exceptionOf describes what was thrown.
func (s *session) exceptionOf(t *debugger.Thrown) *exception {
	s.mu.Lock()
	s.thrown++
	e := &exception{ID: s.thrown, Text: t.Text, Context: s.context}
	s.mu.Unlock()
	if t.Object.Type != "" {
		e.Thrown = &t.Object
	}
	if at := t.Location; at.Script != nil {
		e.Line, e.Column, e.Script, e.URL = at.Line, at.Column, strconv.Itoa(at.Script.ID), URL(at.Script.Path)
	}
	if len(t.Frames) > 0 {
		e.Stack = stackOf(t.Frames)
	}
	return e
}

// outcome is the answer of an expression or a call.
type outcome struct {
	Result    *debugger.Object `json:"result"`
	Exception *exception       `json:"exceptionDetails,omitempty"`
}

// outcomeOf describes an answer, or returns why there is none.
func (s *session) outcomeOf(a debugger.Answer) (any, error) {
	if a.Thrown == nil {
		return outcome{Result: &a.Object}, nil
	}
	if a.Thrown.Object.Type == "" {
		return nil, failed("%s", a.Thrown.Text)
	}
	return outcome{&a.Object, s.exceptionOf(a.Thrown)}, nil
}
