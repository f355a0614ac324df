package metadata

import (
	"bytes"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/engine/source"
)

// Prefix begins the specifiers of the modules that are asked for what a type's name means as a value. They are imported as namespaces, which
// need not have that name, and need not be there, either.
const Prefix = "%types/"

// Namespace begins the names of these namespaces.
const Namespace = "__metadataTypes"

// helper is put behind the text of a file. It does nothing where no package has given Reflect its method.
const helper = `
;function __metadata(target, key, types) { if (typeof Reflect.metadata === "function") { types = types(); ` +
	`for (const name in types) Reflect.metadata("design:" + name, types[name])(target, key); } }
function __metadataClass(value) { return typeof value === "function" ? value : Object; }
`

// Add returns the text of a file with the metadata of its decorated classes. The text may be another one than the file was read from, as long as
// it declares the same. A text without any, or one that is not understood, remains as it is.
func Add(project *source.Project, file *source.File, text []byte, strict bool) []byte {
	if !isTypeScript(file.Path) || !bytes.Contains(text, []byte("@")) {
		return text
	}
	tree := source.ParseTree(file.Path, text)
	if tree == nil {
		return text
	}
	w := &writer{names: names{project: project, strict: strict}, file: file, text: tree.Text}
	for _, statement := range tree.Body {
		w.walk(statement)
	}
	if len(w.blocks) == 0 {
		return text
	}
	return w.written()
}

func isTypeScript(name string) bool {
	ext := path.Ext(name)
	return ext == ".ts" || ext == ".mts"
}

// writer writes the blocks of the classes of a file.
type writer struct {
	names
	file    *source.File
	text    string
	scope   []*source.Node // the classes around what is written, and the function
	blocks  []block
	imports []string // specifiers
}

// block is what is put in front of an offset.
type block struct {
	at   int32
	text string
}

// walk writes the blocks of the classes in a node.
func (w *writer) walk(n *source.Node) {
	if n.Kind == source.NodeClass {
		w.scope = append(w.scope, n)
		w.class(n)
		defer func() { w.scope = w.scope[:len(w.scope)-1] }()
	}
	n.Each(w.walk)
}

func (w *writer) class(class *source.Node) {
	var out strings.Builder
	if maker := constructorOf(class); maker != nil && (len(class.Decorators) > 0 || hasDecorated(maker)) {
		w.entry(&out, "this, undefined", "paramtypes: "+w.params(maker))
	}
	var keys []string
	for _, m := range class.List {
		key, known := w.key(m)
		if !known || !isDecorated(m) {
			continue
		}
		target := "this.prototype, "
		if m.Static {
			target = "this, "
		}
		if target += key; slices.Contains(keys, target) {
			continue // the other accessor
		}
		keys = append(keys, target)
		w.entry(&out, target, w.member(class, m))
	}
	if out.Len() > 0 {
		w.blocks = append(w.blocks, block{class.End - 1, "; static {" + out.String() + " } "})
	}
}

func (w *writer) entry(out *strings.Builder, target, types string) {
	out.WriteString(" __metadata(" + target + ", () => ({" + types + "}));")
}

// member returns the types of a member, in the order in which tsc's decorators are applied: from the last to the first.
func (w *writer) member(class, m *source.Node) string {
	switch {
	case m.Kind == source.NodeField:
		return "type: " + w.node(m.Type)
	case m.Op == "get" || m.Op == "set":
		setter, getter := accessors(class, m)
		params, typ := "[]", "Object"
		if setter != nil {
			params = w.params(setter.A)
		}
		switch {
		case setter != nil && len(setter.A.Fn.Params) > 0 && setter.A.Fn.Params[0].Type != nil:
			typ = w.within(setter.A, setter.A.Fn.Params[0].Type)
		case getter != nil:
			typ = w.within(getter.A, getter.A.Fn.Type)
		}
		return "paramtypes: " + params + ", type: " + typ
	}
	returned := "undefined"
	if fn := m.A.Fn; fn.Type != nil {
		returned = w.within(m.A, fn.Type)
	} else if fn.Async {
		returned = "Promise"
	}
	return "returntype: " + returned + ", paramtypes: " + w.params(m.A) + ", type: Function"
}

// params returns the list of the types of parameters; that of a rest parameter is the type of its elements.
func (w *writer) params(function *source.Node) string {
	list := make([]string, len(function.Fn.Params))
	for i, p := range function.Fn.Params {
		typ := p.Type
		if p.Rest {
			typ = elementOf(typ)
		}
		list[i] = w.within(function, typ)
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// elementOf returns the type of the elements of T[] and Array<T>; nil if it is not written.
func elementOf(t *source.Type) *source.Type {
	if t != nil && !t.Nullable && (t.Kind == source.TypeArray || t.Kind == source.TypeName) && len(t.Args) == 1 {
		return t.Args[0]
	}
	return nil
}

// within returns the value of a type in the signature of a function, which may have type parameters.
func (w *writer) within(function *source.Node, t *source.Type) string {
	w.scope = append(w.scope, function)
	defer func() { w.scope = w.scope[:len(w.scope)-1] }()
	return w.node(t)
}

var (
	// constName matches a name or what it is a member of, as in Symbol.iterator.
	constName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$`) })
	number    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d+$`) })
)

// key returns the expression of a member's name; false for one that cannot be evaluated twice, and for one that cannot be decorated.
func (w *writer) key(m *source.Node) (string, bool) {
	if m.Kind != source.NodeField && (m.Kind != source.NodeMethod || m.A == nil || m.Name == "constructor" && !m.Static) {
		return "", false
	}
	if m.B == nil {
		quoted, _ := json.Marshal(m.Name) // a text never fails
		return string(quoted), !strings.HasPrefix(m.Name, "#")
	}
	text := strings.TrimSpace(w.text[m.B.At:m.B.End])
	if m.B.Kind == source.NodeLiteral || constName().MatchString(text) || number().MatchString(text) {
		return text, true
	}
	return "", false
}

func constructorOf(class *source.Node) *source.Node {
	for _, m := range class.List {
		if m.Kind == source.NodeMethod && m.Name == "constructor" && m.B == nil && !m.Static && m.A != nil {
			return m.A
		}
	}
	return nil
}

func isDecorated(m *source.Node) bool {
	return len(m.Decorators) > 0 || m.A != nil && m.Kind == source.NodeMethod && hasDecorated(m.A)
}

func hasDecorated(function *source.Node) bool {
	return slices.ContainsFunc(function.List, func(param *source.Node) bool { return len(param.Decorators) > 0 })
}

// accessors returns the two accessors of a name; what is not written is nil.
func accessors(class, one *source.Node) (setter, getter *source.Node) {
	for _, m := range class.List {
		if m.Kind != source.NodeMethod || m.A == nil || m.Name != one.Name || (m.B == nil) != (one.B == nil) || m.Static != one.Static {
			continue
		}
		switch m.Op {
		case "set":
			setter = m
		case "get":
			getter = m
		}
	}
	return setter, getter
}

// written returns the text with its blocks.
func (w *writer) written() []byte {
	slices.SortFunc(w.blocks, func(a, b block) int { return int(a.at - b.at) })
	var out bytes.Buffer
	from := int32(0)
	for _, b := range w.blocks {
		out.WriteString(w.text[from:b.at])
		out.WriteString(b.text)
		from = b.at
	}
	out.WriteString(w.text[from:])
	out.WriteString(helper)
	for i, specifier := range w.imports {
		quoted, _ := json.Marshal(Prefix + specifier)
		out.WriteString("import * as " + Namespace + strconv.Itoa(i) + " from " + string(quoted) + ";\n")
	}
	return out.Bytes()
}
