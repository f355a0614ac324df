package engine

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/fault"
)

// instance is what one VM holds: the classes the application exports, its beans, and
// its handlers by index.
type instance struct {
	vm       *vm.VM
	host     Runtime
	exports  map[manifest.Ref]*goja.Object
	refs     map[*goja.Object]manifest.Ref
	classes  map[manifest.Ref]*class
	beans    []Value
	handlers []bound
	scope    Scope

	date, bytes *goja.Object // constructors as they were at the start
}

// class is a constructor, its prototype, and the names the prototype itself defines.
type class struct {
	constructor, prototype *goja.Object
	members                map[string]bool
}

// bound is a handler ready to be called.
type bound struct {
	call goja.Callable
	this Value
}

func newInstance(v *vm.VM) *instance {
	in := &instance{
		vm: v, exports: map[manifest.Ref]*goja.Object{}, refs: map[*goja.Object]manifest.Ref{},
		classes: map[manifest.Ref]*class{},
		date:    v.Runtime.Get("Date").(*goja.Object),
		bytes:   v.Runtime.Get("Uint8Array").(*goja.Object),
	}
	in.scope = Scope{Maker: Maker{rt: v.Runtime, instance: in}, VM: v}
	v.Data = in
	return in
}

func instanceOf(v *vm.VM) *instance { return v.Data.(*instance) }

// register takes in the exports of one file. A class that several files export belongs
// to the one that declares it, which owns says.
func (in *instance) register(file string, namespace *goja.Object, owns func(manifest.Ref) bool) {
	for _, name := range namespace.Keys() {
		object, ok := namespace.Get(name).(*goja.Object)
		if !ok || !isFunction(object) {
			continue
		}
		ref := manifest.Ref{File: file, Export: name}
		in.exports[ref] = object
		if _, known := in.refs[object]; !known || owns(ref) {
			in.refs[object] = ref
		}
	}
}

// class finds the constructor of an exported class.
func (in *instance) class(ref manifest.Ref) (*class, error) {
	if known, ok := in.classes[ref]; ok {
		return known, nil
	}
	constructor, ok := in.exports[ref]
	if !ok {
		return nil, fault.New("engine.class", fault.Internal, fmt.Sprintf("the class %s of %s is not exported", ref.Export, ref.File))
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

// wire makes every bean in order and binds every handler.
func (in *instance) wire(m *manifest.Manifest, boot *bootContext) error {
	in.beans = make([]Value, len(m.Beans))
	for i, bean := range m.Beans {
		value, err := in.bean(m, bean, boot)
		if err != nil {
			return &beanError{bean: bean, err: err}
		}
		in.beans[i] = value
	}
	return in.bind(m)
}

func (in *instance) bean(m *manifest.Manifest, bean *manifest.Bean, boot *bootContext) (Value, error) {
	value, err := in.create(m, bean, boot)
	if err != nil {
		return nil, err
	}
	object, ok := value.(*goja.Object)
	if !ok {
		return value, nil
	}
	for _, injection := range bean.Fields {
		if !injection.Keep {
			setOwn(object, injection.Field, in.injected(injection))
		}
	}
	for _, hook := range bean.Init {
		if err := in.callHook(object, hook, boot); err != nil {
			return nil, err
		}
	}
	return value, nil
}

func (in *instance) create(m *manifest.Manifest, bean *manifest.Bean, boot *bootContext) (Value, error) {
	switch bean.Stereotype {
	case manifest.Supplied:
		return in.host.Bean(bean.Name)
	case manifest.Produced:
		return in.produce(bean, boot)
	}
	class, err := in.class(bean.Class)
	if err != nil {
		return nil, err
	}
	var object *goja.Object
	err = in.vm.Run(nil, func() error {
		object, err = in.vm.Runtime.New(class.constructor, in.arguments(bean)...)
		return err
	})
	return object, err
}

// produce calls a @Bean method and awaits what it returns.
func (in *instance) produce(bean *manifest.Bean, boot *bootContext) (Value, error) {
	factory := in.beans[bean.Factory].(*goja.Object)
	method, ok := goja.AssertFunction(factory.Get(bean.FactoryMethod))
	if !ok {
		return nil, fmt.Errorf("%s is not a method", bean.FactoryMethod)
	}
	var made Value
	err := in.vm.Run(nil, func() (err error) {
		made, err = method(factory, in.arguments(bean)...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return in.vm.Await(boot.ctx, made)
}

func (in *instance) arguments(bean *manifest.Bean) []Value {
	values := make([]Value, len(bean.Arguments))
	for i, injection := range bean.Arguments {
		values[i] = in.injected(injection)
	}
	return values
}

func (in *instance) injected(injection manifest.Injection) Value {
	switch {
	case injection.Keep:
		return goja.Undefined()
	case injection.IsValue:
		return in.scope.Plain(injection.Value)
	}
	return in.beans[injection.Bean]
}

// callHook calls a lifecycle method and awaits it.
func (in *instance) callHook(object *goja.Object, name string, boot *bootContext) error {
	method, ok := goja.AssertFunction(object.Get(name))
	if !ok {
		return fmt.Errorf("the lifecycle method %s does not exist", name)
	}
	var result Value
	err := in.vm.Run(nil, func() (err error) {
		result, err = method(object)
		return err
	})
	if err != nil {
		return err
	}
	_, err = in.vm.Await(boot.ctx, result)
	return err
}

// bind resolves every handler to a function and its this.
func (in *instance) bind(m *manifest.Manifest) error {
	in.handlers = make([]bound, len(m.Handlers))
	for i, h := range m.Handlers {
		this, function := goja.Undefined(), Value(in.exports[h.Owner])
		if h.Bean >= 0 {
			this = in.beans[h.Bean]
			function = this.(*goja.Object).Get(h.Method)
		}
		call, ok := goja.AssertFunction(function)
		if !ok {
			return fmt.Errorf("%s is not a function", h.Name)
		}
		in.handlers[i] = bound{call, this}
	}
	return nil
}

// Plain makes a script value of a plain Go value: string, bool, int64, float64, nil,
// []any, map[string]any.
func (m Maker) Plain(value any) Value {
	switch v := value.(type) {
	case []any:
		items := make([]Value, len(v))
		for i, item := range v {
			items[i] = m.Plain(item)
		}
		return m.List(items)
	case map[string]any:
		object := m.rt.NewObject()
		for key, item := range v {
			setOwn(object, key, m.Plain(item))
		}
		return object
	}
	return m.rt.ToValue(value)
}
