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
	switch d.Target {
	case OnClass:
		return src.decoratorSpot(owner, owner.Class.Decorators, d.Shown(), owner.Spot())
	case OnFunction:
		return src.decoratorSpot(owner, owner.Function.Wrappers, d.Decorator, owner.Spot())
	}
	for _, m := range owner.Class.Members {
		if m.Name != d.Member || m.Static != d.Static {
			continue
		}
		if d.Target != OnParam {
			return src.decoratorSpot(owner, m.Decorators, d.Shown(), owner.At(m))
		}
		if d.Param < len(m.Params) {
			p := m.Params[d.Param]
			return src.decoratorSpot(owner, p.Decorators, d.Shown(), owner.AtParam(p))
		}
	}
	return owner.Spot()
}

// decoratorSpot returns the spot of the decorator with that name among those that are written.
func (src *Source) decoratorSpot(owner *Owner, written []source.Decorator, name string, fallback fault.Spot) fault.Spot {
	for _, w := range written {
		known, ours := src.Ours(owner.File, w)
		if ours && known.Name == name || !ours && w.Name[strings.LastIndexByte(w.Name, '.')+1:] == name {
			return WrittenAt(owner, w)
		}
	}
	return fallback
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
