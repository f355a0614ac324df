package outline

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// Qualified puts the name of the class in front of the name of a method that is running at a line of a file. The name of any other
// function is returned as it is.
func (o *Outline) Qualified(file, function string, line int) string {
	f := o.File(file)
	if f == nil || function == "" {
		return function
	}
	for _, c := range f.Classes {
		if line < int(c.begin) || line > int(c.end) || c.Name == "" {
			continue
		}
		if slices.ContainsFunc(c.members, func(m member) bool { return m.name == function }) {
			return c.Name + "." + function
		}
	}
	return function
}

// Locate returns the whole name of a function that has a line, and the file in which it is, as far as they are known: profiles have only
// its own name. Of several functions of the name it is the one that begins nearest above the line.
func (o *Outline) Locate(function string, line int) (name, file string) {
	if strings.HasPrefix(function, "<") {
		return function, ""
	}
	type place struct {
		name, file string
		line       int32
	}
	var found []place
	for _, f := range o.all() {
		for _, c := range f.Classes {
			for _, m := range c.members {
				if m.name == function || function == c.Name && m.kind == source.Constructor {
					found = append(found, place{c.Name + "." + m.name, f.Path, m.line})
				}
			}
		}
		for _, fn := range f.Functions {
			if fn.Name == function {
				found = append(found, place{fn.Name, f.Path, fn.line})
			}
		}
	}
	if len(found) == 0 {
		return function, ""
	}
	best := slices.MinFunc(found, func(a, b place) int { return distance(int(a.line), line) - distance(int(b.line), line) })
	return best.name, best.file
}

// distance returns how far below its beginning a line is; far for one above it.
func distance(begin, line int) int {
	if line < begin {
		return 1<<30 + begin - line
	}
	return line - begin
}

// Circle returns the shortest chain of imports from a file back to itself, or nil. Imports of types alone are not followed.
func (o *Outline) Circle(start string) []string {
	first := o.File(start)
	if first == nil {
		return nil
	}
	type step struct {
		file *File
		way  []string
	}
	seen := map[*File]bool{}
	for queue := []step{{first, []string{start}}}; len(queue) > 0; queue = queue[1:] {
		for _, i := range queue[0].file.imports {
			next := source.Resolve(o.paths, queue[0].file.Path, i.from, o.byPath)
			if next == nil || i.typeOnly || seen[next] {
				continue
			}
			seen[next] = true
			way := append(slices.Clone(queue[0].way), next.Path)
			if next == first {
				return way
			}
			queue = append(queue, step{next, way})
		}
	}
	return nil
}
