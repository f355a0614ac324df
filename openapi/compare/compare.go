package compare

import (
	"cmp"
	"errors"
	"slices"
)

// ErrTooComplex is returned for documents whose comparison takes more steps than any real pair does.
var ErrTooComplex = errors.New("the documents are too complex to be compared")

// maxSteps bounds the comparisons of one schema with another: more than 5,000 operations take that share a change of a schema used by all others.
const maxSteps = 1_000_000

// maxChanges bounds what is reported; as many again are reported only if they break. A last change says how many are left out.
const maxChanges = 20_000

// Change is one difference between two documents.
type Change struct {
	Method   string // in upper case; empty if the change is not about one operation
	Path     string // as the old document has it, or the new one if it is new there; empty if it is about all
	Pointer  string // JSON pointer, such as #/paths/~1users/get, into the new document, or into the old one for what was removed
	Kind     string // what it is, for programs: operation-removed, type-changed
	Breaking bool   // whether a client of the old document may fail
	Text     string // what has changed, in one line without a full stop
	Why      string // whom a breaking change breaks; empty otherwise
}

// String returns the change in one line.
func (c Change) String() string {
	text := c.Text
	if c.Path != "" {
		text = c.Path + ": " + text
	}
	if c.Method != "" {
		text = c.Method + " " + text
	}
	if c.Why != "" {
		text += " (" + c.Why + ")"
	}
	return text
}

// Documents returns the differences between an old document and the one in its place, sorted by path, with
// those of the whole document first. The error says which of the two is not an OpenAPI document, or is
// [ErrTooComplex].
func Documents(old, changed []byte) ([]Change, error) {
	steps := maxSteps
	before, err := read("the old document", old, &steps)
	if err != nil {
		return nil, err
	}
	after, err := read("the new document", changed, &steps)
	if err != nil {
		return nil, err
	}
	c := &comparer{
		before: before, after: after, steps: &steps, verdicts: map[question]effect{}, running: map[question]bool{},
		same: [2]map[twins]bool{{}, {}},
	}
	c.documents()
	if steps <= 0 {
		return nil, ErrTooComplex
	}
	slices.SortStableFunc(c.changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(methodRank(a.Method), methodRank(b.Method)))
	})
	if c.omitted > 0 {
		c.changes = append(c.changes, Change{Pointer: "#", Kind: "changes-omitted", Text: itoa(c.omitted) + " more changes are not listed"})
	}
	return c.changes, nil
}

// Breaks reports whether one of the changes breaks.
func Breaks(changes []Change) bool {
	return slices.ContainsFunc(changes, func(c Change) bool { return c.Breaking })
}

// comparer compares two documents.
type comparer struct {
	before, after *document
	changes       []Change
	omitted       int  // changes that were too many
	steps         *int // that may still be taken

	verdicts map[question]effect // of shapes that were compared without a report
	running  map[question]bool   // the comparisons without a report that are under way
	assumed  bool                // a verdict was taken from one that is under way

	same [2]map[twins]bool // by direction, of what was found to be the same with all that it refers to
}

// spot is where a comparison is: an operation, and what of it is compared.
type spot struct {
	method, path string
	part         string // the query parameter limit, the body, the answer 200
}

func (s spot) in(part string) spot {
	s.part = part
	return s
}

// report adds a change. One that breaks says why.
func (c *comparer) report(at spot, pointer, kind, text, why string) {
	if at.part != "" {
		text = at.part + ": " + text
	}
	// The last places are for those that matter.
	if len(c.changes) >= 2*maxChanges || len(c.changes) >= maxChanges && why == "" {
		c.omitted++
		return
	}
	c.changes = append(c.changes, Change{at.method, at.path, pointer, kind, why != "", text, why})
}
