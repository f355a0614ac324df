package config

import (
	"errors"
	"fmt"
	"strings"
)

// expand returns the value of a text for which isExpression returns true.
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

// firstOf returns the first choice that is neither null nor empty text, or else the last one that
// is set at all.
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

// choice returns the value of one choice. A literal among several choices has the type it looks
// like; a text that only contains escapes stays text.
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

// reference returns the value of ${key}. A null counts as not set if there is a default to
// replace it.
func (r *resolver) reference(ref *reference) (*node, error) {
	key, err := r.text(ref.key)
	if err != nil {
		return nil, err
	}
	key = strings.TrimSpace(key)
	r.suspects.ask(splitKey(key))
	n, err := r.lookup(splitKey(key))
	if err != nil {
		return nil, err
	}
	if n == nil {
		n = r.env.named(key)
	}
	if n == nil {
		n = r.env.spelling(splitKey(key))
	}
	if n == nil {
		n = spelled(r.dotenv, splitKey(key))
	}
	if IsSecret(key) || n != nil && n.secret { // what replaces a secret is one
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

// notSet returns the error of a reference. A key composed of values may contain a secret, so only
// a key that is written in the text is named.
func (ref *reference) notSet(key string) error {
	if len(ref.key) > 1 || ref.key.whole() != nil {
		key = ""
	}
	return &missing{written: ref.written, key: key}
}

// lookup follows a path in the tree, and resolves references on the way. It returns nil without
// an error if the key is not set.
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

// text expands a template to one text.
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
					fmt.Sprintf("%s is %s, which cannot be part of a text", p.ref.written, n.kind),
					"refer to one of its values, or make the placeholder the whole value",
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

// spend counts the output of placeholders, in bytes of text and in copied values.
func (r *resolver) spend(n int) error {
	if r.budget -= n; r.budget >= 0 {
		return nil
	}
	return &mistake{
		fmt.Sprintf("placeholders expand to more than %d KiB of text", maxExpansion>>10), "refer to shorter texts",
	}
}

// plainText returns a scalar as part of a text: null is empty.
func (n *node) plainText() string {
	if n.kind == Null {
		return ""
	}
	return n.text
}
