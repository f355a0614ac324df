package bodies

import (
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// argumentRule reports arguments that are missing, and promises that are given where none is expected.
type argumentRule struct {
	rule
	awaits *awaitRule
}

// judge reports arguments that are missing, and promises that are given where none is expected.
func (r *argumentRule) judge(n *source.Node) {
	s := r.called(n)
	if s == nil {
		r.judgeSQL(n)
		return
	}
	for _, argument := range n.List {
		if argument.Kind == source.NodeSpread {
			return
		}
	}
	if missing := r.missing(s, len(n.List)); len(missing) > 0 && (n.Kind == source.NodeCall || n.NameAt > 0 || len(n.List) == 0) {
		r.reportMissing(n, s, missing)
	}
	r.judgeSQL(n)
	r.judgeArguments(n, s)
}

// called returns the signature of what is called; nil if it is not known.
func (r *argumentRule) called(n *source.Node) *signature {
	v := r.values.infer(n.A)
	switch {
	case n.Kind == source.NodeNew && v.is(static), n.A.Kind == source.NodeSuper && v != nil:
		return r.members.constructor(v)
	case n.Kind == source.NodeCall && v.is(callable):
		return v.call
	}
	return nil
}

// missing lists the parameters that a call with so many arguments leaves out and must not.
func (r *argumentRule) missing(s *signature, given int) (names []string) {
	if s.overloaded || s.free {
		return nil
	}
	last := 0
	for i, p := range s.params {
		if r.isRequired(s, p) {
			last = i + 1
		}
	}
	for i := given; i < last; i++ {
		if name := s.params[i].Name; name != "" {
			names = append(names, name)
		} else {
			names = append(names, fmt.Sprintf("argument %d", i+1))
		}
	}
	return names
}

// isRequired reports whether a parameter must be given: in TypeScript one that has no mark, in a script one that a comment describes so.
func (r *argumentRule) isRequired(s *signature, p *source.Param) bool {
	if p.Optional || p.HasDefault || p.Rest {
		return false
	}
	if p.Type == nil {
		return !isScript(s.file.Path) && !s.typed
	}
	switch p.Type.Kind {
	case source.TypeAny, source.TypeNull, source.TypeOther:
		return false
	case source.TypeShape: // in a script its fields may be all that is described
		if isScript(s.file.Path) {
			return false
		}
	case source.TypeName:
		if isOneOf(p.Type.Name, " any unknown void undefined mixed ") {
			return false
		}
		if v, isParameter := s.args[p.Type.Name]; isParameter && v == nil {
			return false
		}
	}
	return !strings.Contains(p.Type.Text, "undefined") && !strings.Contains(p.Type.Text, "void") && !(isScript(s.file.Path) && p.Type.Nullable)
}

func (r *argumentRule) reportMissing(n *source.Node, s *signature, missing []string) {
	callee := n.A
	p := problem{code: codeArguments, from: callee.At, to: callee.End}
	if callee.Kind == source.NodeMember {
		p.from = callee.NameAt
		p.to = p.from + int32(len(callee.Name))
	}
	is := " is missing"
	if len(missing) > 1 {
		is = " are missing"
	}
	p.message = fmt.Sprintf("%s takes %s, and is given %s: %s%s", s.name, arguments(len(n.List)+len(missing)), number(len(n.List)),
		strings.Join(missing, ", "), is)
	var names []string
	for _, param := range s.params {
		name := param.Name
		if name == "" {
			name = "…"
		}
		if !r.isRequired(s, param) {
			name = "[" + name + "]"
		}
		names = append(names, name)
	}
	p.hint = fmt.Sprintf("it is declared as %s(%s)", s.name, strings.Join(names, ", "))
	r.report.add(p)
}

func arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

func number(n int) string {
	if n == 0 {
		return "none"
	}
	return fmt.Sprint(n)
}

// judgeArguments reports promises that are given for parameters of another type.
func (r *argumentRule) judgeArguments(n *source.Node, s *signature) {
	if s.overloaded {
		return
	}
	for i, argument := range n.List {
		if i >= len(s.params) || s.params[i].Rest {
			return
		}
		p := s.params[i]
		if p.Type == nil || p.HasDefault && isScript(s.file.Path) {
			continue
		}
		wanted := r.members.resolve(s.file, p.Type, s.args, deepestValue)
		if wanted == nil || wanted.kind == promise {
			continue
		}
		r.awaits.judge(argument, fmt.Sprintf("%s takes no promise for %s", s.name, p.Name))
	}
}

// judgeSQL reports promises among the parameters of a statement.
func (r *argumentRule) judgeSQL(n *source.Node) {
	if n.A.Kind != source.NodeMember || len(n.List) < 2 {
		return
	}
	on := r.values.infer(n.A.A)
	if !on.is(instance) || on.file != r.world.types || on.class.Name != "SqlTemplate" {
		return
	}
	const why = "a statement takes no promise"
	params := n.List[1]
	switch params.Kind {
	case source.NodeArray, source.NodeObject:
		for _, part := range params.List {
			switch {
			case part == nil:
			case part.Kind == source.NodeProperty:
				r.awaits.judge(part.A, why)
			default:
				r.awaits.judge(part, why)
			}
		}
	default:
		r.awaits.judge(params, why)
	}
}
