package declared

import (
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Naming puts the name of what a message is about in front of it.
func Naming(what string, d fault.Diagnostic) fault.Diagnostic {
	d.Message = what + ": " + d.Message
	return d
}

// At returns the place of a position in a file.
func At(file string, pos source.Pos) fault.Place {
	return fault.Place{File: file, Line: pos.Line, Col: pos.Col}
}

// SpotOf returns the spot of a name that is written at a position.
func SpotOf(file string, pos source.Pos, name string) fault.Spot {
	return fault.SpotOf(At(file, pos), name)
}

// Report adds a problem to those of the application.
func (src *Source) Report(d fault.Diagnostic) { src.Problems = append(src.Problems, d) }

// SpotOf returns where a declaration is written: the spot of the decorator if the source shows it, or else of what
// it decorates.
func (src *Source) SpotOf(owner *Owner, d *Declaration) fault.Spot {
	if w, found := src.Written(owner, d); found {
		return WrittenAt(owner, w)
	}
	switch m := owner.member(d); {
	case d.Target == OnClass, d.Target == OnFunction, m == nil:
		return owner.Spot()
	case d.Target != OnParam:
		return owner.At(m)
	case d.Param < len(m.Params):
		return owner.AtParam(m.Params[d.Param])
	}
	return owner.Spot()
}

// Written returns the decorator of a declaration as the source shows it.
func (src *Source) Written(owner *Owner, d *Declaration) (w source.Decorator, found bool) {
	name := d.Shown()
	var written []source.Decorator
	switch m := owner.member(d); {
	case d.Target == OnClass:
		written = owner.Class.Decorators
	case d.Target == OnFunction:
		written, name = owner.Function.Wrappers, d.Decorator
	case m == nil:
	case d.Target != OnParam:
		written = m.Decorators
	case d.Param < len(m.Params):
		written = m.Params[d.Param].Decorators
	}
	return src.among(owner, written, name)
}

// among returns the decorator with that name among those that are written.
func (src *Source) among(owner *Owner, written []source.Decorator, name string) (w source.Decorator, found bool) {
	for _, w := range written {
		known, ours := src.Ours(owner.File, w)
		if ours && known.Name == name || !ours && w.Name[strings.LastIndexByte(w.Name, '.')+1:] == name {
			return w, true
		}
	}
	return w, false
}

// member returns the member of the class that a declaration, or the decorator of one of its parameters, belongs to; nil if the source does
// not show it.
func (o *Owner) member(d *Declaration) *source.Member {
	if o.Class == nil || d.Target == OnClass {
		return nil
	}
	for _, m := range o.Class.Members {
		if m.Name == d.Member && m.Static == d.Static && (d.Target != OnParam || d.Param < len(m.Params)) {
			return m
		}
	}
	return nil
}

// WrittenAt returns the spot of a decorator; a wrapper is written without @.
func WrittenAt(owner *Owner, w source.Decorator) fault.Spot {
	s := SpotOf(owner.Ref.File, w.Pos, w.Name)
	if owner.Function == nil {
		s.Length++
	}
	return s
}

// Ours returns the decorator of "fwrun" that a written one names, whatever name it was imported under: @Get for
// import {GetMapping as Get}, @fw.GetMapping for import * as fw.
func (src *Source) Ours(file *source.File, written source.Decorator) (Decorator, bool) {
	found := src.Project.Lookup(file, written.Name)
	if found.From != "fwrun" {
		return Decorator{}, false
	}
	known, ok := src.Decorators[found.Name]
	return known, ok
}

// Foreign reports whether any of the written decorators belongs to the application.
func (src *Source) Foreign(file *source.File, written []source.Decorator) bool {
	for _, w := range written {
		if _, ours := src.Ours(file, w); !ours {
			return true
		}
	}
	return false
}
