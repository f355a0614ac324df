package host

import (
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
)

// tree holds the routes of one method that have no mixed segment: a node for each segment. Routes that share their first segments
// share its nodes, and all placeholders of a place are one branch, whatever the routes call them.
type tree struct {
	literals    []literal
	byText      map[string]*tree // the same, as soon as they are many
	placeholder *tree
	rest        *route // which takes what is left of the path, if only nothing
	route       *route // which ends here
}

// literal is a branch of a tree.
type literal struct {
	text string
	tree *tree
}

// manyLiterals is the number of branches from which on a map finds one sooner than looking at each.
const manyLiterals = 9

// add adds a route; there must be none of its shape.
func (t *tree) add(r *route) {
	for i := range r.segments {
		s := &r.segments[i]
		if s.Rest {
			t.rest = r
			return
		}
		t = t.below(s)
	}
	t.route = r
}

// below returns the node for the next segment, which it makes if there is none.
func (t *tree) below(s *manifest.Segment) *tree {
	if !s.IsLiteral() {
		if t.placeholder == nil {
			t.placeholder = new(tree)
		}
		return t.placeholder
	}
	next := t.literal(s.Texts[0])
	if next == nil {
		next = new(tree)
		t.addLiteral(literal{s.Texts[0], next})
	}
	return next
}

func (t *tree) addLiteral(l literal) {
	t.literals = append(t.literals, l)
	switch {
	case t.byText != nil:
		t.byText[l.text] = l.tree
	case len(t.literals) >= manyLiterals:
		t.byText = make(map[string]*tree, len(t.literals))
		for _, l := range t.literals {
			t.byText[l.text] = l.tree
		}
	}
}

// literal returns the branch for a segment, or nil.
func (t *tree) literal(segment string) *tree {
	if t.byText != nil {
		return t.byText[segment]
	}
	for i := range t.literals {
		if t.literals[i].text == segment {
			return t.literals[i].tree
		}
	}
	return nil
}

// find returns the route for what is left of a path, "" or with a slash in front. A literal is tried before the placeholder beside
// it, and that before the rest. No node is visited twice, so no path is slow to match.
func (t *tree) find(path string) *route {
	if path == "" {
		if t.route != nil {
			return t.route
		}
		return t.rest
	}
	segment, left := path[1:], ""
	if end := strings.IndexByte(segment, '/'); end >= 0 {
		segment, left = segment[:end], segment[end:]
	}
	if next := t.literal(segment); next != nil {
		if found := next.find(left); found != nil {
			return found
		}
	}
	if t.placeholder != nil {
		if found := t.placeholder.find(left); found != nil {
			return found
		}
	}
	return t.rest
}
