package engine

import (
	"io/fs"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// endlessLoop returns the place of the loop at the top of a file that never ends. One that calls nothing has no place where it runs: what is
// known is that of the code before it, or nothing. It reports false if the known place is in a loop itself, or if there are several such loops.
func (a *Application) endlessLoop(known fault.Place) (found fault.Place, ok bool) {
	count := 0
	for _, file := range a.scanned {
		text, err := fs.ReadFile(a.options.Files, file)
		if err != nil {
			continue
		}
		tree := source.ParseTree(file, text)
		if tree == nil {
			continue
		}
		for _, n := range tree.Body {
			begin, end := tree.At(n.At), tree.At(n.End)
			at := fault.Place{File: file, Line: begin.Line, Col: begin.Col}
			if isLoop(n) && file == known.File && begin.Line <= known.Line && known.Line <= end.Line {
				return at, false
			}
			if isEndless(tree, n) {
				found = at
				count++
			}
		}
	}
	return found, count == 1
}

func isLoop(n *source.Node) bool {
	switch n.Kind {
	case source.NodeWhile, source.NodeDo, source.NodeFor, source.NodeForIn, source.NodeForOf:
		return true
	}
	return false
}

// isEndless reports whether a statement is a loop that nothing ends.
func isEndless(tree *source.Tree, n *source.Node) bool {
	switch n.Kind {
	case source.NodeWhile, source.NodeDo:
		if text := tree.Text[n.A.At:n.A.End]; text != "true" && text != "1" {
			return false
		}
	case source.NodeFor:
		if n.B != nil {
			return false
		}
	default:
		return false
	}
	return !mayEnd(n)
}

// mayEnd reports whether some code of a loop may end it, or wait.
func mayEnd(n *source.Node) bool {
	switch n.Kind {
	case source.NodeJump, source.NodeThrow, source.NodeAwait, source.NodeReturn:
		return true
	case source.NodeFunction, source.NodeClass:
		return false
	}
	ends := false
	n.Each(func(part *source.Node) { ends = ends || mayEnd(part) })
	return ends
}
