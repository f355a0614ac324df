package engine

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// recorder holds the decorators of one VM: functions that scripts import and that leave a record. Legacy
// decorators are called with (class), with (prototype or class, member, descriptor) or with (prototype or class,
// member, index).
type recorder struct {
	vm         *vm.VM
	rt         *goja.Runtime
	descriptor goja.Callable            // the original Object.getOwnPropertyDescriptor
	known      map[*goja.Object]applied // decorators as values: params: {a: RequestParam()}; nil once they have been read
	records    []record                 // nil once the VM is wired
	kept       map[int]applied          // of the records, by index: those that are needed later
	own        []*ownConstraint
	uses       []constraintUse // of constraints of the application; the manifest refers to them by index
	standards  []*goja.Object  // schemas of libraries that decorators, and then types, name
	locked     bool
}

// applied is a decorator with its arguments.
type applied struct {
	decorator *declared.Decorator
	args      []Value
	use       int // index of the use of a constraint of the application, counting from 1; 0 for any other decorator
}

// isValue reports whether argument i is a value even if it is an object, rather than an object of further options.
func (a applied) isValue(i int) bool { return i > 0 && a.decorator.Objects }

// record is the use of a decorator, still in script values.
type record struct {
	applied
	target declared.Target
	owner  *goja.Object // class constructor or function
	member string
	static bool
	param  int
}

func newRecorder(v *vm.VM) *recorder {
	rt := v.Runtime
	descriptor, _ := goja.AssertFunction(rt.Get("Object").(*goja.Object).Get("getOwnPropertyDescriptor"))
	return &recorder{vm: v, rt: rt, descriptor: descriptor, known: map[*goja.Object]applied{}}
}

// install adds the decorators to the exports.
func (r *recorder) install(exports *goja.Object) {
	decorators := build.Decorators()
	for i := range decorators {
		d := &decorators[i]
		function := r.rt.ToValue(func(call goja.FunctionCall) Value { return r.call(d, call) }).(*goja.Object)
		_ = function.DefineDataProperty("name", r.rt.ToValue(d.Name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		r.known[function] = applied{decorator: d}
		_ = exports.Set(d.Name, function)
	}
	_ = exports.Set(schema.OwnConstraint, r.rt.ToValue(r.makeConstraint))
}

// call handles the bare form, @McpTool, and the called form, @McpTool({…}).
func (r *recorder) call(d *declared.Decorator, call goja.FunctionCall) Value {
	args := call.Arguments
	if len(args) == 3 && isMemberTarget(args[0]) && isMemberName(args[1]) {
		return r.apply(applied{decorator: d}, args)
	}
	if len(args) == 1 && isFunction(args[0]) && d.Targets&(declared.OnClass|declared.OnFunction) != 0 && !d.TakesClass() {
		return r.apply(applied{decorator: d}, args)
	}
	if len(args) > 1 && isFunction(args[len(args)-1]) && d.Targets&declared.OnFunction != 0 {
		panic(r.vm.ErrorValue(fault.New("engine.decorate", fault.Invalid, d.Name+" got its options and the function in one call").
			WithHint("pass the function in a second call: " + d.Name + "(…)((name) => …)")))
	}
	with := applied{decorator: d, args: slices.Clone(args)} // the arguments are on the VM's stack
	function := r.rt.ToValue(func(call goja.FunctionCall) Value { return r.apply(with, call.Arguments) }).(*goja.Object)
	if !r.locked { // later it can decorate nothing
		r.known[function] = with
	}
	return function
}

// keep forgets all records but those with script values that the manifest refers to.
func (r *recorder) keep(m *manifest.Manifest) {
	r.kept = map[int]applied{}
	for _, advised := range m.Advised {
		for _, aspect := range advised.Aspects {
			r.kept[aspect.Record] = r.records[aspect.Record].applied
		}
	}
	for _, listener := range m.Listeners {
		r.kept[listener.Record] = r.records[listener.Record].applied
	}
	r.records = nil
}

// option returns an option of a record as a script value; see [applied.option].
func (r *recorder) option(record int, name string) Value {
	if r.kept != nil {
		return r.kept[record].option(name)
	}
	return r.records[record].option(name)
}

// apply records the use of a decorator on a target.
func (r *recorder) apply(a applied, args []Value) Value {
	if r.locked {
		panic(r.rt.NewTypeError("@%s was applied after the application had started; "+
			"decorators belong on top-level declarations", r.nameOf(a)))
	}
	target, ok := objectAt(args, 0)
	if !ok {
		panic(r.rt.NewTypeError("@%s was called with nothing to decorate", r.nameOf(a)))
	}
	if len(args) == 1 {
		return r.applyToOwner(a, target)
	}
	r.records = append(r.records, memberRecord(a, target, args))
	return goja.Undefined()
}

// nameOf returns the name of a decorator for messages.
func (r *recorder) nameOf(a applied) string {
	if a.use > 0 {
		return declared.ShownConstraint(r.uses[a.use-1].name)
	}
	return a.decorator.Name
}

// memberRecord reads (prototype or class, member, descriptor, index or undefined): a field has no descriptor, and
// a parameter of the constructor has no member.
func memberRecord(a applied, target *goja.Object, args []Value) record {
	rec := record{applied: a, owner: target, static: isFunction(target), member: "constructor", target: declared.OnMethod}
	if key := args[1]; !goja.IsUndefined(key) {
		rec.member = key.String()
	}
	if !rec.static {
		rec.owner, _ = target.Get("constructor").(*goja.Object)
	}
	switch third := argument(args, 2); {
	case isIndex(third):
		rec.target, rec.param = declared.OnParam, int(third.ToInteger())
		rec.static = rec.static && rec.member != "constructor"
	case goja.IsUndefined(third):
		rec.target = declared.OnField
	}
	return rec
}

// applyToOwner records a decorator on a class or a function, and returns its target.
func (r *recorder) applyToOwner(a applied, target *goja.Object) Value {
	if !isFunction(target) {
		panic(r.rt.NewTypeError("@%s can decorate a class, a member or a function, but got %s",
			r.nameOf(a), nameKind(target)))
	}
	rec := record{applied: a, owner: target, target: declared.OnFunction}
	if r.isClass(target) {
		rec.target = declared.OnClass
	}
	r.records = append(r.records, rec)
	return target
}

// isClass reports whether a function is a class: the prototype of a class cannot be replaced, that of a function
// can, and arrow functions, methods and async functions have no prototype.
func (r *recorder) isClass(f *goja.Object) bool {
	found, err := r.descriptor(goja.Undefined(), f, r.rt.ToValue("prototype"))
	if err != nil {
		return false
	}
	descriptor, ok := found.(*goja.Object)
	return ok && !descriptor.Get("writable").ToBoolean()
}

func objectAt(args []Value, i int) (*goja.Object, bool) {
	object, ok := argument(args, i).(*goja.Object)
	return object, ok
}

func argument(args []Value, i int) Value {
	if i >= len(args) {
		return goja.Undefined()
	}
	return args[i]
}

func isMemberTarget(v Value) bool {
	object, ok := v.(*goja.Object)
	return ok && (isFunction(object) || object.Get("constructor") != nil)
}

// isMemberName reports whether v is the name of a member, which is undefined for a constructor, rather than
// another argument, as in Each(NotBlank, Email, Unique).
func isMemberName(v Value) bool {
	_, isObject := v.(*goja.Object)
	return !isObject
}

// isFunction reports whether v can be called: a function, an async function, a generator or a class.
func isFunction(v Value) bool {
	_, ok := goja.AssertFunction(v)
	return ok
}

func isIndex(v Value) bool {
	if _, isObject := v.(*goja.Object); isObject {
		return false // to export a descriptor makes a map
	}
	_, ok := v.Export().(int64)
	return ok
}

// nameKind describes the kind of an object for messages.
func nameKind(o *goja.Object) string {
	if o.ClassName() == "Array" {
		return "an array"
	}
	return "an object"
}
