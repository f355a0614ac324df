package web

import (
	"strings"

	"github.com/dop251/goja"
)

// describe sets the toStringTag of a prototype, and makes its accessors enumerable.
func (r *Realm) describe(call goja.FunctionCall) goja.Value {
	prototype := call.Argument(0).(*goja.Object)
	tag := call.Argument(1)
	r.platform[prototype] = true
	_ = prototype.DefineDataPropertySymbol(goja.SymToStringTag, tag, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	names := call.Argument(2).(*goja.Object)
	for _, i := range names.Keys() {
		_ = prototype.DefineAccessorProperty(names.Get(i).String(), nil, nil, goja.FLAG_NOT_SET, goja.FLAG_TRUE)
	}
	return goja.Undefined()
}

// view notes how objects of a prototype are shown: as what a function of the prelude returns for one of them, instead of their own
// fields and the accessors of the prototype.
func (r *Realm) view(call goja.FunctionCall) goja.Value {
	if view, ok := goja.AssertFunction(call.Argument(1)); ok {
		r.views[call.Argument(0).(*goja.Object)] = view
	}
	return goja.Undefined()
}

// addMissing adds the methods of one object to another, as built-ins have theirs, unless it has such already. Every VM does that, so it is
// not in a script, where each step would make objects.
func (r *Realm) addMissing(call goja.FunctionCall) goja.Value {
	owner, methods := call.Argument(0).(*goja.Object), call.Argument(1).(*goja.Object)
	for _, name := range methods.GetOwnPropertyNames() {
		if !isOwn(owner, func(o *goja.Object) goja.Value { return o.Get(name) }) {
			_ = owner.DefineDataProperty(name, methods.Get(name), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
	}
	for _, symbol := range methods.Symbols() {
		if !isOwn(owner, func(o *goja.Object) goja.Value { return o.GetSymbol(symbol) }) {
			_ = owner.DefineDataPropertySymbol(symbol, methods.GetSymbol(symbol), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
	}
	return goja.Undefined()
}

// isOwn reports whether an object has a property that it does not just inherit.
func isOwn(object *goja.Object, get func(*goja.Object) goja.Value) bool {
	value := get(object)
	if value == nil {
		return false
	}
	prototype := object.Prototype()
	if prototype == nil {
		return true
	}
	inherited := get(prototype)
	return inherited == nil || !inherited.SameAs(value)
}

// isPlatform reports whether an object is of a class of the platform, or of one that extends such a class.
func (r *Realm) isPlatform(o *goja.Object) bool {
	for p := o.Prototype(); p != nil; p = p.Prototype() {
		if r.platform[p] {
			return true
		}
	}
	return false
}

// numberConstants adds the legacy constants of error names to a class and its prototype: ABORT_ERR for AbortError.
func (r *Realm) numberConstants(call goja.FunctionCall) goja.Value {
	class, codes := call.Argument(0).(*goja.Object), call.Argument(1).(*goja.Object)
	prototype := class.Get("prototype").(*goja.Object)
	for _, name := range codes.Keys() {
		constant := constantName(strings.TrimSuffix(name, "Error")) + "_ERR"
		for _, owner := range []*goja.Object{class, prototype} {
			_ = owner.DefineDataProperty(constant, codes.Get(name), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_TRUE)
		}
	}
	return goja.Undefined()
}

// constantName converts IndexSize to INDEX_SIZE, and URLMismatch to URL_MISMATCH.
func constantName(name string) string {
	var out strings.Builder
	for i, c := range name {
		isUpper := c >= 'A' && c <= 'Z'
		if i > 0 && isUpper && i+1 < len(name) && name[i+1] >= 'a' {
			out.WriteByte('_')
		}
		out.WriteRune(c)
	}
	return strings.ToUpper(out.String())
}
