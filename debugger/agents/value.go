package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/platform/fault"
)

// group is the name of the handles that the desk makes.
const group = "agents"

// Locals are the variables of a frame, or the members of a value, by name.
type Locals struct {
	Values  []Variable `json:"values"`
	LeftOff int        `json:"leftOff,omitempty"`
}

// Variable is a name with its value as a text.
type Variable struct {
	Scope string `json:"scope,omitempty"` // local, block, closure or module; empty for members
	Name  string `json:"name"`
	Value string `json:"value"`
}

// mostMembers bounds the members of a value that are shown.
const mostMembers = 200

// Locals returns the variables of a frame, 0 for the innermost; with a path, such as user.address, what that value has.
func (d *Desk) Locals(ctx context.Context, frame int, path string) (any, error) {
	p, client, err := d.inFrame(frame)
	if err != nil {
		return nil, err
	}
	var answer Locals
	var thrown *debugger.Thrown
	err = client.On(ctx, "", func(o debugger.Objects) {
		defer o.ReleaseGroup(group)
		if path == "" {
			answer = d.locals(o, p, frame, mostAnswer)
			return
		}
		found := o.Evaluate(debugger.Expression{Text: path, Frame: frame, Group: group, Pure: true, Silent: true, Look: true})
		if thrown = found.Thrown; thrown == nil {
			answer = d.members(o, found.Object, path)
		}
	})
	if err == nil && thrown != nil {
		err = failure(thrown)
	}
	return answer, err
}

// inFrame returns the pause, if it has that frame.
func (d *Desk) inFrame(frame int) (*debugger.Pause, debugger.Client, error) {
	p, client, err := d.stopped()
	if err == nil && (frame < 0 || frame >= len(p.Frames)) {
		err = fault.New("agents.frame", fault.Invalid, fmt.Sprintf("there is no frame %d; they are 0 to %d", frame, len(p.Frames)-1))
	}
	return p, client, err
}

// locals lists what a frame can name, but for the global scope, in an answer of so many bytes.
func (d *Desk) locals(o debugger.Objects, p *debugger.Pause, frame, most int) (list Locals) {
	list.Values = []Variable{}
	if frame >= len(p.Frames) {
		return list
	}
	f := p.Frames[frame]
	if f.This != nil {
		list.add(Variable{string(debugger.Local), "this", d.text("this", o.Describe(f.This, group, true))}, &most)
	}
	for _, s := range f.Scopes {
		if s.Kind == debugger.Global {
			continue
		}
		found, err := o.Properties(o.Describe(s.Object, group, false).Handle, debugger.PropertyOptions{Own: true, Look: true})
		if err != nil {
			continue
		}
		for _, v := range found.Properties {
			list.add(Variable{string(s.Kind), v.Name, d.value(v)}, &most)
		}
	}
	return list
}

// members lists the properties of a value.
func (d *Desk) members(o debugger.Objects, of debugger.Object, path string) (list Locals) {
	list.Values = []Variable{}
	most := mostAnswer
	if of.Handle == "" {
		list.add(Variable{"", path, d.text(path, of)}, &most)
		return list
	}
	found, err := o.Properties(of.Handle, debugger.PropertyOptions{Own: true, Look: true})
	if err != nil {
		return list
	}
	for i, v := range append(found.Properties, found.Private...) {
		if i >= mostMembers {
			list.LeftOff++
			continue
		}
		list.add(Variable{"", v.Name, d.value(v)}, &most)
	}
	return list
}

// add appends a variable, if the answer has room for it.
func (l *Locals) add(v Variable, most *int) {
	size := len(v.Name) + len(v.Value) + len(v.Scope) + 40 // with the words around them
	if size > *most {
		l.LeftOff++
		return
	}
	*most -= size
	l.Values = append(l.Values, v)
}

func (d *Desk) value(p debugger.Property) string {
	switch {
	case p.Value != nil:
		return d.text(p.Name, *p.Value)
	case p.Get != nil:
		return "(getter)"
	}
	return "(setter)"
}

// text returns a value as a text: JSON where that is short, otherwise its description.
func (d *Desk) text(name string, of debugger.Object) string {
	text := of.Description
	switch {
	case len(of.JSON) > 0:
		text = string(of.JSON)
	case of.Unserializable != "":
		text = of.Unserializable
	case of.Type == "undefined":
		text = "undefined"
	case of.Preview != nil:
		text = shown(of.Preview)
	}
	return d.options.Mask(name, bounded(text, mostValue))
}

// shown writes a preview: {id: 1, name: "Ada", …}.
func shown(p *debugger.Preview) string {
	var parts []string
	for _, v := range p.Properties {
		text := "(getter)"
		if v.Value != nil {
			text = *v.Value
		}
		if v.Type == "string" {
			quoted, _ := json.Marshal(text)
			text = string(quoted)
		}
		if p.Subtype != "array" {
			text = v.Name + ": " + text
		}
		parts = append(parts, text)
	}
	for _, e := range p.Entries {
		text := e.Value.Description
		if e.Key != nil {
			text = e.Key.Description + " => " + text
		}
		parts = append(parts, text)
	}
	if p.Overflow {
		parts = append(parts, "…")
	}
	inside := strings.Join(parts, ", ")
	switch {
	case p.Subtype == "array":
		return "[" + inside + "]"
	case p.Type != "object" || len(parts) == 0 && p.Description != "Object":
		return p.Description
	case p.Description == "Object":
		return "{" + inside + "}"
	}
	return p.Description + " {" + inside + "}"
}

// bounded cuts a text at a number of bytes.
func bounded(text string, most int) string {
	if len(text) <= most {
		return text
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

// Evaluate evaluates an expression in a frame of the paused worker.
func (d *Desk) Evaluate(ctx context.Context, text string, frame int) (any, error) {
	_, client, err := d.inFrame(frame)
	if err != nil {
		return nil, err
	}
	var answer debugger.Answer
	result := ""
	err = client.On(ctx, "", func(o debugger.Objects) {
		defer o.ReleaseGroup(group)
		answer = o.Evaluate(debugger.Expression{Text: text, Frame: frame, Group: group, Silent: true, Look: true})
		if answer.Thrown == nil {
			result = d.text(text, answer.Object)
		}
	})
	if err != nil {
		return nil, err
	}
	if answer.Thrown != nil {
		return nil, failure(answer.Thrown)
	}
	return struct {
		Value string `json:"value"`
		Type  string `json:"type"`
	}{result, answer.Object.Type}, nil
}

// failure returns what an expression threw as an error.
func failure(t *debugger.Thrown) error {
	why := t.Object.Description
	if why == "" {
		why = t.Text
	}
	return fault.New("agents.evaluate", fault.Invalid, bounded(why, mostValue))
}
