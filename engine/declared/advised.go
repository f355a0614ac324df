package declared

import (
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Advised returns a method that a class declares or inherits, without aspects.
func (o *Owner) Advised(m *source.Member) *manifest.Advised {
	out := &manifest.Advised{
		Name: o.Name() + "." + m.Name, Class: o.Ref, Method: m.Name, Async: m.Async || IsPromise(m.Type), Place: o.At(m).Place,
	}
	for _, p := range m.Params {
		out.Params = append(out.Params, p.Name)
	}
	return out
}

// IsPromise reports whether a method with this type returns a promise.
func IsPromise(t *source.Type) bool {
	return t != nil && t.Kind == source.TypeName && t.Name == "Promise"
}

// Obstacle says why a member cannot have aspects, to be read after "which is".
type Obstacle string

// The obstacles.
const (
	None      Obstacle = ""
	NoMethod  Obstacle = "not a method"
	NotPublic Obstacle = "not public"
	Abstract  Obstacle = "abstract"
	Generator Obstacle = "a generator"
)

// ObstacleOf returns why a member cannot have aspects, or None.
func ObstacleOf(m *source.Member) Obstacle {
	switch {
	case m.Kind != source.Method:
		return NoMethod
	case m.Access != source.Public:
		return NotPublic
	case m.Abstract:
		return Abstract
	case m.Generator:
		return Generator
	}
	return None
}

// ReportObstacle adds the problem of an aspect on a member that cannot have it.
func (src *Source) ReportObstacle(owner *Owner, m *source.Member, d *Declaration, what Obstacle) {
	why, hint := "an aspect wraps the calls of a method", "write it as a method: "+m.Name+"(…) { … }"
	switch what {
	case NotPublic:
		why, hint = "an aspect wraps the calls that come from other classes", "make it public, or put the decorator on the public method that calls it"
	case Abstract:
		why, hint = "an abstract method has no body to wrap", "put the decorator on the methods that implement it"
	case Generator:
		why, hint = "a generator's body runs when its items are read, after the aspect has ended",
			"put it on a method that returns a list"
	}
	problem := src.SpotOf(owner, d).Problem(CodeAspectTarget, "@%s is on %s, which is %s", d.Decorator, owner.NameOf(d), what)
	src.Report(fault.Explain(problem, why, hint))
}

// CodeAspectTarget is the code of an aspect on what cannot have it.
const CodeAspectTarget = "aspect-target"
