package realm

import (
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
)

// Realm is "fwrun" in one VM. It implements [engine.Realm].
type Realm struct {
	VM        *vm.VM
	Runtime   *goja.Runtime    // of the VM
	Container engine.Container // the application's classes and beans; nil without an application
	Recorded  bool             // traces may be recorded

	exports *goja.Object
	host    *goja.Object // what the scripts share, including the exports
	beans   map[string]Bean
	parts   []any
	errors  []func(error) (*goja.Object, bool) // see Convert
	then    goja.Callable                      // Promise.prototype.then as a function that takes the promise
}

var _ engine.Realm = (*Realm)(nil)

// New prepares a VM in which no script of the application has run yet. All modules can find the given parts.
func New(v *vm.VM, container engine.Container, parts ...any) *Realm {
	r := &Realm{VM: v, Runtime: v.Runtime, Container: container, beans: map[string]Bean{}, parts: parts}
	r.exports, r.host = r.Runtime.NewObject(), r.Runtime.NewObject()
	promise := r.Runtime.Get("Promise").(*goja.Object).Get("prototype").(*goja.Object)
	r.then, _ = goja.AssertFunction(promise.Get("then"))
	return r
}

// Install adds a module, or what adds it when it is used.
func (r *Realm) Install(m Module) error {
	if m.OnUse {
		r.installOnUse(m)
		return nil
	}
	for _, bean := range m.Beans {
		r.beans[bean.Name] = bean
	}
	return r.install(m)
}

// installOnUse makes exports and beans of a module that add it when one of them is used.
func (r *Realm) installOnUse(m Module) {
	use := sync.OnceValue(func() error { return r.install(m) })
	for _, name := range m.Exports {
		get := r.Runtime.ToValue(func(goja.FunctionCall) goja.Value {
			if err := use(); err != nil {
				panic(r.Thrown(err))
			}
			return r.host.Get(name)
		})
		_ = r.exports.DefineAccessorProperty(name, get, nil, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	for _, bean := range m.Beans {
		r.beans[bean.Name] = Bean{bean.HostBean, func(r *Realm, asker string) (engine.Value, error) {
			if err := use(); err != nil {
				return nil, err
			}
			return bean.Make(r, asker)
		}}
	}
}

func (r *Realm) install(m Module) error {
	if m.Share != nil {
		for name, value := range m.Share(r) {
			r.Share(name, value)
		}
	}
	scripts, err := m.programs()
	if err != nil {
		return err
	}
	for _, script := range scripts {
		if err := r.run(script, m.Exports); err != nil {
			return err
		}
	}
	if m.Install == nil {
		return nil
	}
	part, err := m.Install(r)
	r.parts = append(r.parts, part)
	return err
}

// run runs one script of a module, and shares the members of the object that it returns.
func (r *Realm) run(script *goja.Program, exports []string) error {
	function, err := r.Runtime.RunProgram(script)
	if err != nil {
		return err
	}
	call, ok := goja.AssertFunction(function)
	if !ok {
		return fmt.Errorf("an export script is not a function")
	}
	made, err := call(goja.Undefined(), r.host)
	if err != nil {
		return err
	}
	object := made.ToObject(r.Runtime)
	for _, name := range object.Keys() {
		r.Share(name, object.Get(name))
		if slices.Contains(exports, name) {
			_ = r.exports.DefineDataProperty(name, object.Get(name), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		}
	}
	return nil
}

// Exports implements [engine.Realm].
func (r *Realm) Exports() *goja.Object { return r.exports }

// Use installs a module that waits for its use, by one of its exports.
func (r *Realm) Use(export string) error {
	if exception := r.Runtime.Try(func() { r.exports.Get(export) }); exception != nil {
		return exception
	}
	return nil
}

// Parts implements [engine.Realm].
func (r *Realm) Parts() []any { return r.parts }

// Bean implements [engine.Realm].
func (r *Realm) Bean(name, asker string) (engine.Value, error) {
	bean, ok := r.beans[name]
	if !ok {
		return nil, fmt.Errorf("there is no host bean %q", name)
	}
	return bean.Make(r, asker)
}

// Part returns the part of this VM that is a T, or that implements T. Its module has been installed before.
func Part[T any](r *Realm) (part T, err error) {
	for _, p := range r.parts {
		if part, ok := p.(T); ok {
			return part, nil
		}
	}
	return part, fmt.Errorf("no module before this one has a part that is %s", reflect.TypeFor[T]())
}

// Share sets a member of `host`, which the scripts of the modules share.
func (r *Realm) Share(name string, value any) { _ = r.host.Set(name, value) }

// Shared returns what a script of a module has returned under a name.
func (r *Realm) Shared(name string) *goja.Object { return r.host.Get(name).(*goja.Object) }

// Prototype returns the prototype of a class that a script of a module has returned.
func (r *Realm) Prototype(class string) *goja.Object {
	return r.Shared(class).Get("prototype").(*goja.Object)
}

// Call calls a static method of a class that a script of a module has returned.
func (r *Realm) Call(class, method string, args ...engine.Value) (engine.Value, error) {
	this := r.Shared(class)
	function, _ := goja.AssertFunction(this.Get(method))
	return function(this, args...)
}

// Object returns a new object of a class without calling its constructor.
func (r *Realm) Object(class string) *goja.Object { return r.Runtime.CreateObject(r.Prototype(class)) }
