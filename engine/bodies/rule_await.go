package bodies

import (
	"fmt"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// awaitRule reports promises that are used as what they become.
type awaitRule struct {
	rule
	misused map[*binding][]misuse
	within  *source.Node // the function around what is judged
	wrapped bool         // an await there needs parentheses
}

// misuse is a place where a promise in a constant is used as what it becomes.
type misuse struct {
	node *source.Node // the name
	made string       // the function that has returned it
	use  string
	fn   *source.Node // the function around
}

// promised returns the promise that a call or a constant is; nil if it is none.
func (r *awaitRule) promised(n *source.Node) *value {
	if n == nil || n.Kind != source.NodeCall && n.Kind != source.NodeName {
		return nil
	}
	v := r.values.infer(n)
	if !v.is(promise) || v.made == "" || v.nullable {
		return nil
	}
	if n.Kind == source.NodeName {
		b := r.names.bound[n]
		if b == nil || b.kind != boundVariable || b.changed || b.node.B == nil || b.node.B.Kind != source.NodeCall || b.node.Type != nil {
			return nil
		}
	}
	return v
}

// judge reports that something is a promise, where what it becomes is wanted.
func (r *awaitRule) judge(n *source.Node, use string) {
	v := r.promised(n)
	if v == nil {
		return
	}
	if n.Kind == source.NodeName {
		b := r.names.bound[n]
		r.misused[b] = append(r.misused[b], misuse{n, v.made, use, r.within})
		return
	}
	p := problem{code: codeAwait, message: v.made + " returns a promise", why: use, from: n.At, to: n.End}
	p.hint, p.mend = r.awaiting(n, r.within)
	r.report.add(p)
}

// awaiting returns the hint that says where an await is missing, and its mend if that is allowed there.
func (r *awaitRule) awaiting(n, fn *source.Node) (hint string, mend *fault.Mend) {
	before, after := "await ", ""
	if r.wrapped {
		before, after = "(await ", ")"
	}
	hint = fmt.Sprintf("write await before it: %s%s%s", before, r.report.shown(n), after)
	if !mayAwait(fn) {
		return hint + ", in a function that is async", nil
	}
	if after == "" {
		return hint, r.report.mend(n.At, n.At, before)
	}
	return hint, r.report.mend(n.At, n.End, before+cut(r.tree, n.At, n.End)+after)
}

// mayAwait reports whether await is allowed in a function, or at the top level of a file.
func mayAwait(fn *source.Node) bool {
	return fn == nil || fn.Kind == source.NodeFunction && fn.Fn.Async
}

// judgeMember reports that a member of a promise is read.
func (r *awaitRule) judgeMember(n *source.Node) {
	if n.Kind == source.NodeMember && (isOneOf(n.Name, " then catch finally constructor toString ") || r.world.added[n.Name]) {
		return
	}
	what := "an element of the promise is read"
	if n.Kind == source.NodeMember {
		what = fmt.Sprintf("the promise has no member %s", n.Name)
	}
	r.wrapped = !n.A.Wrapped
	r.judge(n.A, what)
	r.wrapped = false
}

// judgeConstants reports promises in constants: once where the constant is given its value, if it is only used as what it becomes.
func (r *awaitRule) judgeConstants() {
	for _, n := range r.constants() {
		uses := r.misused[r.names.bound[n]]
		b, first := r.names.bound[n], uses[0]
		p := problem{code: codeAwait, why: first.use, from: first.node.At, to: first.node.End}
		p.message = b.name + " is the promise that " + first.made + " returned"
		if len(uses) == b.uses && mayAwait(b.fn) {
			given := b.node.B
			p.hint, p.mend = "write await where it is made: "+b.name+" = await "+r.report.shown(given), r.report.mend(given.At, given.At, "await ")
			r.report.add(p)
			continue
		}
		for _, use := range uses {
			p.why, p.from, p.to = use.use, use.node.At, use.node.End
			p.hint, p.mend = fmt.Sprintf("write await before it: (await %s)", b.name), nil
			if mayAwait(use.fn) {
				p.mend = r.report.mend(p.from, p.to, "(await "+b.name+")")
			}
			r.report.add(p)
		}
	}
}

// constants lists the first misuse of each constant, in their order.
func (r *awaitRule) constants() (names []*source.Node) {
	for _, uses := range r.misused {
		names = append(names, uses[0].node)
	}
	sortNodes(names)
	return names
}
