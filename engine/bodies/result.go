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
	file := w.project.File(f.Path)
	ty, open := newTyping(w, file, tree), undeclared(file)
	give := func(at int32, fn *source.Node) {
		for open[at] && fn != nil && fn.Kind == source.NodeCall && len(fn.List) == 1 { // a decorator makes another function of it
			fn = fn.List[0]
		}
		if open[at] && fn != nil && fn.Kind == source.NodeFunction {
			if t := ty.given(fn); t != nil {
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

// typing finds the types of expressions.
type typing struct {
	file    *source.File
	values  *values
	members *members
	names   *names

	left     int               // of the expressions of a function that are looked at
	depth    int               // of the expression that is looked at
	present  map[*binding]bool // what is known not to be null
	returned []*source.Type    // by return statements; one that is nil is not known
}

func newTyping(w *world, file *source.File, tree *source.Tree) *typing {
	l := &lookup{world: w, file: file, lookups: map[string]uint64{}, placing: true}
	ty := &typing{file: file, members: &members{l}, names: resolve(l, tree)}
	ty.values = &values{file: file, members: ty.members, names: ty.names, typing: ty, kept: map[*source.Node]*value{}}
	return ty
}

// given returns the type of what a function gives, or nil.
func (ty *typing) given(fn *source.Node) *source.Type {
	ty.left, ty.depth, ty.present, ty.returned = most, 0, map[*binding]bool{}, nil
	clear(ty.values.kept)
	switch {
	case fn.A == nil:
		return nil
	case fn.A.Kind != source.NodeBlock:
		ty.returned = []*source.Type{ty.typeOf(fn.A)}
	case !ty.returns(fn.A) && len(ty.returned) > 0: // it may end without a result, or in a way that is not understood
		return nil
	}
	if given := ty.returned; !slices.Contains(given, nil) {
		return ty.join(given)
	}
	return nil
}

// returns finds what the return statements in a statement give, and reports whether nothing comes after it.
func (ty *typing) returns(n *source.Node) (ends bool) {
	switch n.Kind {
	case source.NodeReturn:
		t := &source.Type{Kind: source.TypeNull}
		if n.A != nil {
			t = ty.typeOf(n.A)
		}
		ty.returned = append(ty.returned, t)
		return true
	case source.NodeThrow:
		return true
	case source.NodeBlock, source.NodeCase:
		return ty.returnsOf(n.List...)
	case source.NodeIf:
		first := ty.returnsOf(n.B)
		if n.C != nil {
			return ty.returnsOf(n.C) && first
		}
		if b := ty.absent(n.A); first && b != nil {
			ty.present[b] = true
		}
	case source.NodeTry:
		ends = ty.returns(n.A)
		if n.B != nil {
			ends = ty.returns(n.B.B) && ends
		}
		return n.C != nil && ty.returns(n.C) || ends
	case source.NodeFor, source.NodeForIn, source.NodeForOf, source.NodeSwitch:
		for _, part := range n.List {
			ty.returnsOf(part)
		}
	case source.NodeWhile, source.NodeDo:
		ty.returnsOf(n.B)
	case source.NodeLabelled:
		ty.returnsOf(n.A)
	}
	return false
}

// returnsOf does so for the statements of a block, or for one that may not run. What is known not to be null there is known there alone.
func (ty *typing) returnsOf(list ...*source.Node) (ends bool) {
	before := maps.Clone(ty.present)
	for _, n := range list {
		ends = ty.returns(n) || ends
	}
	if len(before) < len(ty.present) {
		ty.present = before
		clear(ty.values.kept)
	}
	return ends
}

// absent returns the variable of which a condition asks only whether it has no value: !user, user === null. It is nil for others, and for
// one that changes.
func (ty *typing) absent(n *source.Node) *binding {
	switch {
	case n.Kind == source.NodeUnary && n.Op == "!":
	case n.Kind == source.NodeBinary && (n.Op == "===" || n.Op == "==") && n.B.Kind == source.NodeLiteral && n.B.Op == "null":
	default:
		return nil
	}
	if b := ty.names.bound[n.A]; b != nil && !b.changed {
		return b
	}
	return nil
}
