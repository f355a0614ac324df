package declared

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

const codeComputed = "decorator-computed"

// isNamed reports whether the source shows the member that a declaration decorates under its name. If it does not,
// isNamed adds a problem, because the decorator would have no effect. Names in brackets are computed when the
// script runs.
func (src *Source) isNamed(owner *Owner, d *Declaration) bool {
	if owner.Class == nil || d.Static || d.Target == OnClass || d.Member == "constructor" {
		return true
	}
	if m := owner.Member(d.Member); m != nil && !m.Computed {
		return true
	}
	s := src.computedSpot(owner, d)
	problem := s.Problem(codeComputed, "@%s is on %s, whose name is computed", d.Decorator, owner.NameOf(d))
	src.Report(fault.Explain(problem, "members are found by their names in the source", "write the name without brackets"))
	return false
}

// computedSpot returns where a decorator of a member with a computed name is written: on the member whose name is
// a text in brackets, if that is the name, or else on the first such member that has not been reported.
func (src *Source) computedSpot(owner *Owner, d *Declaration) fault.Spot {
	best := owner.Spot()
	for _, m := range owner.Class.Members {
		written, found := src.writtenOn(owner, m, d.Decorator)
		s := SpotOf(owner.Ref.File, written.Pos, "@"+written.Name)
		isReported := slices.ContainsFunc(src.Problems, func(p fault.Diagnostic) bool { return p.Place == s.Place && p.Code == codeComputed })
		switch {
		case !m.Computed || !found || isReported:
		case strings.Trim(m.Name, "\"'`") == d.Member:
			return s
		case best == owner.Spot() && !isTextOf(m.Name):
			best = s
		}
	}
	return best
}

// isTextOf reports whether an expression is a plain text.
func isTextOf(expression string) bool {
	inner := strings.Trim(expression, "\"'`")
	return len(inner) == len(expression)-2 && !strings.ContainsAny(inner, "\"'`")
}

// writtenOn returns a decorator of a member or its parameters as it is written there.
func (src *Source) writtenOn(owner *Owner, m *source.Member, decorator string) (written source.Decorator, found bool) {
	list := m.Decorators
	for _, p := range m.Params {
		list = append(list[:len(list):len(list)], p.Decorators...)
	}
	for _, written := range list {
		if known, ours := src.Ours(owner.File, written); ours && known.Name == decorator {
			return written, true
		}
	}
	return source.Decorator{}, false
}
