package probed

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/engine/instrument"
)

// places returns frames without scopes.
func (w *worker) places(frames []instrument.Frame) (list []debugger.Frame) {
	for _, f := range w.own(frames) {
		list = append(list, w.place(f.Place))
	}
	return list
}

func (w *worker) place(number int32) debugger.Frame {
	g := w.generation
	p := g.table.Places[number]
	fn := g.table.Functions[p.Function]
	return debugger.Frame{
		Function: fn.Name, Location: g.location(p.File, p.Line, p.Column), Start: g.location(fn.File, fn.Line, fn.Column),
	}
}

func (g *Generation) location(file, line, column int32) debugger.Location {
	return debugger.Location{Script: g.scripts[file], Line: int(line) - 1, Column: int(column) - 1}
}

// scoped returns frames with their scopes.
func (w *worker) scoped(frames []instrument.Frame) []debugger.Frame {
	list := w.places(frames)
	for i, f := range frames {
		if this, known := f.This(); known {
			list[i].This = this
		}
		list[i].Scopes = w.scopes(f)
	}
	return list
}

// scopes returns what a frame can name, the innermost first.
func (w *worker) scopes(f instrument.Frame) (list []debugger.Scope) {
	table := w.generation.table
	own := table.Places[f.Place].Function
	for _, view := range f.Scopes() {
		scope := table.Scopes[view.Scope]
		object := w.vm.Runtime.NewDynamicObject(variablesOf(w.vm.Runtime, view))
		_ = object.SetPrototype(nil) // or debuggers list a [[Prototype]] among the variables; a new object takes any
		s := debugger.Scope{Kind: debugger.Block, Object: object}
		switch {
		case scope.Kind == instrument.Module:
			s.Kind = debugger.Module
		case scope.Function != own:
			s.Kind, s.Name = debugger.Closure, table.Functions[scope.Function].Name
		case scope.Kind == instrument.Local:
			s.Kind, s.Name = debugger.Local, table.Functions[scope.Function].Name
		}
		list = append(list, s)
	}
	return append(list, debugger.Scope{Kind: debugger.Global, Object: w.vm.Runtime.GlobalObject()})
}

// variables is a scope as an object whose properties are what it names. What has no value yet is not among its keys, and cannot be read.
type variables struct {
	rt      *goja.Runtime
	view    instrument.View
	numbers map[string]int
	names   []string
}

func variablesOf(rt *goja.Runtime, view instrument.View) *variables {
	v := &variables{rt: rt, view: view, numbers: map[string]int{}}
	for number, name := range view.Names() {
		v.numbers[name.Name] = number
		v.names = append(v.names, name.Name)
	}
	return v
}

// Get implements goja.DynamicObject.
func (v *variables) Get(key string) goja.Value {
	number, known := v.numbers[key]
	if !known {
		return nil
	}
	value, err := v.view.Get(number)
	v.check(key, err)
	return value
}

// check throws, for the script that wants a variable, if it has no value yet.
func (v *variables) check(key string, err error) {
	if !errors.Is(err, instrument.ErrNotYet) {
		return
	}
	early := "Cannot access '" + key + "' before initialization"
	if thrown, err := v.rt.New(v.rt.Get("ReferenceError"), v.rt.ToValue(early)); err == nil {
		panic(thrown)
	}
	panic(v.rt.NewTypeError(early)) // a script has replaced the class
}

// Set implements goja.DynamicObject.
func (v *variables) Set(key string, value goja.Value) bool {
	number, known := v.numbers[key]
	if !known {
		return false
	}
	err := v.view.Set(number, value)
	v.check(key, err)
	return err == nil
}

// Has implements goja.DynamicObject.
func (v *variables) Has(key string) bool {
	_, known := v.numbers[key]
	return known
}

// Delete implements goja.DynamicObject: no variable can be deleted.
func (v *variables) Delete(string) bool { return false }

// Keys implements goja.DynamicObject.
func (v *variables) Keys() (names []string) {
	for _, name := range v.names {
		if _, err := v.view.Get(v.numbers[name]); err == nil {
			names = append(names, name)
		}
	}
	return names
}
