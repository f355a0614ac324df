package schema

import (
	"strings"
)

// UploadedFile is the name of the host type of a file in a form.
const UploadedFile = "HttpUploadedFile"

// Upload is the part of a file in a form that binding uses.
type Upload interface {
	Name() string        // as the client sent it
	ClaimedType() string // as the client sent it
	Path() string
	Code() int // 0, or the code of the reason why there is no file
	Size() int64
}

// Supplier is a Maker that can also pass a host object to scripts, by the name of its type.
type Supplier[V any] interface {
	Maker[V]
	Supply(hostType string, subject any) (V, error)
}

// node is a value in a document whose leaves are texts: a form, or XML. It has parts or is a leaf; an element
// of XML may be both.
type node struct {
	text  string
	file  Upload // in a form, instead of a text
	json  bool   // the text is JSON
	null  bool   // by xsi:nil in XML
	parts []part // in the order they were sent; names may repeat
}

// part is a named part of a node.
type part struct {
	name      string
	node      *node
	attribute bool // in XML
	listed    bool // in a form, written as name[]
}

func (n *node) isLeaf() bool { return len(n.parts) == 0 }

// isBlank reports whether the node is a leaf without content.
func (n *node) isBlank() bool { return n.isLeaf() && n.file == nil && n.text == "" }

// treeBinder is the state of one binding. As with JSON, its methods return false to stop.
type treeBinder[V any] struct {
	make   Supplier[V]
	xml    bool
	json   Limits // of texts that are JSON; its rules for names are those of the tree, too
	none   V
	path   []step
	found  []Mismatch
	thrown error
}

// outcome returns the results of Form and XML.
func (b *treeBinder[V]) outcome(v V, ok bool) (V, []Mismatch, error) {
	switch {
	case b.thrown != nil:
		return b.none, nil, b.thrown
	case !ok || len(b.found) > 0:
		return b.none, b.found, nil
	default:
		return v, nil, nil
	}
}

func (b *treeBinder[V]) refuse(bad Mismatch) (V, bool) {
	bad.Path = renderPath(b.path, "")
	return b.none, b.record(bad)
}

// breaks records mismatches of the value at the current path.
func (b *treeBinder[V]) breaks(list []Mismatch) bool {
	for _, bad := range list {
		if _, ok := b.refuse(bad); !ok {
			return false
		}
	}
	return true
}

// record adds a mismatch; it returns false if no more are wanted.
func (b *treeBinder[V]) record(m Mismatch) bool {
	b.found = append(b.found, m)
	return len(b.found) < maxMismatches
}

func (b *treeBinder[V]) throw(v V, err error) (V, bool) {
	if err == nil {
		return v, true
	}
	list, refused := complaintsOf(err, renderPath(b.path, ""))
	if !refused {
		b.thrown = err
		return b.none, false
	}
	for _, m := range list {
		if !b.record(m) {
			return b.none, false
		}
	}
	return b.none, true
}

// at binds one step further down.
func (b *treeBinder[V]) at(s step, t *Type, parts []part) (V, bool) {
	b.path = append(b.path, s)
	before := len(b.found)
	v, ok := b.value(t, parts)
	if ok && t.isJudged() && len(b.found) == before && (before == 0 || isScalar(t, parts)) {
		v, ok = b.judged(t, v, parts)
	}
	b.path = b.path[:len(b.path)-1]
	return v, ok
}

// isScalar reports whether the value is made even though something before it was wrong.
func isScalar(t *Type, parts []part) bool {
	return len(parts) == 1 && parts[0].node.isLeaf() && !parts[0].node.json && t.ItemType() == nil
}

// judged checks the application's own constraints. A part that is JSON was checked when it was bound.
func (b *treeBinder[V]) judged(t *Type, v V, parts []part) (V, bool) {
	n := parts[0].node
	if n.json && t.isComposed() {
		return v, true
	}
	return b.judgedAs(t, v, n.null && len(parts) == 1 || b.isNothing(t, parts))
}

func (b *treeBinder[V]) judgedAs(t *Type, v V, isNull bool) (V, bool) {
	found, err := Judged[V](b.make, t, v, isNull)
	if err != nil {
		return b.throw(b.none, err)
	}
	if found != nil {
		return b.none, b.breaks(found)
	}
	return v, true
}

// whole checks the application's own constraints of the root value.
func (b *treeBinder[V]) whole(t *Type, v V, isNull, ok bool) (V, bool) {
	if !ok || !t.isJudged() || len(b.found) > 0 {
		return v, ok
	}
	return b.judgedAs(t, v, isNull)
}

// value binds all parts of one name: a list takes them all, any other type the first.
func (b *treeBinder[V]) value(t *Type, parts []part) (V, bool) {
	n := parts[0].node
	switch {
	case n.null && len(parts) == 1, b.isNothing(t, parts):
		if t.takesNull() {
			return b.make.Null(), true
		}
		if n.null {
			return b.refuse(t.unfitNull())
		}
		return b.refuse(t.unfit())
	case t.Kind == Any || t.Kind == Untyped:
		return b.whatever(t, parts)
	case n.json && t.isComposed():
		return b.embedded(t, n.text)
	case t.ItemType() != nil:
		return b.list(t, parts)
	}
	return b.single(t, n)
}

// isNothing reports whether the parts are what forms and XML send for a field that was not filled in: an
// empty text is a value of strings only.
func (b *treeBinder[V]) isNothing(t *Type, parts []part) bool {
	n := parts[0].node
	switch t.Kind {
	case Int, Float, Bool, Date, Bytes, Enum:
		return n.isBlank() && t.isNeverEmpty()
	case Object, Shape, Map:
		return !b.xml && n.isBlank()
	case Host:
		return n.isBlank() || t.Nullable && n.file != nil && n.file.Code() != 0
	default:
		return false
	}
}

func (t *Type) isComposed() bool {
	return t.Kind == Object || t.Kind == Shape || t.Kind == Map || t.ItemType() != nil
}

func (b *treeBinder[V]) single(t *Type, n *node) (V, bool) {
	switch t.Kind {
	case Object:
		return b.instance(t.Class, n)
	case Shape:
		return b.shape(t.Fields, n)
	case Map:
		return b.dictionary(t, n)
	case Host:
		if n.file == nil || t.Name != UploadedFile {
			return b.refuse(t.unfit())
		}
		return b.throw(b.make.Supply(t.Name, n.file))
	default:
		return b.scalar(t, n)
	}
}

func (b *treeBinder[V]) scalar(t *Type, n *node) (V, bool) {
	if n.file != nil || n.hasElements() {
		return b.refuse(t.unfit())
	}
	s := n.text
	if b.xml && t.Kind != String {
		s = strings.Trim(s, xmlSpace)
	}
	v, bad := scalar(b.make, t, s)
	return v, bad == nil || b.breaks(bad)
}

// hasElements reports whether the node has parts other than a text and attributes.
func (n *node) hasElements() bool {
	for i := range n.parts {
		if !n.parts[i].attribute {
			return true
		}
	}
	return false
}
