package declared

import (
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// BodyType completes the type of a body, and reports a type that no body can be bound to. what is the body, as in
// "the body of Users.add"; with raw it is not parsed.
func (src *Source) BodyType(t *schema.Type, what string, raw bool, s fault.Spot) {
	for _, problem := range src.Types.Complete(t) {
		src.Report(problem)
	}
	switch {
	case t.Rules != nil && (t.Kind == schema.String || raw):
		problem := s.Problem("constraint-type", "%s is raw text, to which constraints do not apply", what)
		problem.Hint = "check it in the handler, or use a class"
		src.Report(problem)
	case t.Kind == schema.Object && t.Class.Abstract:
		problem := s.Problem("param-abstract", "%s is %s, which is abstract", what, fault.Article(t.Name))
		problem.Hint = "use a class that extends it, or remove abstract"
		problem.Notes = []fault.Note{{Place: t.Class.Place, Text: t.Name + " is declared here"}}
		src.Report(problem)
	case t.Kind == schema.Host, t.Kind == schema.Void:
		problem := s.Problem("param-type", "%s cannot be %s", what, fault.Article(t.Name))
		problem.Hint = "use a class, a list of a class, or string for the raw text"
		src.Report(problem)
	default:
		src.makeable(t)
	}
}

// makeable reports classes that binding cannot make an instance of. A class whose constructor has required
// parameters may still be made from a raw body, or refuse it, so that is a warning.
func (src *Source) makeable(t *schema.Type) {
	for _, problem := range schema.CheckMakeable(t) {
		if class := t.Class; class != nil && class.RequiredArgs > 0 && problem.Place == class.Place {
			if class.OneText {
				continue
			}
			problem.Severity = fault.Warning
		}
		src.Report(problem)
	}
}
