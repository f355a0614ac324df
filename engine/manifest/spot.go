package manifest

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// spot is what a problem points at: a place, and how much of its line to underline.
type spot struct {
	fault.Place
	length int
}

func at(file string, pos source.Pos) fault.Place {
	return fault.Place{File: file, Line: pos.Line, Col: pos.Col}
}

// spotOf is the spot of a name that is written there.
func spotOf(file string, pos source.Pos, name string) spot { return spot{at(file, pos), width(name)} }

// width counts UTF-16 units, as columns do.
func width(s string) int { return len(utf16.Encode([]rune(s))) }

// problem is a diagnostic at the spot.
func (s spot) problem(code, format string, args ...any) fault.Diagnostic {
	return fault.Diagnostic{Code: code, Place: s.Place, Length: s.length, Message: fmt.Sprintf(format, args...)}
}

func (b *builder) report(d fault.Diagnostic) { b.problems = append(b.problems, d) }

// because adds why something is a mistake and how to mend it.
func because(d fault.Diagnostic, why, hint string) fault.Diagnostic {
	d.Why, d.Hint = why, hint
	return d
}

// didYouMean is the best hint there is: the nearest name, else what there is to choose
// from.
func didYouMean(format, name string, names []string, otherwise string) string {
	if near := fault.Nearest(name, names); near != "" {
		return "did you mean " + fmt.Sprintf(format, near) + "?"
	}
	return otherwise
}

// spotOf finds where a declaration is written: the decorator itself if the source shows
// it, else what it stands on.
func (b *builder) spotOf(owner *declared, d *Declaration) spot {
	switch d.Target {
	case OnClass:
		return b.decoratorSpot(owner, owner.class.Decorators, d.shown(), owner.spot())
	case OnFunction:
		return b.decoratorSpot(owner, owner.function.Wrappers, d.Decorator, owner.spot())
	}
	for _, m := range owner.class.Members {
		if m.Name != d.Member || m.Static != d.Static {
			continue
		}
		if d.Target != OnParam {
			return b.decoratorSpot(owner, m.Decorators, d.shown(), owner.at(m))
		}
		if d.Param < len(m.Params) {
			p := m.Params[d.Param]
			return b.decoratorSpot(owner, p.Decorators, d.shown(), owner.atParam(p))
		}
	}
	return owner.spot()
}

// decoratorSpot finds a decorator by name among those that are written.
func (b *builder) decoratorSpot(owner *declared, written []source.Decorator, name string, fallback spot) spot {
	for _, w := range written {
		known, ours := b.ours(owner.file, w)
		if ours && known.Name == name || !ours && w.Name[strings.LastIndexByte(w.Name, '.')+1:] == name {
			return writtenAt(owner, w)
		}
	}
	return fallback
}

// writtenAt is the spot of a decorator; a wrapper has no @ in front.
func writtenAt(owner *declared, w source.Decorator) spot {
	s := spotOf(owner.ref.File, w.Pos, w.Name)
	if owner.function == nil {
		s.length++
	}
	return s
}

// ours tells which decorator of "fwrun" a written one is, whatever name it was imported
// under: @Get for import {GetMapping as Get}, @fw.GetMapping for import * as fw.
func (b *builder) ours(file *source.File, written source.Decorator) (Decorator, bool) {
	found := b.Project.Lookup(file, written.Name)
	if found.From != "fwrun" {
		return Decorator{}, false
	}
	known, ok := b.decorators[found.Name]
	return known, ok
}

// foreign tells whether decorators of the application's own are among those written.
func (b *builder) foreign(file *source.File, written []source.Decorator) bool {
	for _, w := range written {
		if _, ours := b.ours(file, w); !ours {
			return true
		}
	}
	return false
}
