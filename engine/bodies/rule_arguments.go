package bodies

import (
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// judgeCall reports arguments that are missing, and promises that are given where none is expected.
func (q *inquiry) judgeCall(n *source.Node) {
	s := q.called(n)
	if s == nil {
		q.judgeSQL(n)
		return
	}
	for _, argument := range n.List {
		if argument.Kind == source.NodeSpread {
			return
		}
	}
	if missing := q.missing(s, len(n.List)); len(missing) > 0 && (n.Kind == source.NodeCall || n.NameAt > 0 || len(n.List) == 0) {
		q.reportMissing(n, s, missing)
	}
	q.judgeSQL(n)
	q.judgeArguments(n, s)
}

// called returns the signature of what is called; nil if it is not known.
func (q *inquiry) called(n *source.Node) *signature {
	v := q.infer(n.A)
	switch {
	case n.Kind == source.NodeNew && v.is(static), n.A.Kind == source.NodeSuper && v != nil:
		return q.constructor(v)
	case n.Kind == source.NodeCall && v.is(callable):
		return v.call
	}
	return nil
}

// constructor returns how a class is made; nil if that is not known.
func (q *inquiry) constructor(v *value) *signature {
	for c := v; c != nil; c = q.baseOf(c) {
		for _, m := range c.class.Members {
			if m.Kind == source.Constructor {
				s := &signature{name: c.class.Name, file: c.file, params: m.Params, overloaded: m.Overloaded, args: with(c.args, "")}
				for _, name := range c.class.TypeParams {
					s.args[name] = nil
				}
				if shape := q.ownShape(c); shape != nil {
					s.free = shape.listless["constructor"]
				}
				return s
			}
		}
		if c.class.Extends != nil && q.baseOf(c) == nil || q.isForeign(c.file, c.class.Decorators) {
			return nil
		}
	}
	return nil
}

// missing lists the parameters that a call with so many arguments leaves out and must not.
func (q *inquiry) missing(s *signature, given int) (names []string) {
	if s.overloaded || s.free {
		return nil
	}
	last := 0
	for i, p := range s.params {
		if q.isRequired(s, p) {
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
func (q *inquiry) isRequired(s *signature, p *source.Param) bool {
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

func (q *inquiry) reportMissing(n *source.Node, s *signature, missing []string) {
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
		if !q.isRequired(s, param) {
			name = "[" + name + "]"
		}
		names = append(names, name)
	}
	p.hint = fmt.Sprintf("it is declared as %s(%s)", s.name, strings.Join(names, ", "))
	q.report(p)
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
func (q *inquiry) judgeArguments(n *source.Node, s *signature) {
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
		wanted := q.resolve(s.file, p.Type, s.args, deepestValue)
		if wanted == nil || wanted.kind == promise {
			continue
		}
		q.judgePromise(argument, fmt.Sprintf("%s takes no promise for %s", s.name, p.Name))
	}
}

// judgeSQL reports promises among the parameters of a statement.
func (q *inquiry) judgeSQL(n *source.Node) {
	if n.A.Kind != source.NodeMember || len(n.List) < 2 {
		return
	}
	on := q.infer(n.A.A)
	if !on.is(instance) || on.file != q.types || on.class.Name != "SqlTemplate" {
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
				q.judgePromise(part.A, why)
			default:
				q.judgePromise(part, why)
			}
		}
	default:
		q.judgePromise(params, why)
	}
}
