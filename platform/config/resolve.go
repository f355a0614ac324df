package config

import (
	"errors"
	"slices"

	"github.com/fwrun/fwrun/platform/fault"
)

// maxExpansion bounds the text to which all placeholders together may expand, in bytes.
const maxExpansion = 1 << 20

// maxProblems bounds how many values are reported.
const maxProblems = 100

// resolver replaces the placeholders of a tree. It resolves each value once.
type resolver struct {
	root   *node
	env    environment
	dotenv []variable // of property sources, highest precedence first
	files  map[string]*file
	done   map[*node]*node // nil for a value that failed
	active []step          // values being resolved, outermost first
	budget int

	suspects suspects
	keys     []string // of the root, computed when first needed
	// resolved reports whether the tree is the result of another resolver.
	resolved bool

	// secret is set if the value being resolved used a secret one.
	secret   bool
	problems fault.List
}

// step is one value in a chain of references.
type step struct {
	key  string
	node *node
}

// missing is the error of a reference to something that is not set.
type missing struct {
	written string // as written in the text
	key     string // empty for a variable, and for a key that was composed of values
	name    string // of the variable
}

func (m *missing) Error() string { return m.written + " is not set" }

// errReported stops the resolution of a value whose problem was already reported.
var errReported = errors.New("reported")

func newResolver(root *node, env environment, files map[string]*file) *resolver {
	return &resolver{root: root, env: env, files: files, done: map[*node]*node{}, budget: maxExpansion}
}

// all resolves the whole tree.
func (r *resolver) all() *node {
	tree, err := r.value("", r.root)
	if err != nil {
		return newMap(nil, r.root.origin)
	}
	return tree
}

// value resolves one value and everything below it. A child that fails becomes null, and its
// problem is reported.
func (r *resolver) value(key string, n *node) (*node, error) {
	if r.resolved || n.literal || n.kind != List && n.kind != Map && (n.kind != Text || !isExpression(n.text)) {
		return n, nil
	}
	if result, ok := r.done[n]; ok {
		if result == nil {
			return nil, errReported
		}
		return result, nil
	}
	if i := slices.IndexFunc(r.active, func(s step) bool { return s.node == n }); i >= 0 {
		return nil, r.cycle(append(slices.Clone(r.active[i:]), step{key, n}))
	}
	r.active = append(r.active, step{key, n})
	result, err := r.compute(key, n)
	r.active = r.active[:len(r.active)-1]
	if err != nil {
		r.report(key, n, err)
		r.done[n] = nil
		return nil, errReported
	}
	r.done[n] = result
	return result, nil
}

func (r *resolver) compute(key string, n *node) (*node, error) {
	var result *node
	switch n.kind {
	case List:
		result = r.list(key, n)
	case Map:
		result = r.section(key, n)
	default:
		return r.property(n)
	}
	if result.size > maxNodes || result.depth > 2*maxDepth {
		return nil, &mistake{"placeholders expand to a value that is too large", "refer to smaller sections"}
	}
	return result, nil
}

// property resolves a text of the tree. The result replaces the text.
func (r *resolver) property(n *node) (*node, error) {
	outer := r.secret
	defer func() { r.secret = outer }()
	r.secret = false
	value, err := r.expand(n.text)
	if err != nil {
		return nil, err
	}
	if r.secret {
		if err := r.spend(value.size); err != nil {
			return nil, err
		}
		value = value.asSecret()
	}
	moved := *value
	moved.origin, moved.literal, moved.secret = n.origin, true, n.secret || value.secret
	return &moved, nil
}

func (r *resolver) list(key string, n *node) *node {
	items := make([]*node, len(n.items))
	for i, item := range n.items {
		items[i] = r.orNull(joinIndex(key, i), item)
	}
	return newList(items, n.origin)
}

func (r *resolver) section(key string, n *node) *node {
	fields := slices.Clone(n.fields)
	for i, f := range fields {
		fields[i].value = r.orNull(joinName(key, f.name), f.value)
	}
	return newMap(fields, n.origin)
}

func (r *resolver) orNull(key string, n *node) *node {
	value, err := r.value(key, n)
	if err != nil {
		failed := newNull(n.origin)
		failed.reported = true
		return failed
	}
	return value
}
