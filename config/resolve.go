package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/fault"
)

// maxExpansion bounds the text all placeholders together may expand to, in bytes.
const maxExpansion = 1 << 20

// maxProblems bounds how many values are reported.
const maxProblems = 100

// resolver replaces the placeholders of a tree, each value once.
type resolver struct {
	root   *node
	env    environment
	dotenv []variable // of property sources, those that win first
	files  map[string]*file
	done   map[*node]*node // nil for a value that failed
	active []step          // values being resolved, outermost first
	budget int
	keys   []string // of the root, once asked for
	// resolved says that the tree is the result of another resolver.
	resolved bool

	// secret is set when the value being resolved used a secret one.
	secret   bool
	problems fault.List
}

// step is one value on the way from a reference to what it refers to.
type step struct {
	key  string
	node *node
}

// missing is a reference to something that is not set.
type missing struct {
	written string // as in the text
	key     string // empty for a variable, and when the key was put together from values
	name    string // of the variable
}

func (m *missing) Error() string { return m.written + " is not set" }

// errReported stops the resolution of a value whose problem was reported already.
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

// value resolves one value and everything below it. A child that fails becomes null;
// its problem is reported.
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
		return nil, &mistake{"placeholders make this value too large", "refer to smaller parts"}
	}
	return result, nil
}

// property resolves a text of the tree. The result stands where the text did.
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

// expand gives the value of a text for which isExpression holds.
func (r *resolver) expand(text string) (*node, error) {
	e, err := parseExpression(text)
	if err != nil {
		return nil, err
	}
	if len(e.choices) == 1 {
		return r.choice(e.choices[0], false)
	}
	return r.firstOf(e.choices)
}

// firstOf gives the first choice that is neither null nor empty text, or else the
// last one that is set at all.
func (r *resolver) firstOf(choices []choice) (*node, error) {
	var last *node
	var unset error
	for _, c := range choices {
		n, err := r.choice(c, true)
		if absent := new(missing); errors.As(err, &absent) {
			unset = err
			continue
		}
		if err != nil || n.kind != Null && !(n.kind == Text && n.text == "") {
			return n, err
		}
		last = n
	}
	if last == nil {
		return nil, unset
	}
	return last, nil
}

// choice gives the value of one choice. A literal among several has the type it looks
// like; a text with nothing but escapes in it stays text.
func (r *resolver) choice(c choice, typed bool) (*node, error) {
	switch {
	case c.variable != "":
		text, ok := r.env[c.variable]
		if !ok {
			return nil, &missing{written: "$env." + c.variable, name: c.variable}
		}
		r.secret = r.secret || IsSecret(c.variable)
		return newText(text, Origin{}), nil
	case c.quoted:
		return newText(c.template[0].text, Origin{}), nil
	case c.template.whole() != nil:
		return r.reference(c.template.whole())
	default:
		text, err := r.text(c.template)
		if err != nil || !typed {
			return newText(text, Origin{}), err
		}
		return literalScalar(text, Origin{}), nil
	}
}

// reference gives the value behind ${key}. A null counts as not set when there is a
// default to take its place.
func (r *resolver) reference(ref *reference) (*node, error) {
	key, err := r.text(ref.key)
	if err != nil {
		return nil, err
	}
	key = strings.TrimSpace(key)
	n, err := r.lookup(splitKey(key))
	if err != nil {
		return nil, err
	}
	if n == nil {
		n = r.env.spelling(splitKey(key))
	}
	if n == nil {
		n = spelled(r.dotenv, splitKey(key))
	}
	if n != nil && (n.secret || IsSecret(key)) {
		r.secret = true
	}
	switch {
	case n != nil && (n.kind != Null || !ref.hasFallback):
		return n, nil
	case !ref.hasFallback:
		return nil, ref.notSet(key)
	case ref.fallback.whole() != nil:
		return r.reference(ref.fallback.whole())
	}
	text, err := r.text(ref.fallback)
	if err != nil {
		return nil, err
	}
	return literalScalar(text, Origin{}), nil
}

// notSet is the error of a reference. A key put together from values may hold a secret
// one; only a key that stands in the text is named.
func (ref *reference) notSet(key string) error {
	if len(ref.key) > 1 || ref.key.whole() != nil {
		key = ""
	}
	return &missing{written: ref.written, key: key}
}

// lookup walks the tree, through references where they stand in the way. It is nil
// without an error when the key is not set.
func (r *resolver) lookup(path []segment) (*node, error) {
	n, key := r.root, ""
	for _, s := range path {
		if n.kind == Text {
			resolved, err := r.value(key, n)
			if err != nil {
				return nil, err
			}
			n = resolved
		}
		next, ok := n.child(s)
		if !ok {
			return nil, nil
		}
		key, n = n.childKey(key, s), next
	}
	return r.value(key, n)
}

// text expands a template into one text.
func (r *resolver) text(t template) (string, error) {
	var out strings.Builder
	for _, p := range t {
		text := p.text
		if p.ref != nil {
			n, err := r.reference(p.ref)
			if err != nil {
				return "", err
			}
			if n.kind == List || n.kind == Map {
				return "", &mistake{
					fmt.Sprintf("%s is %s, which cannot stand inside a text", p.ref.written, n.kind),
					"refer to one of its values, or let the placeholder be the whole value",
				}
			}
			text = n.plainText()
		}
		if err := r.spend(len(text)); err != nil {
			return "", err
		}
		out.WriteString(text)
	}
	return out.String(), nil
}

// spend counts what placeholders make, in bytes of text and in copied values.
func (r *resolver) spend(n int) error {
	if r.budget -= n; r.budget >= 0 {
		return nil
	}
	return &mistake{
		fmt.Sprintf("placeholders expand to more than %d KiB of text", maxExpansion>>10), "refer to shorter texts",
	}
}

// plainText is a scalar as it stands in a text: null is empty.
func (n *node) plainText() string {
	if n.kind == Null {
		return ""
	}
	return n.text
}
