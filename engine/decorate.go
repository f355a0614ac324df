package engine

import (
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
)

// recorder is one VM's side of the decorators: functions that scripts import and that
// leave a record behind. Legacy decorators are called with (class), with
// (prototype or class, member, descriptor) or with (prototype or class, member, index).
type recorder struct {
	rt      *goja.Runtime
	known   map[*goja.Object]applied // decorators as values: params: {a: RequestParam()}
	records []record
	locked  bool
}

// applied is a decorator with its arguments.
type applied struct {
	decorator manifest.Decorator
	args      []Value
}

// record is one application, still in script values.
type record struct {
	applied
	target manifest.Target
	owner  *goja.Object // class constructor or function
	member string
	static bool
	param  int
}

// install adds the decorators to the exports.
func (r *recorder) install(exports *goja.Object) {
	for _, d := range manifest.Decorators() {
		function := r.rt.ToValue(func(call goja.FunctionCall) Value { return r.call(d, call) }).(*goja.Object)
		_ = function.DefineDataProperty("name", r.rt.ToValue(d.Name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		r.known[function] = applied{decorator: d}
		_ = exports.Set(d.Name, function)
	}
}

// call tells the bare form, @McpTool, from the called one, @McpTool({…}).
func (r *recorder) call(d manifest.Decorator, call goja.FunctionCall) Value {
	args := call.Arguments
	if len(args) == 3 && isMemberTarget(args[0]) {
		return r.apply(applied{decorator: d}, args)
	}
	if len(args) == 1 && isFunction(args[0]) && d.Targets&(manifest.OnClass|manifest.OnFunction) != 0 {
		return r.apply(applied{decorator: d}, args)
	}
	with := applied{d, slices.Clone(args)} // the arguments lie on the VM's stack
	function := r.rt.ToValue(func(call goja.FunctionCall) Value { return r.apply(with, call.Arguments) }).(*goja.Object)
	r.known[function] = with
	return function
}

func (r *recorder) apply(a applied, args []Value) Value {
	if r.locked {
		panic(r.rt.NewTypeError("@%s was applied after the application had started; decorators belong on top-level declarations", a.decorator.Name))
	}
	target, ok := objectAt(args, 0)
	if !ok {
		panic(r.rt.NewTypeError("@%s was called with nothing to decorate", a.decorator.Name))
	}
	if len(args) == 1 {
		return r.applyToOwner(a, target)
	}
	rec := record{applied: a, owner: target, static: isFunction(target), member: "constructor"}
	if key := args[1]; !goja.IsUndefined(key) {
		rec.member = key.String()
	}
	if !rec.static {
		rec.owner, _ = target.Get("constructor").(*goja.Object)
	}
	third := goja.Undefined()
	if len(args) > 2 {
		third = args[2]
	}
	switch {
	case isNumber(third):
		rec.target, rec.param = manifest.OnParam, int(third.ToInteger())
	case goja.IsUndefined(third):
		rec.target = manifest.OnField
	default:
		rec.target = manifest.OnMethod
	}
	if rec.target == manifest.OnParam && rec.member == "constructor" {
		rec.static = false
	}
	r.records = append(r.records, rec)
	return goja.Undefined()
}

// applyToOwner records a decorator on a class, or on a function, which it hands back.
func (r *recorder) applyToOwner(a applied, target *goja.Object) Value {
	if !isFunction(target) {
		panic(r.rt.NewTypeError("@%s decorates a class, a member or a function, not %s", a.decorator.Name, target.ClassName()))
	}
	rec := record{applied: a, owner: target, target: manifest.OnFunction}
	if isClass(target) {
		rec.target = manifest.OnClass
	}
	r.records = append(r.records, rec)
	return target
}

// Locked implements Recorder.
func (r *recorder) Locked() bool { return r.locked }

// fingerprint tells whether two VMs declared the same.
func (r *recorder) fingerprint() uint64 {
	h := fnv.New64a()
	for _, rec := range r.records {
		fmt.Fprintf(h, "%s|%d|%s|%d\n", rec.decorator.Name, rec.target, rec.member, rec.param)
	}
	return h.Sum64()
}

// declarations converts the records of a VM whose modules have all been registered.
// Records whose owner is not exported are handed to lost.
func (in *instance) declarations(r *recorder, lost func(record)) []manifest.Declaration {
	var list []manifest.Declaration
	for _, rec := range r.records {
		ref, ok := in.refs[rec.owner]
		if !ok {
			lost(rec)
			continue
		}
		list = append(list, manifest.Declaration{
			Decorator: rec.decorator.Name, Target: rec.target, Owner: ref, Member: rec.member,
			Static: rec.static, Param: rec.param, Options: in.options(r, rec.applied),
		})
	}
	return list
}

// options makes the arguments plain: a positional first one has the name the listing
// gives it, an object's properties are the others.
func (in *instance) options(r *recorder, a applied) manifest.Options {
	options := manifest.Options{}
	for i, arg := range a.args {
		object, isObject := arg.(*goja.Object)
		switch {
		case isObject && object.ClassName() == "Object":
			for _, key := range object.Keys() {
				options[key] = in.plain(r, object.Get(key), 0)
			}
		case i == 0 && !goja.IsUndefined(arg):
			name := a.decorator.First
			if name == "" {
				name = "first argument"
			}
			options[name] = in.plain(r, arg, 0)
		}
	}
	return options
}

// maxOptionDepth bounds nesting; an object that contains itself stops there.
const maxOptionDepth = 8

func (in *instance) plain(r *recorder, value Value, depth int) any {
	object, ok := value.(*goja.Object)
	if !ok {
		return plainScalar(value)
	}
	if ref, ok := in.refs[object]; ok {
		return ref
	}
	if a, ok := r.known[object]; ok {
		return manifest.ParamDecorator{Decorator: a.decorator.Name, Options: in.options(r, a)}
	}
	if depth >= maxOptionDepth {
		return nil
	}
	switch object.ClassName() {
	case "Array":
		n := int(object.Get("length").ToInteger())
		items := make([]any, n)
		for i := range items {
			items[i] = in.plain(r, object.Get(fmt.Sprint(i)), depth+1)
		}
		return items
	case "Object":
		fields := map[string]any{}
		for _, key := range object.Keys() {
			fields[key] = in.plain(r, object.Get(key), depth+1)
		}
		return fields
	}
	return object.String()
}

func plainScalar(value Value) any {
	if goja.IsUndefined(value) || goja.IsNull(value) {
		return nil
	}
	switch v := value.Export().(type) {
	case int64, float64, bool, string:
		return v
	default:
		return value.String()
	}
}

func objectAt(args []Value, i int) (*goja.Object, bool) {
	if i >= len(args) {
		return nil, false
	}
	object, ok := args[i].(*goja.Object)
	return object, ok
}

func isMemberTarget(v Value) bool {
	object, ok := v.(*goja.Object)
	return ok && (isFunction(object) || object.Get("constructor") != nil)
}

func isFunction(v Value) bool {
	object, ok := v.(*goja.Object)
	return ok && object.ClassName() == "Function"
}

func isNumber(v Value) bool {
	switch v.ExportType() {
	case nil:
		return false
	}
	_, isInt := v.Export().(int64)
	return isInt
}

// isClass tells a class from a function: only a function can be called, and a class's
// prototype property is not writable, while arrow functions have none.
func isClass(f *goja.Object) bool {
	text := f.String()
	return len(text) > 5 && text[:5] == "class"
}
