package engine

import (
	"fmt"
	"sync"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/records"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// instance is what one VM holds: the classes the application exports, its beans, and
// its handlers by index.
type instance struct {
	app        *Application
	vm         *vm.VM
	realm      Realm
	can        capabilities            // of the realm
	modules    map[string]*goja.Object // by file: an object of what it exports; empty unless the application is live
	exports    map[manifest.Ref]*goja.Object
	refs       map[*goja.Object]manifest.Ref
	classes    map[manifest.Ref]*class
	records    *recorder                     // of the uses of decorators
	prototypes map[*goja.Object]manifest.Ref // those of exported classes; other classes have the zero Ref
	beans      []Value
	handlers   []bound

	interceptors    []hooks     // in the order they are called
	toolHooks       []toolHooks // in the order they are called
	errorController bound

	schemas    map[manifest.Ref]*goja.Object // what files export and is a schema of a library, but no function
	validators []validator                   // of schemas, by index; read when they are first asked

	locals  map[localClass]*goja.Object // the prototypes of classes that their files do not export
	layouts layouts
	roots   map[*goja.Object]string           // by prototype: the names of the XML elements of classes
	memo    map[any]Value                     // see Maker.Memoize
	filled  map[*schema.Class]*records.Layout // see Maker.layout
	scope   Scope
	builtin builtins

	offered *goja.Object // by name: the exports of the modules beside "fwrun"
	fakes   []fake
	faked   map[int]Value // by the index of the bean that each replaces
	making  []int         // lazy beans that are being made
}

// builtins holds objects of the language as they were before any script could replace them.
type builtins struct {
	date, bytes   *goja.Object  // constructors
	objects       *goja.Object  // Object.prototype
	arrays        *goja.Object  // Array.prototype
	dates         *goja.Object  // Date.prototype
	dateToJSON    Value         // Date.prototype.toJSON
	asyncIterator *goja.Symbol  // which "fwrun" adds to the language
	freeze        goja.Callable // Object.freeze
	nothing       goja.Callable // a script function that does nothing but can be interrupted
}

// localClass is a class that its file does not export.
type localClass struct{ file, name string }

// class is a constructor, its prototype, and the names that the prototype itself defines.
type class struct {
	constructor, prototype *goja.Object
	members                map[string]bool
}

// bound is a handler ready to be called.
type bound struct {
	call  goja.Callable
	this  Value
	guard hooks // of its controller, if this is a ControllerInterceptor
}

func newInstance(v *vm.VM) *instance {
	in := &instance{
		vm: v, modules: map[string]*goja.Object{}, exports: map[manifest.Ref]*goja.Object{}, refs: map[*goja.Object]manifest.Ref{},
		classes: map[manifest.Ref]*class{}, prototypes: map[*goja.Object]manifest.Ref{}, memo: map[any]Value{}, locals: map[localClass]*goja.Object{},
		filled: map[*schema.Class]*records.Layout{}, schemas: map[manifest.Ref]*goja.Object{},
	}
	in.builtin.date = v.Runtime.Get("Date").(*goja.Object)
	in.builtin.bytes = v.Runtime.Get("Uint8Array").(*goja.Object)
	in.builtin.objects = v.Runtime.NewObject().Prototype()
	in.builtin.arrays = v.Runtime.NewArray().Prototype()
	in.builtin.dates = in.builtin.date.Get("prototype").(*goja.Object)
	in.builtin.dateToJSON = in.builtin.dates.Get("toJSON")
	in.builtin.freeze, _ = goja.AssertFunction(v.Runtime.Get("Object").(*goja.Object).Get("freeze"))
	nothing, _ := v.Runtime.RunProgram(nothing())
	in.builtin.nothing, _ = goja.AssertFunction(nothing)
	in.scope = Scope{Maker: Maker{rt: v.Runtime, instance: in}, VM: v}
	v.Data = in
	return in
}

var nothing = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("fwrun:nothing", "(() => {})", true)
})

func instanceOf(v *vm.VM) *instance { return v.Data.(*instance) }

// class returns an exported class with its constructor.
func (in *instance) class(ref manifest.Ref) (*class, error) {
	if known, ok := in.classes[ref]; ok {
		return known, nil
	}
	constructor, ok := in.exports[ref]
	if !ok {
		return nil, fault.New("engine.class", fault.Internal,
			fmt.Sprintf("the class %s of %s is not exported", ref.Export, ref.File))
	}
	prototype, ok := constructor.Get("prototype").(*goja.Object)
	if !ok {
		return nil, fault.New("engine.class", fault.Internal, fmt.Sprintf("%s of %s is not a class", ref.Export, ref.File))
	}
	known := &class{constructor, prototype, map[string]bool{}}
	for _, name := range prototype.GetOwnPropertyNames() {
		known.members[name] = true
	}
	in.classes[ref] = known
	return known, nil
}

// bind resolves every handler to a function and the value of this.
func (in *instance) bind(m *manifest.Manifest) error {
	in.builtin.asyncIterator, _ = in.vm.Runtime.Get("Symbol").(*goja.Object).Get("asyncIterator").(*goja.Symbol)
	in.handlers = make([]bound, len(m.Handlers))
	for i, h := range m.Handlers {
		this, function := goja.Undefined(), Value(in.exports[h.Owner])
		if h.Bean >= 0 {
			this = in.beans[h.Bean]
			if object, ok := this.(*goja.Object); ok {
				function = object.Get(h.Method)
			} else {
				function = this // the fake is not an object
			}
		}
		call, ok := goja.AssertFunction(function)
		if _, isFaked := in.faked[h.Bean]; !ok && isFaked { // a test fakes what it needs
			call, ok = lacking(h.Name), true
		}
		if !ok {
			return fmt.Errorf("%s is not a function", h.Name)
		}
		in.handlers[i] = bound{call: call, this: this}
		if object, isObject := this.(*goja.Object); isObject && h.Guarded {
			in.handlers[i].guard = in.hooksOf(object, "ControllerInterceptor")
		}
	}
	if err := in.bindErrorController(m); err != nil {
		return err
	}
	if err := in.bindToolHooks(m); err != nil {
		return err
	}
	return in.learnLayouts(m)
}

// lacking returns what is called in place of a method that a fake does not have.
func lacking(method string) goja.Callable {
	return func(goja.Value, ...goja.Value) (goja.Value, error) {
		return nil, fmt.Errorf("the fake has no method for %s", method)
	}
}

func (in *instance) bindErrorController(m *manifest.Manifest) error {
	if m.ErrorController < 0 {
		return nil
	}
	bean := m.Beans[m.ErrorController]
	this := in.beans[m.ErrorController]
	if object, ok := this.(*goja.Object); ok {
		if call, ok := goja.AssertFunction(object.Get("handleError")); ok {
			in.errorController = bound{call: call, this: this}
			return nil
		}
	}
	return &beanError{bean, bean.Place, fmt.Errorf("it has no method handleError")}
}
