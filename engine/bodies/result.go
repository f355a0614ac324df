package bodies

import (
	"maps"
	"slices"

	"github.com/fwrun/fwrun/engine/source"
)

// Results returns the types of what decorated functions give that declare no result, as far as they are sure: each return statement gives a
// call of something with a declared type, a literal, an object or a list of such, a new object of an exported class, or a ResponseEntity of
// these. Nothing that runs depends on them. Of the files only those are parsed that have such functions, or classes that these use.
func Results(in Input) []source.Result {
	w := newWorld(in)
	w.sources = map[string]File{}
	var open []File
	for _, f := range in.Files {
		w.sources[f.Path] = f
		if len(undeclared(in.Project.File(f.Path))) > 0 {
			open = append(open, f)
		}
	}
	found := make([][]source.Result, len(open))
	each(len(open), func(i int) { found[i] = w.results(open[i]) })
	return slices.Concat(found...)
}

// undeclared returns the offsets of the decorated functions of a file that declare no result.
func undeclared(f *source.File) map[int32]bool {
	if f == nil {
		return nil
	}
	open := map[int32]bool{}
	for _, c := range f.Classes {
		for _, m := range c.Members {
			if m.Kind == source.Method && m.Type == nil && len(m.Decorators) > 0 && !m.Generator && !m.Overloaded {
				open[int32(m.Pos.Offset)] = true
			}
		}
	}
	for _, fn := range f.Functions {
		if fn.Type == nil && len(fn.Wrappers) > 0 && !fn.Generator {
			open[int32(fn.Pos.Offset)] = true
		}
	}
	return open
}

// factsOf returns the facts of a file; nil if there are none.
func (w *world) factsOf(path string) *facts {
	if j := w.files[path]; j != nil {
		return j.facts
	}
	if f, known := w.sources[path]; known {
		return f.facts()
	}
	return nil
}

func (w *world) results(f File) (list []source.Result) {
	facts := f.facts()
	if facts.unread {
		return nil
	}
	tree := facts.tree.Load()
	if tree == nil { // its judge is done with it
		tree = source.ParseTree(f.Path, f.Text)
	}
	q := newInquiry(w, w.project.File(f.Path), tree, facts)
	q.typing = &typing{}
	q.resolveNames()
	open := undeclared(q.file)
	give := func(at int32, fn *source.Node) {
		for open[at] && fn != nil && fn.Kind == source.NodeCall && len(fn.List) == 1 { // a decorator makes another function of it
			fn = fn.List[0]
		}
		if open[at] && fn != nil && fn.Kind == source.NodeFunction {
			if t := q.given(fn); t != nil {
				list = append(list, source.Result{Path: f.Path, Pos: tree.At(at), Type: t})
			}
		}
	}
	var visit func(n *source.Node)
	visit = func(n *source.Node) {
		switch n.Kind {
		case source.NodeMethod:
			give(n.NameAt, n.A)
		case source.NodeVariable:
			give(n.A.At, n.B)
		case source.NodeExport:
			if n.A != nil {
				give(n.A.At, n.A)
			}
		}
		n.Each(visit)
	}
	for _, n := range tree.Body {
		visit(n)
	}
	return list
}

// most is how many expressions of a function are looked at.
const most = 2000

// typing is what types of expressions are found with.
type typing struct {
	left    int               // of the expressions that are looked at
	depth   int               // of the expression that is looked at
	present map[*binding]bool // what is known not to be null
	given   []*source.Type    // by return statements; one that is nil is not known
}

// given returns the type of what a function gives, or nil.
func (q *inquiry) given(fn *source.Node) *source.Type {
	*q.typing = typing{left: most, present: map[*binding]bool{}}
	clear(q.values)
	switch {
	case fn.A == nil:
		return nil
	case fn.A.Kind != source.NodeBlock:
		q.typing.given = []*source.Type{q.typeOf(fn.A)}
	case !q.returns(fn.A) && len(q.typing.given) > 0: // it may end without a result, or in a way that is not understood
		return nil
	}
	if given := q.typing.given; !slices.Contains(given, nil) {
		return q.join(given)
	}
	return nil
}

// returns finds what the return statements in a statement give, and reports whether nothing comes after it.
func (q *inquiry) returns(n *source.Node) (ends bool) {
	switch n.Kind {
	case source.NodeReturn:
		t := &source.Type{Kind: source.TypeNull}
		if n.A != nil {
			t = q.typeOf(n.A)
		}
		q.typing.given = append(q.typing.given, t)
		return true
	case source.NodeThrow:
		return true
	case source.NodeBlock, source.NodeCase:
		return q.returnsOf(n.List...)
	case source.NodeIf:
		first := q.returnsOf(n.B)
		if n.C != nil {
			return q.returnsOf(n.C) && first
		}
		if b := q.absent(n.A); first && b != nil {
			q.typing.present[b] = true
		}
	case source.NodeTry:
		ends = q.returns(n.A)
		if n.B != nil {
			ends = q.returns(n.B.B) && ends
		}
		return n.C != nil && q.returns(n.C) || ends
	case source.NodeFor, source.NodeForIn, source.NodeForOf, source.NodeSwitch:
		for _, part := range n.List {
			q.returnsOf(part)
		}
	case source.NodeWhile, source.NodeDo:
		q.returnsOf(n.B)
	case source.NodeLabelled:
		q.returnsOf(n.A)
	}
	return false
}

// returnsOf does so for the statements of a block, or for one that may not run. What is known not to be null there is known there alone.
func (q *inquiry) returnsOf(list ...*source.Node) (ends bool) {
	before := maps.Clone(q.typing.present)
	for _, n := range list {
		ends = q.returns(n) || ends
	}
	if len(before) < len(q.typing.present) {
		q.typing.present = before
		clear(q.values)
	}
	return ends
}

// absent returns the variable of which a condition asks only whether it has no value: !user, user === null. It is nil for others, and for
// one that changes.
func (q *inquiry) absent(n *source.Node) *binding {
	switch {
	case n.Kind == source.NodeUnary && n.Op == "!":
	case n.Kind == source.NodeBinary && (n.Op == "===" || n.Op == "==") && n.B.Kind == source.NodeLiteral && n.B.Op == "null":
	default:
		return nil
	}
	if b := q.bound[n.A]; b != nil && !b.changed {
		return b
	}
	return nil
}
