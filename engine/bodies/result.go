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
	found, before := make([]*finding, len(in.Files)), in.Cache.before().results
	each(len(in.Files), func(i int) {
		f := w.files[in.Files[i].Path]
		if file := in.Project.File(f.Path); len(undeclared(file)) == 0 {
			return
		}
		if found[i] = before[f.Path]; !w.holds(found[i], f) {
			found[i] = w.infer(f)
		}
	})
	in.Cache.keepResults(in.Files, found)
	var list []source.Result
	for _, f := range found {
		if f != nil {
			list = append(list, f.results...)
		}
	}
	return list
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

// infer finds what the functions of a file give.
func (w *world) infer(f *content) *finding {
	l := newLookup(w, w.project.File(f.Path))
	l.placing = true
	var list []source.Result
	if tree := f.tree(); tree != nil {
		list = newTyping(l, tree).results(tree)
	}
	found := l.finding(f)
	found.results = list
	return found
}

func (ty *typing) results(tree *source.Tree) (list []source.Result) {
	open := undeclared(ty.file)
	give := func(at int32, fn *source.Node) {
		for open[at] && fn != nil && fn.Kind == source.NodeCall && len(fn.List) == 1 { // a decorator makes another function of it
			fn = fn.List[0]
		}
		if open[at] && fn != nil && fn.Kind == source.NodeFunction {
			if t := ty.given(fn); t != nil {
				list = append(list, source.Result{Path: ty.file.Path, Pos: tree.At(at), Type: t})
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

func newTyping(l *lookup, tree *source.Tree) *typing {
	ty := &typing{file: l.file, members: &members{l}, names: resolve(l, tree)}
	ty.values = &values{file: l.file, members: ty.members, names: ty.names, typing: ty, kept: map[*source.Node]*value{}}
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
