package agents

import (
	"bytes"
	"cmp"
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
	p, err := d.inFrame(frame)
	if err != nil {
		return nil, err
	}
	var answer Locals
	var failed error
	err = on(ctx, p, func(o debugger.Objects) {
		if path == "" {
			answer = d.locals(o, p, frame, mostAnswer)
			return
		}
		found := o.Evaluate(debugger.Expression{Text: path, Frame: frame, Group: group, Pure: true, Silent: true, Look: true})
		if found.Thrown != nil {
			failed = d.failure(found.Thrown).WithHint("path is a name, with members and indexes: user.address or rows[0]; debug_evaluate may call functions")
			return
		}
		answer, failed = d.members(o, found.Object, path)
	})
	if err = cmp.Or(err, failed); err != nil {
		return nil, err
	}
	return answer, nil
}

// inFrame returns the pause, if it has that frame.
func (d *Desk) inFrame(frame int) (*debugger.Pause, error) {
	p, err := d.stopped()
	if err == nil && (frame < 0 || frame >= len(p.Frames)) {
		err = fault.New("agents.frame", fault.Invalid, fmt.Sprintf("there is no frame %d", frame)).
			WithHint(fmt.Sprintf("there are %d, from 0, the innermost; debug_wait lists them", len(p.Frames)))
	}
	return p, err
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
			list.add(Variable{string(s.Kind), v.Name, d.value(v.Name, v)}, &most)
		}
	}
	return list
}

// members lists the properties of a value.
func (d *Desk) members(o debugger.Objects, of debugger.Object, path string) (list Locals, err error) {
	list.Values = []Variable{}
	most := mostAnswer
	if of.Handle == "" {
		list.add(Variable{"", path, d.text(path, of)}, &most)
		return list, nil
	}
	found, err := o.Properties(of.Handle, debugger.PropertyOptions{Own: true, Look: true})
	if err != nil {
		return list, err
	}
	for i, v := range append(found.Properties, found.Private...) {
		if i >= mostMembers {
			list.LeftOff++
			continue
		}
		list.add(Variable{"", v.Name, d.value(path+"."+v.Name, v)}, &most)
	}
	for _, v := range found.Internal { // of maps, sets and promises: what no name leads to
		switch {
		case v.Value == nil || v.Name == "[[Prototype]]":
		case v.Name == "[[Entries]]":
			d.entries(o, *v.Value, path, &list, &most)
		default:
			list.add(Variable{"", v.Name, d.text(path, *v.Value)}, &most)
		}
	}
	return list, nil
}

// entries lists those of a map or a set, by their keys.
func (d *Desk) entries(o debugger.Objects, of debugger.Object, path string, list *Locals, most *int) {
	look := debugger.PropertyOptions{Own: true, Look: true}
	all, _ := o.Properties(of.Handle, look) // a handle that was just made
	for i, e := range all.Properties {
		if e.Value == nil || e.Value.Handle == "" { // the length
			continue
		}
		if i >= mostMembers {
			list.LeftOff++
			continue
		}
		name, shown := e.Name, ""
		one, _ := o.Properties(e.Value.Handle, look)
		for _, side := range one.Properties { // the key first
			if side.Name == "key" && side.Value != nil {
				name = d.text("", *side.Value)
			} else if side.Name == "value" {
				shown = d.value(path+"."+name, side)
			}
		}
		list.add(Variable{"", name, shown}, most)
	}
}

// add appends a variable, if the answer has room for it.
func (l *Locals) add(v Variable, most *int) {
	const around = 40 // the words of the list itself
	v.Name = bounded(v.Name, mostName)
	size := encoded(v) + 1
	if size+around > *most {
		l.LeftOff++
		return
	}
	*most -= size
	l.Values = append(l.Values, v)
}

func (d *Desk) value(name string, p debugger.Property) string {
	switch {
	case p.Value != nil:
		return d.text(name, *p.Value)
	case p.Get != nil:
		return "(getter)"
	}
	return "(setter)"
}

// text returns a value as a text: JSON where that is short, otherwise its description.
func (d *Desk) text(name string, of debugger.Object) string {
	text := of.Description
	switch {
	case of.Type == "string" && len(of.JSON) > 0:
		var plain string
		_ = json.Unmarshal(of.JSON, &plain) // it is one
		text = quoted(d.options.Mask(name, plain))
	case len(of.JSON) > 0:
		text = string(of.JSON)
	case of.Unserializable != "":
		text = of.Unserializable
	case of.Type == "undefined":
		text = "undefined"
	case of.Preview != nil:
		text = d.preview(name, of.Preview)
	case of.Type == "function":
		text, _, _ = strings.Cut(text, "\n")
	}
	return bounded(d.options.Mask(name, text), mostValue)
}

func quoted(text string) string {
	made, _ := json.Marshal(text) // never fails
	return string(made)
}

// preview writes a preview: {id: 1, name: "Ada", …}.
func (d *Desk) preview(name string, p *debugger.Preview) string {
	var parts []string
	for _, v := range p.Properties {
		text := "(getter)"
		if v.Value != nil {
			text = d.options.Mask(name+"."+v.Name, *v.Value)
		}
		if v.Type == "string" {
			text = quoted(text)
		}
		if p.Subtype != "array" {
			text = v.Name + ": " + text
		}
		parts = append(parts, text)
	}
	for _, e := range p.Entries {
		text := e.Value.Description
		if e.Key != nil {
			text = e.Key.Description + " => " + d.options.Mask(e.Key.Description, text)
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

// bounded returns a text that takes no more than a number of bytes as JSON, without its quotes. What was cut ends in an ellipsis.
func bounded(text string, most int) string {
	const more = "…"
	size, cut := 0, 0
	for i, r := range text {
		if size <= most-len(more) {
			cut = i
		}
		if size += width(r); size > most {
			return text[:cut] + more
		}
	}
	return text
}

// width returns the bytes of a character in JSON.
func width(r rune) int {
	switch {
	case r == '"', r == '\\', r == '\n', r == '\r', r == '\t':
		return 2
	case r < ' ', r == utf8.RuneError, r == '\u2028', r == '\u2029':
		return len(`\u0000`)
	}
	return utf8.RuneLen(r)
}

// encoded returns the bytes that a value takes as JSON.
func encoded(v any) int {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // never fails
	return b.Len()
}

// Evaluate evaluates an expression in a frame of the paused worker.
func (d *Desk) Evaluate(ctx context.Context, text string, frame int) (any, error) {
	p, err := d.inFrame(frame)
	if err == nil && len(text) > mostExpression {
		err = fault.New("agents.evaluate", fault.Invalid, "the expression is too long").WithHint("it may have 64 KiB")
	}
	if err != nil {
		return nil, err
	}
	var answer debugger.Answer
	result := ""
	err = on(ctx, p, func(o debugger.Objects) {
		answer = o.Evaluate(debugger.Expression{Text: text, Frame: frame, Group: group, Silent: true, Look: true})
		if answer.Thrown == nil {
			result = d.text(strings.ReplaceAll(text, ".keys(", "("), answer.Object) // Object.keys names no secret
		}
	})
	if err != nil {
		return nil, err
	}
	if answer.Thrown != nil {
		return nil, d.failure(answer.Thrown).WithHint(hintFor(why(answer.Thrown)))
	}
	return struct {
		Value string `json:"value"`
		Type  string `json:"type"`
	}{result, answer.Object.Type}, nil
}

// failure returns what an expression threw as an error.
func (d *Desk) failure(t *debugger.Thrown) *fault.Error {
	return fault.New("agents.evaluate", fault.Invalid, bounded(d.options.Mask("", why(t)), mostValue))
}

// hintFor says what to do about an expression that has failed.
func hintFor(why string) string {
	kind, _, _ := strings.Cut(why, ":")
	switch {
	case strings.Contains(why, "ran too long"):
		return "it may compute for as long as server.cpu-timeout: evaluate less at a time"
	case kind == "ReferenceError":
		return "debug_locals has the names that there are, of each frame"
	case kind == "SyntaxError":
		return "write an expression as in the source"
	}
	return "the expression has thrown that; the worker is still paused"
}

// why returns what was thrown, without the stack of an error.
func why(t *debugger.Thrown) string {
	first, _, _ := strings.Cut(cmp.Or(t.Object.Description, t.Text), "\n    at ")
	return first
}
