package objects

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"

	"github.com/fwrun/fwrun/engine/inside"
)

// privateNames are those of a class, each list in the order of its text, as goja keeps the values.
type privateNames struct{ fields, methods, staticFields, staticMethods []string }

// private is a private member of an object.
type private struct {
	name            string // with #
	kind            privateKind
	value, get, set goja.Value
	assign          func(goja.Value) // of a field
}

type privateKind uint8

const (
	privateField privateKind = iota
	privateMethod
	privateAccessor
)

// privates returns the private members of an object: those of the classes that its own one extends come first.
func (x *Objects) privates(o *goja.Object) (list []private) {
	if isProxy(o) {
		return nil
	}
	if isFunction(o) {
		list = append(x.privatesBy(o, o), x.loweredMethods(o, []*goja.Object{o})...)
	}
	var names []string
	var first *goja.Object
	owners := []*goja.Object{o}
	for p := o.Prototype(); p != nil && !isProxy(p); p = p.Prototype() {
		if class, ok := x.data(p, x.rt.ToValue("constructor")).(*goja.Object); ok && class != o {
			list = append(x.privatesBy(o, class), list...)
			if found, any := x.loweredNames(class); any {
				owners = append(owners, class)
				names = append(found, names...)
				first = cmp.Or(first, class)
			}
		}
	}
	if first == nil {
		return list
	}
	return append(append(list, x.lowered(o, first, names)...), x.loweredMethods(first, owners)...)
}

// lowered matches the beginning of a private field of a class with decorators: the compiler keeps its values in a WeakMap.
var lowered = regexp.MustCompile(`__privateAdd\(this, _([\pL\pN_$]+)`)

// loweredNames returns the names of such fields, in the order of the text of a class. any says whether it has them, or such methods.
func (x *Objects) loweredNames(class *goja.Object) (names []string, any bool) {
	for _, m := range lowered.FindAllStringSubmatch(ask(x.native.function, class).String(), -1) {
		any = true
		name := "#" + m[1]
		bare := strings.TrimRight(name, "0123456789")
		if strings.HasSuffix(bare, "_instances") { // of its methods
			continue
		}
		for name != bare && (x.o.Written == nil || !x.o.Written(name)) { // another class has the name without the number
			name = name[:len(name)-1]
		}
		names = append(names, name)
	}
	return names, any
}

// lowered returns these fields of an object. Of the variables around its class, the WeakMaps that have the object are in the order of the names;
// if there are others, nothing is known.
func (x *Objects) lowered(o, class *goja.Object, names []string) (list []private) {
	if len(names) == 0 {
		return nil
	}
	for _, v := range inside.ClosedOver(class) {
		values, ok := v.(*goja.Object)
		if !ok || inside.KindOf(values) != "weakMapObject" || !ask(x.native.weakHas, values, o).ToBoolean() {
			continue
		}
		if len(list) == len(names) {
			return nil
		}
		assign := func(v goja.Value) { ask(x.native.weakSet, values, o, v) }
		list = append(list, private{name: names[len(list)], value: ask(x.native.weakGet, values, o), assign: assign})
	}
	if len(list) < len(names) {
		return nil
	}
	return list
}

// method matches the name of a private method that the compiler has taken out of its class: it is a variable around that, behind the WeakSet of
// the objects that have it.
var method = regexp.MustCompile(`^([\pL\pN_$]+?)_(fn|get|set)\d*$`)

// loweredMethods returns these methods of an object and of its classes, the owners. Those of a class stand side by side.
func (x *Objects) loweredMethods(class *goja.Object, owners []*goja.Object) (list []private) {
	mine := false
	for _, v := range inside.ClosedOver(class) {
		value, ok := v.(*goja.Object)
		if !ok {
			continue
		}
		if inside.KindOf(value) == "weakSetObject" {
			mine = slices.ContainsFunc(owners, func(o *goja.Object) bool { return ask(x.native.brandHas, value, o).ToBoolean() })
		}
		if name, own := x.data(value, x.rt.ToValue("name")).(goja.String); mine && own && isFunction(value) {
			found := method.FindStringSubmatch(name.String())
			if mine = found != nil; mine {
				list = addMethod(list, "#"+found[1], found[2], value)
			}
		}
	}
	return list
}

// addMethod adds a method to a list: a getter and a setter are one member.
func addMethod(list []private, name, kind string, fn *goja.Object) []private {
	if kind == "fn" {
		return append(list, private{name: name, kind: privateMethod, value: fn})
	}
	i := slices.IndexFunc(list, func(p private) bool { return p.name == name && p.kind == privateAccessor })
	if i < 0 {
		i, list = len(list), append(list, private{name: name, kind: privateAccessor})
	}
	if kind == "get" {
		list[i].get = fn
	} else {
		list[i].set = fn
	}
	return list
}

func (x *Objects) privatesBy(o, class *goja.Object) (list []private) {
	kept := inside.PrivatesOf(o, class)
	if kept == nil {
		return nil
	}
	names := x.namesOf(ask(x.native.function, class).String())
	fields, methods := names.fields, names.methods
	if o == class {
		fields, methods = names.staticFields, names.staticMethods
	}
	for i := range min(len(methods), len(kept.Methods)) {
		p := private{name: methods[i], kind: privateMethod, value: kept.Methods[i]}
		if get, set, ok := inside.AccessorOf(p.value); ok {
			p = private{name: p.name, kind: privateAccessor}
			if get != nil {
				p.get = get
			}
			if set != nil {
				p.set = set
			}
		}
		list = append(list, p)
	}
	for i := range min(len(fields), len(kept.Fields)) {
		if kept.Fields[i] != nil { // otherwise it is not initialized yet
			assign := func(v goja.Value) { kept.Fields[i] = v }
			list = append(list, private{name: fields[i], value: kept.Fields[i], assign: assign})
		}
	}
	return list
}

// namesOf returns the private names in the text of a class.
func (x *Objects) namesOf(text string) (names privateNames) {
	if known, ok := x.classes[text]; ok {
		return known
	}
	defer func() { x.classes[text] = names }()
	tree, err := parser.ParseFile(nil, "", "("+text+")", 0)
	if err != nil {
		return names
	}
	statement, _ := tree.Body[0].(*ast.ExpressionStatement)
	class, ok := statement.Expression.(*ast.ClassLiteral)
	if !ok {
		return names
	}
	seen := map[string]bool{}
	for _, element := range class.Body {
		switch e := element.(type) {
		case *ast.FieldDefinition:
			names.add(e.Key, e.Static, &names.fields, &names.staticFields, seen)
		case *ast.MethodDefinition:
			names.add(e.Key, e.Static, &names.methods, &names.staticMethods, seen)
		}
	}
	return names
}

// add adds a name to one of the lists: a getter and a setter are one.
func (names *privateNames) add(key ast.Expression, static bool, own, ofClass *[]string, seen map[string]bool) {
	id, ok := key.(*ast.PrivateIdentifier)
	if !ok || seen[id.Name.String()] {
		return
	}
	seen[id.Name.String()] = true
	if static {
		own = ofClass
	}
	*own = append(*own, "#"+id.Name.String())
}

// members is an object whose properties are the private members of another one.
type members struct {
	x *Objects
	o *goja.Object
}

// Get returns a member. A method keeps its this.
func (m members) Get(name string) goja.Value {
	p := m.find(name)
	switch {
	case p.kind == privateAccessor:
		get, ok := goja.AssertFunction(p.get)
		if !ok {
			panic(m.x.rt.NewTypeError("'%s' was defined without a getter", name))
		}
		return m.called(get)
	case p.kind == privateMethod:
		method, _ := goja.AssertFunction(p.value)
		return m.x.rt.ToValue(func(call goja.FunctionCall) goja.Value { return m.called(method, call.Arguments...) })
	}
	return p.value
}

// called calls a function on the object, for a script.
func (m members) called(fn goja.Callable, args ...goja.Value) goja.Value {
	v, err := fn(m.o, args...)
	if err != nil {
		panic(err)
	}
	return v
}

// Set sets a field, or calls a setter.
func (m members) Set(name string, v goja.Value) bool {
	p := m.find(name)
	if set, ok := goja.AssertFunction(p.set); ok && p.kind == privateAccessor {
		m.called(set, v)
		return true
	}
	if p.assign == nil {
		panic(m.x.rt.NewTypeError("Cannot assign to read only property '%s'", name))
	}
	p.assign(v)
	return true
}

// find returns a member, or throws.
func (m members) find(name string) private {
	for _, p := range m.x.privates(m.o) {
		if p.name == name {
			return p
		}
	}
	panic(m.x.rt.NewTypeError("Cannot read private member %s from an object whose class did not declare it", name))
}

func (m members) Has(string) bool    { return true }
func (m members) Delete(string) bool { return false }
func (m members) Keys() []string     { return nil }
