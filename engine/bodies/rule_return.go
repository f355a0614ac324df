package bodies

import (
	"fmt"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// returnRule reports functions that declare a result and never give one.
type returnRule struct{ rule }

// judge reports a function that declares a result and never gives one. Decorated is whether what it is in has decorators: an empty
// body may be one that is never run.
func (r *returnRule) judge(n *source.Node, name string, nameAt int32, decorated bool) {
	f := n.Fn
	if n.A == nil || n.A.Kind != source.NodeBlock || f.Generator || f.Type == nil || f.Overloaded {
		return
	}
	if _, abstract := f.Doc.Tags["abstract"]; abstract || len(n.A.List) == 0 && (decorated || r.script) {
		return
	}
	result := f.Type
	if result.Kind == source.TypeName && result.Name == "Promise" && !result.Nullable {
		if len(result.Args) != 1 || !f.Async {
			return
		}
		result = result.Args[0]
	}
	if !r.mustReturn(result) || returnsValue(n.A) || !completes(n.A) || r.neverEnds(n.A) {
		return
	}
	if name == "" {
		name = "this function"
	}
	p := problem{
		code: codeReturn, from: nameAt, to: nameAt + int32(len(name)),
		message: fmt.Sprintf("%s declares a result, and returns none", name), why: "it returns undefined, and not " + f.Type.String(),
		hint: "write return before the value, or declare void",
	}
	if p.mend = r.returning(n.A); p.mend != nil {
		last := n.A.List[len(n.A.List)-1]
		p.hint = "write return before the value: return " + r.report.shown(last.A)
	}
	r.report.add(p)
}

// mustReturn reports whether a declared type has no place for undefined.
func (r *returnRule) mustReturn(t *source.Type) bool {
	if t.Nullable {
		return false
	}
	switch t.Kind {
	case source.TypeArray, source.TypeShape, source.TypeLiteral, source.TypeTuple:
		return true
	case source.TypeName:
		v := r.members.resolve(r.file, t, nil, deepestValue)
		return v != nil && !v.nullable && (v.kind != instance || len(t.Name) > 1)
	}
	return false
}

// returnsValue reports whether some return of a body gives a value.
func returnsValue(n *source.Node) bool {
	switch n.Kind {
	case source.NodeReturn:
		return n.A != nil
	case source.NodeFunction, source.NodeClass:
		return false
	}
	found := false
	n.Each(func(part *source.Node) { found = found || returnsValue(part) })
	return found
}

// completes reports whether the end of a statement can be reached, as far as is easily seen.
func completes(n *source.Node) bool {
	switch n.Kind {
	case source.NodeBlock, source.NodeCase:
		for _, statement := range n.List {
			if !completes(statement) {
				return false
			}
		}
	case source.NodeThrow, source.NodeWhile, source.NodeFor, source.NodeDo, source.NodeSwitch, source.NodeLabelled:
		return false // loops and cases may never end, or only by a throw
	case source.NodeIf:
		return n.C == nil || completes(n.B) || completes(n.C)
	case source.NodeTry:
		return (n.C == nil || completes(n.C)) && (completes(n.A) || n.B != nil && completes(n.B.B))
	}
	return true
}

// returning returns the replacement in a body whose last statement is the value.
func (r *returnRule) returning(body *source.Node) *fault.Mend {
	if len(body.List) == 0 {
		return nil
	}
	last := body.List[len(body.List)-1]
	if last.Kind != source.NodeStatement {
		return nil
	}
	switch last.A.Kind {
	case source.NodeName, source.NodeMember, source.NodeNew, source.NodeAwait, source.NodeLiteral, source.NodeTemplate, source.NodeArray,
		source.NodeConditional, source.NodeBinary:
	case source.NodeCall:
		if !r.givesValue(last.A) {
			return nil
		}
	default:
		return nil
	}
	return r.report.mend(last.At, last.At, "return ")
}

// givesValue reports whether a call is one for its result, and not for what it does.
func (r *returnRule) givesValue(n *source.Node) bool {
	if v := r.values.infer(n.A); v.is(callable) {
		return v.call.result != nil && v.call.result.Kind != source.TypeNull
	}
	return n.A.Kind == source.NodeMember && !isOneOf(n.A.Name, " set add delete push unshift clear forEach log info warn error debug write emit ")
}

// neverEnds reports whether the last statement of a body is a call that may never return.
func (r *returnRule) neverEnds(body *source.Node) bool {
	if len(body.List) == 0 {
		return false
	}
	last := body.List[len(body.List)-1]
	if last.Kind != source.NodeStatement || last.A.Kind != source.NodeCall {
		return false
	}
	callee := last.A.A
	if v := r.values.infer(callee); v.is(callable) {
		return v.call.result != nil && v.call.result.Name == "never"
	}
	return callee.Kind == source.NodeName || callee.Kind == source.NodeMember && isOneOf(callee.Name, " exit fail abort ")
}
