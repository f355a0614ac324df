package manifest

import (
	"strings"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// at is the place of a position in a file.
func at(file string, pos source.Pos) fault.Place {
	return fault.Place{File: file, Line: pos.Line, Col: pos.Col}
}

// spotOf is the spot of a name that is written there.
func spotOf(file string, pos source.Pos, name string) fault.Spot {
	return fault.SpotOf(at(file, pos), name)
}

// report adds a mistake to those of the application.
func (src *Source) report(d fault.Diagnostic) { src.problems = append(src.problems, d) }

// spotOf finds where a declaration is written: the decorator itself if the source shows
// it, else what it stands on.
func (src *Source) spotOf(owner *declared, d *Declaration) fault.Spot {
	switch d.Target {
	case OnClass:
		return src.decoratorSpot(owner, owner.class.Decorators, d.shown(), owner.spot())
	case OnFunction:
		return src.decoratorSpot(owner, owner.function.Wrappers, d.Decorator, owner.spot())
	}
	for _, m := range owner.class.Members {
		if m.Name != d.Member || m.Static != d.Static {
			continue
		}
		if d.Target != OnParam {
			return src.decoratorSpot(owner, m.Decorators, d.shown(), owner.at(m))
		}
		if d.Param < len(m.Params) {
			p := m.Params[d.Param]
			return src.decoratorSpot(owner, p.Decorators, d.shown(), owner.atParam(p))
		}
	}
	return owner.spot()
}

// decoratorSpot finds a decorator by name among those that are written.
func (src *Source) decoratorSpot(owner *declared, written []source.Decorator, name string, fallback fault.Spot) fault.Spot {
	for _, w := range written {
		known, ours := src.ours(owner.file, w)
		if ours && known.Name == name || !ours && w.Name[strings.LastIndexByte(w.Name, '.')+1:] == name {
			return writtenAt(owner, w)
		}
	}
	return fallback
}

// writtenAt is the spot of a decorator; a wrapper has no @ in front.
func writtenAt(owner *declared, w source.Decorator) fault.Spot {
	s := spotOf(owner.ref.File, w.Pos, w.Name)
	if owner.function == nil {
		s.Length++
	}
	return s
}

// ours tells which decorator of "fwrun" a written one is, whatever name it was imported
// under: @Get for import {GetMapping as Get}, @fw.GetMapping for import * as fw.
func (src *Source) ours(file *source.File, written source.Decorator) (Decorator, bool) {
	found := src.Project.Lookup(file, written.Name)
	if found.From != "fwrun" {
		return Decorator{}, false
	}
	known, ok := src.decorators[found.Name]
	return known, ok
}

// foreign reports whether decorators of the application's own are among those written.
func (src *Source) foreign(file *source.File, written []source.Decorator) bool {
	for _, w := range written {
		if _, ours := src.ours(file, w); !ours {
			return true
		}
	}
	return false
}
