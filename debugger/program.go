package debugger

import "slices"

// Program is what the scripts of one instrumented generation know of themselves. Workers name a stop by its number: the stops of the first
// script come first.
type Program struct {
	scripts []*Script
	first   []int // number of the first stop of each script
	stops   int
	watch   Watch
}

// Watch is what workers have to be asked for: whether they call [Thread.Reach] is up to who makes the program.
type Watch struct {
	Every  func(bool)                    // each statement
	Errors func(bool)                    // what is thrown
	Stops  func(has func(stop int) bool) // these statements
}

// NewProgram returns the program of scripts whose stops are in the order of their places. The debugger gives the scripts their IDs.
func NewProgram(scripts []*Script, w Watch) *Program {
	p := &Program{scripts: scripts, watch: w}
	for _, s := range scripts {
		p.first = append(p.first, p.stops)
		p.stops += len(s.Stops)
	}
	return p
}

// Location returns the place of a stop.
func (p *Program) Location(stop int) Location {
	script := p.scriptOf(stop)
	at := p.scripts[script].Stops[stop-p.first[script]]
	return Location{Script: p.scripts[script], Line: at.Line, Column: at.Column}
}

func (p *Program) kind(stop int) StopKind {
	script := p.scriptOf(stop)
	return p.scripts[script].Stops[stop-p.first[script]].Kind
}

// scriptOf returns the index of the script that has the stop: the last one that begins at it or before.
func (p *Program) scriptOf(stop int) int {
	after, _ := slices.BinarySearchFunc(p.first, stop, func(first, stop int) int {
		if first <= stop {
			return -1
		}
		return 1
	})
	return after - 1
}

// numberOf returns the number of a script's stop.
func (p *Program) numberOf(script, stop int) int { return p.first[script] + stop }

// next returns the index of the first stop at a place or behind it.
func (s *Script) next(line, column int) (stop int, ok bool) {
	stop, _ = slices.BinarySearchFunc(s.Stops, Stop{Line: line, Column: column}, func(a, b Stop) int {
		return compare(a.Line, a.Column, b.Line, b.Column)
	})
	return stop, stop < len(s.Stops)
}

// within returns the first stop of a function in the line of a statement of the top level, which runs once: who clicks on a line such as
// export const list = GetMapping("/")(() => all) means the function.
func (s *Script) within(top int) (stop int, ok bool) {
	for stop = top; stop < len(s.Stops) && s.Stops[stop].Line == s.Stops[top].Line; stop++ {
		if !s.Stops[stop].Top {
			return stop, s.Stops[top].Top
		}
	}
	return 0, false
}

// compare orders places.
func compare(line, column, otherLine, otherColumn int) int {
	if line != otherLine {
		return line - otherLine
	}
	return column - otherColumn
}
