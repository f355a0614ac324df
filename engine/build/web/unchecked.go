package web

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// unchecked reports constraints on values that are never bound: on a field of a bean that is not a setting, or on
// a parameter of a method that is not a handler.
func (b *builder) unchecked() {
	beans := map[manifest.Ref]bool{}
	for _, bean := range b.out.Beans {
		if bean.Settings == nil {
			beans[bean.Class] = true
		}
	}
	for _, owner := range b.Ordered {
		if owner.Class == nil || b.IsLeftOut(owner) {
			continue
		}
		bean := beans[owner.Ref]
		for _, d := range declared.ConstraintsAmong(owner.Members) {
			isData := !bean && (d.Target == declared.OnField || d.Member == "constructor")
			if isData || b.Checked[d] {
				continue
			}
			problem := b.SpotOf(owner, d).Problem("constraint-unchecked", "@%s of %s is never checked", d.Shown(), owner.NameOf(d))
			b.Report(fault.Explain(problem, "constraints are checked on parameters of handlers, fields of request bodies, and settings",
				"move it there, or check the value in the code"))
		}
		b.checkMethods(owner, bean)
	}
}

// checkMethods reports @Validate on members that cannot check an object once it is made.
func (b *builder) checkMethods(owner *declared.Owner, bean bool) {
	for _, d := range owner.Members {
		m := owner.Member(d.Member)
		if d.Decorator != "Validate" || m == nil {
			continue
		}
		what, why, hint := "", "", ""
		switch {
		case bean:
			what, why, hint = "is part of a bean", "a bean is not made from a request", "move it to the class of the request body"
		case m.Kind != source.Method:
			what, why, hint = "is not a method", "it is called after an object has been made", "write it as a method: "+m.Name+"() { … }"
		case m.Async || m.Generator:
			what, why, hint = "is async", "its result is needed at once", "remove async; do the lookups in the handler"
		case declared.Requires(m.Params):
			what, why, hint = "has required parameters", "it is called without arguments", "read the fields of this"
		default:
			continue
		}
		problem := b.SpotOf(owner, d).Problem("constraint-check", "@Validate is on %s.%s, which %s", owner.Name(), m.Name, what)
		problem.Why, problem.Hint = why, hint
		b.Report(problem)
	}
}
