package cdp

import (
	"encoding/json"
	"strconv"

	"github.com/fwrun/fwrun/debugger"
)

// remoteObject is Runtime.RemoteObject.
type remoteObject struct {
	Type           string          `json:"type"`
	Subtype        string          `json:"subtype,omitempty"`
	Class          string          `json:"className,omitempty"`
	Value          json.RawMessage `json:"value,omitempty"`
	Unserializable string          `json:"unserializableValue,omitempty"`
	Description    string          `json:"description,omitempty"`
	ID             string          `json:"objectId,omitempty"`
	Preview        *preview        `json:"preview,omitempty"`
}

func remote(o debugger.Object) *remoteObject {
	r := &remoteObject{o.Type, o.Subtype, o.Class, o.JSON, o.Unserializable, o.Description, o.Handle, previewOf(o.Preview)}
	if o.Type == "string" || o.Type == "boolean" || o.Subtype == "null" {
		r.Description = ""
	}
	return r
}

func remotes(list []debugger.Object) []*remoteObject {
	all := make([]*remoteObject, len(list))
	for i := range list {
		all[i] = remote(list[i])
	}
	return all
}

// preview is Runtime.ObjectPreview.
type preview struct {
	Type        string            `json:"type"`
	Subtype     string            `json:"subtype,omitempty"`
	Description string            `json:"description,omitempty"`
	Overflow    bool              `json:"overflow"`
	Properties  []propertyPreview `json:"properties"`
	Entries     []entryPreview    `json:"entries,omitempty"`
}

type propertyPreview struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Value   *string  `json:"value,omitempty"`
	Preview *preview `json:"valuePreview,omitempty"`
	Subtype string   `json:"subtype,omitempty"`
}

type entryPreview struct {
	Key   *preview `json:"key,omitempty"`
	Value *preview `json:"value"`
}

func previewOf(p *debugger.Preview) *preview {
	if p == nil {
		return nil
	}
	made := &preview{p.Type, p.Subtype, p.Description, p.Overflow, []propertyPreview{}, nil}
	for _, property := range p.Properties {
		short := propertyPreview{Name: property.Name, Type: property.Type, Subtype: property.Subtype, Preview: previewOf(property.Preview)}
		if property.Type != "accessor" {
			short.Value = &property.Value
		}
		made.Properties = append(made.Properties, short)
	}
	for _, e := range p.Entries {
		made.Entries = append(made.Entries, entryPreview{previewOf(e.Key), previewOf(e.Value)})
	}
	return made
}

// property is Runtime.PropertyDescriptor.
type property struct {
	Name         string        `json:"name"`
	Value        *remoteObject `json:"value,omitempty"`
	Get          *remoteObject `json:"get,omitempty"`
	Set          *remoteObject `json:"set,omitempty"`
	Writable     *bool         `json:"writable,omitempty"`
	Configurable bool          `json:"configurable"`
	Enumerable   bool          `json:"enumerable"`
	Own          bool          `json:"isOwn"`
	Symbol       *remoteObject `json:"symbol,omitempty"`
}

func optional(o *debugger.Object) *remoteObject {
	if o == nil {
		return nil
	}
	return remote(*o)
}

func propertyOf(p debugger.Property) property {
	made := property{
		Name: p.Name, Value: optional(p.Value), Get: optional(p.Get), Set: optional(p.Set), Symbol: optional(p.Symbol),
		Configurable: p.Configurable, Enumerable: p.Enumerable, Own: p.Own,
	}
	if p.Get == nil && p.Set == nil {
		made.Writable = &p.Writable
	}
	return made
}

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
	ID      int           `json:"exceptionId"`
	Text    string        `json:"text"`
	Line    int           `json:"lineNumber"`
	Column  int           `json:"columnNumber"`
	Script  string        `json:"scriptId,omitempty"`
	URL     string        `json:"url,omitempty"`
	Stack   *stack        `json:"stackTrace,omitempty"`
	Thrown  *remoteObject `json:"exception,omitempty"`
	Context int           `json:"executionContextId,omitempty"`
}

// exceptionOf describes what was thrown.
func (s *session) exceptionOf(t *debugger.Thrown) *exception {
	s.mu.Lock()
	s.thrown++
	e := &exception{ID: s.thrown, Text: t.Text, Context: s.context}
	s.mu.Unlock()
	if t.Object.Type != "" {
		e.Thrown = remote(t.Object)
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
	Result    *remoteObject `json:"result"`
	Exception *exception    `json:"exceptionDetails,omitempty"`
}

// outcomeOf describes an answer, or returns why there is none.
func (s *session) outcomeOf(a debugger.Answer) (any, error) {
	if a.Thrown == nil {
		return outcome{Result: remote(a.Object)}, nil
	}
	if a.Thrown.Object.Type == "" {
		return nil, failed("%s", a.Thrown.Text)
	}
	return outcome{remote(a.Object), s.exceptionOf(a.Thrown)}, nil
}
