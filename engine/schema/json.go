package schema

import (
	"sync"

	"github.com/tidwall/gjson"
)

// maxMismatches limits how many mismatches one binding reports.
const maxMismatches = 20

// JSON binds a document, or the part of one that gjson selected, to the type, without a map in between. It
// reads the text in one pass and builds only what the type has: unknown keys are skipped, the last occurrence
// of a repeated key counts (although each must fit), and after a mismatch no more instances are constructed.
// At most 20 mismatches are collected.
//
// Rules: an int is a number token without fraction or exponent within ±(2^53−1); a float is any finite
// number; a bool is true or false; strings, dates and bytes are JSON strings. null fits a nullable type and
// any; in a field of another type it counts as not sent, and anywhere else it is a mismatch. Fields without a
// type take any value.
//
// The error is a *[Syntax] for a text that is not JSON or exceeds the limits, or what a constructor or [Maker.Poll]
// returned. Callers that need the place in the whole body run [CheckJSON] first. The values made share doc's text.
func JSON[V any](m Maker[V], t *Type, doc gjson.Result, limits Limits) (V, []Mismatch, error) {
	if !doc.Exists() {
		return m.Absent(), []Mismatch{t.missing("")}, nil
	}
	b := borrow(m, newScanner(doc.Raw, limits))
	defer b.giveBack()
	v, ok := b.root(t)
	if ok {
		ok = b.in.end()
	}
	switch {
	case b.in.fail != nil:
		return b.none, nil, b.in.fail
	case b.thrown != nil:
		return b.none, nil, b.thrown
	case !ok || len(b.found) > 0:
		return b.none, b.found, nil
	default:
		return v, nil, nil
	}
}

// binder is the state of one binding. Objects and lists under construction keep their parts on the stacks,
// each above the ones it is nested in; slices of the stacks are lent to the Maker, so a binding allocates
// little besides the values themselves.
//
// Its methods return false to stop: the scanner failed, a constructor threw, or enough mismatches were found.
// After a single mismatch binding continues, with the value left out.
type binder[V any] struct {
	make   Maker[V]
	in     scanner
	none   V
	values []V
	sent   []bool   // parallel to values: whether the field was sent
	keys   []string // the keys of maps
	path   []step
	found  []Mismatch
	thrown error

	due      int          // poll when no more values than these may follow
	names    *names       // of members
	repeated *repeated[V] // in a long document
}

// idle holds binders with their grown stacks for reuse.
var idle sync.Pool

// largestIdle limits the size of the stacks that are kept.
const largestIdle = 4096

func borrow[V any](m Maker[V], in scanner) *binder[V] {
	b, ok := idle.Get().(*binder[V])
	if !ok {
		b = &binder[V]{names: new(names)}
	}
	b.make, b.in, b.none, b.due = m, in, m.Absent(), in.left-pollEvery
	if len(in.text) > manyTexts {
		b.repeated = new(repeated[V])
	}
	return b
}

// giveBack keeps the stacks and releases everything else, in particular script values.
func (b *binder[V]) giveBack() {
	if max(cap(b.values), cap(b.keys), cap(b.path)) > largestIdle {
		return
	}
	clear(b.values)
	clear(b.keys)
	clear(b.path[:cap(b.path)])
	*b = binder[V]{values: b.values[:0], sent: b.sent[:0], keys: b.keys[:0], path: b.path[:0], names: b.names}
	idle.Put(b)
}

// root binds the whole value.
func (b *binder[V]) root(t *Type) (V, bool) {
	if t.isJudged() {
		return b.judged(t, false)
	}
	return b.value(t)
}

// value binds the next value.
func (b *binder[V]) value(t *Type) (V, bool) {
	switch c := b.in.peek(); {
	case c == 'n':
		return b.null(t)
	case t.Kind == Any || t.Kind == Untyped:
		return b.whatever(c)
	case c == '"':
		return b.textual(t)
	case c == 't' || c == 'f':
		return b.boolean(t)
	case c == '{':
		return b.braces(t)
	case c == '[':
		return b.brackets(t)
	default:
		return b.numeric(t)
	}
}

// whatever makes the value that JSON.parse would make.
func (b *binder[V]) whatever(c byte) (V, bool) {
	switch c {
	case '"':
		return b.textual(stringItem)
	case 't', 'f':
		return b.boolean(boolItem)
	case '{':
		return b.dictionary(anyMap)
	case '[':
		return b.list(anyList, anyItem)
	default:
		return b.anyNumber()
	}
}

func (b *binder[V]) null(t *Type) (V, bool) {
	if !b.in.word("null") {
		return b.none, false
	}
	if t.takesNull() {
		return b.make.Null(), true
	}
	return b.refuse(t.unfitNull())
}

func (b *binder[V]) boolean(t *Type) (V, bool) {
	truth := b.in.text[b.in.at] == 't'
	word := "false"
	if truth {
		word = "true"
	}
	switch {
	case !b.in.word(word):
		return b.none, false
	case t.Kind == Bool:
		return b.make.Bool(truth), true
	case t.Kind == Enum:
		return b.enumCase(t, word, func(v any) bool { return v == truth })
	default:
		return b.coerced(t, word)
	}
}

// braces binds an object to a type that takes objects.
func (b *binder[V]) braces(t *Type) (V, bool) {
	switch t.Kind {
	case Object:
		return b.instance(t.Class)
	case Shape:
		return b.shape(t.Fields)
	case Map:
		return b.dictionary(t)
	default:
		return b.skipAndRefuse(t)
	}
}

// brackets binds a list to a type that takes lists.
func (b *binder[V]) brackets(t *Type) (V, bool) {
	item := t.ItemType()
	if item == nil {
		return b.skipAndRefuse(t)
	}
	return b.list(t, item)
}

func (b *binder[V]) skipAndRefuse(t *Type) (V, bool) {
	if !b.in.skip() {
		return b.none, false
	}
	return b.refuse(t.unfit())
}

// refuse records that the value at the current path does not fit.
func (b *binder[V]) refuse(bad Mismatch) (V, bool) {
	bad.Path = renderPath(b.path, "")
	return b.none, b.record(bad)
}

// refuseAs records the mismatches of the value at the current path.
func (b *binder[V]) refuseAs(list []Mismatch) (V, bool) {
	for _, bad := range list {
		if _, ok := b.refuse(bad); !ok {
			return b.none, false
		}
	}
	return b.none, true
}

// record adds a mismatch; it returns false if no more are wanted.
func (b *binder[V]) record(m Mismatch) bool {
	b.found = append(b.found, m)
	return len(b.found) < maxMismatches
}
