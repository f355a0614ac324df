package bodies

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// pathRule warns of placeholders of paths that nothing binds.
type pathRule struct{ rule }

// mappings are the decorators that give a handler its path.
const mappings = " GetMapping PostMapping PutMapping DeleteMapping PatchMapping RequestMapping "

// placeholder matches one of a path: {id}, {*rest}.
var placeholder = regexp.MustCompile(`\{\*?([A-Za-z_$][\w$]*)\}`)

// judge warns of placeholders of paths that nothing binds.
func (r *pathRule) judge() {
	if strings.Contains(r.tree.Text, "HttpRequest") || strings.Contains(r.tree.Text, "athVariables") {
		return
	}
	for _, c := range r.file.Classes {
		for _, m := range c.Members {
			if m.Kind == source.Method && !m.Static {
				r.judgePath(m.Decorators, m.Params, "@PathVariable ")
			}
		}
	}
	for _, f := range r.file.Functions {
		r.judgePath(f.Wrappers, f.Params, "")
	}
}

func (r *pathRule) judgePath(decorators []source.Decorator, params []*source.Param, written string) {
	for _, d := range decorators {
		target := r.members.project.Lookup(r.file, d.Name)
		if !isHost(target.From) || !isOneOf(target.Name, mappings) || len(d.Args) >= 500 {
			continue
		}
		at := strings.Index(r.tree.Text[d.Pos.Offset:], d.Args)
		for _, found := range placeholder.FindAllStringSubmatchIndex(d.Args, -1) {
			name := d.Args[found[2]:found[3]]
			before := d.Args[:found[0]]
			if at < 0 || !inQuotes(before) || strings.HasSuffix(before, "$") || strings.Contains(before, "[") || r.binds(decorators, params, name) {
				continue // of the configuration, or one of several paths
			}
			from := int32(d.Pos.Offset + at + found[0])
			r.report.add(problem{
				code: codePath, severity: fault.Warning, from: from, to: from + int32(found[1]-found[0]),
				message: fmt.Sprintf("nothing takes the placeholder {%s} of this path", name),
				hint:    "add a parameter: " + written + name,
			})
		}
	}
}

// inQuotes reports whether a text ends within quotes.
func inQuotes(text string) bool {
	return (strings.Count(text, `"`)+strings.Count(text, "'")+strings.Count(text, "`"))%2 == 1
}

// binds reports whether something of a handler takes a placeholder, or may.
func (r *pathRule) binds(decorators []source.Decorator, params []*source.Param, name string) bool {
	for _, p := range params {
		if p.Name == name || p.Destructured || p.Rest {
			return true
		}
		for _, d := range p.Decorators {
			target := r.members.project.Lookup(r.file, d.Name)
			if !isHost(target.From) || strings.Contains(d.Args, name) {
				return true // a decorator of the application may bind anything
			}
			if target.Name == "PathVariable" && !isTaken(decorators, p.Name) && d.Args == "" {
				return true // it has a name of its own, and that is reported
			}
		}
		if len(p.Decorators) == 0 && p.Type == nil && !isTaken(decorators, p.Name) {
			return true // nothing says what it is, and that is reported
		}
	}
	for _, d := range decorators {
		if !isOneOf(d.Name, mappings) && strings.Contains(d.Args, name) || strings.Contains(d.Args, `"`+name+`"`) {
			return true
		}
	}
	return false
}

// isTaken reports whether a path of a handler has a placeholder of a name.
func isTaken(decorators []source.Decorator, name string) bool {
	return slices.ContainsFunc(decorators, func(d source.Decorator) bool {
		return strings.Contains(d.Args, "{"+name+"}") || strings.Contains(d.Args, "{*"+name+"}")
	})
}
