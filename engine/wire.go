package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/startup"
)

// beanError is the error of a bean that could not be made.
type beanError struct {
	bean  *manifest.Bean
	place fault.Place // of the hook that failed, or else of the bean
	err   error
}

func (e *beanError) Error() string { return e.bean.Name + ": " + e.err.Error() }
func (e *beanError) Unwrap() error { return e.err }

// wire creates the beans of a VM.
func (a *Application) wire(ctx context.Context, in *instance) error {
	if problems := in.applyFakes(a.manifest); len(problems) > 0 {
		return problems
	}
	ctx, cancel := context.WithTimeout(ctx, a.options.BootTimeout)
	defer cancel()
	defer in.can.release()
	in.learnSchemas()
	w := wiring{in, ctx, a.manifest}
	if err := w.repositories(); err != nil {
		return err
	}
	if err := w.advise(); err != nil {
		return a.beanProblem(in, err)
	}
	if err := in.vm.Bounded(ctx, a.options.BootTimeout, w.beans); err != nil {
		return a.beanProblem(in, err)
	}
	if err := in.vm.Bounded(ctx, a.options.BootTimeout, w.interceptors); err != nil {
		return a.beanProblem(in, err)
	}
	if err := in.bind(a.manifest); err != nil {
		return a.beanProblem(in, err)
	}
	if err := in.vm.Bounded(ctx, a.options.BootTimeout, w.started); err != nil {
		return a.beanProblem(in, err)
	}
	in.records.keep(a.manifest)
	return nil
}

// wiring makes the beans of one VM. Its context bounds the time to wait for their promises; without a context,
// when a bean is made later, promises cannot be waited for.
type wiring struct {
	*instance
	ctx      context.Context
	manifest *manifest.Manifest
}

// beans makes every bean in order: it creates, injects and initialises each.
func (w wiring) beans() error {
	w.instance.beans = make([]Value, len(w.manifest.Beans))
	for i, bean := range w.manifest.Beans {
		if bean.Lazy {
			continue
		}
		_, end := startup.Step(w.ctx, "engine.bean", startup.Text("bean", bean.Name))
		err := w.make(i)
		end()
		if err != nil {
			return err
		}
	}
	return nil
}

// make makes one bean, whose dependencies have been made.
func (w wiring) make(i int) error {
	if fake, ok := w.faked[i]; ok {
		w.instance.beans[i] = fake
		return nil
	}
	bean := w.manifest.Beans[i]
	value, err := w.create(bean)
	if err != nil {
		return &beanError{bean, bean.Place, err}
	}
	w.instance.beans[i] = value
	object, ok := value.(*goja.Object)
	if !ok {
		if len(bean.Init)+len(bean.Destroy) > 0 {
			return &beanError{bean, bean.Place, fmt.Errorf("it is %s, which has no lifecycle methods", vm.Describe(value))}
		}
		return nil
	}
	return w.initialise(bean, object)
}

func (w wiring) create(bean *manifest.Bean) (Value, error) {
	if bean.Stereotype == manifest.Supplied {
		return w.realm.Bean(bean.Name, "")
	}
	args, err := w.arguments(bean)
	if err != nil {
		return nil, err
	}
	if bean.Stereotype == manifest.Produced {
		factory := w.instance.beans[bean.Factory].(*goja.Object)
		return w.call(factory, bean.FactoryMethod, args...)
	}
	class, err := w.class(bean.Class)
	if err != nil {
		return nil, err
	}
	var object *goja.Object
	err = w.vm.Run(nil, func() error {
		object, err = w.vm.Runtime.New(class.constructor, args...)
		return err
	})
	return object, err
}

// initialise sets the fields and calls the hooks.
func (w wiring) initialise(bean *manifest.Bean, object *goja.Object) error {
	if err := w.configure(bean.Settings, object); err != nil {
		return &beanError{bean, bean.Place, err}
	}
	for _, injection := range bean.Fields {
		if injection.Keep {
			continue
		}
		var err error
		if injection.Lazy {
			err = w.injectLater(bean, object, injection)
		} else {
			err = w.inject(bean, object, injection)
		}
		if err != nil {
			return &beanError{bean, injection.Place, err}
		}
	}
	if err := w.checkSettings(bean.Settings, object); err != nil {
		return &beanError{bean, bean.Place, err}
	}
	for _, hook := range bean.Init {
		if _, err := w.call(object, hook.Method); err != nil {
			return &beanError{bean, hook.Place, err}
		}
	}
	for _, hook := range bean.Destroy {
		if !isFunction(object.Get(hook.Method)) {
			return &beanError{bean, hook.Place, fmt.Errorf("it has no method %s", hook.Method)}
		}
	}
	return nil
}

func (w wiring) inject(bean *manifest.Bean, object *goja.Object, injection manifest.Injection) error {
	value, err := w.injected(bean, injection)
	if err != nil {
		return err
	}
	return setOwn(object, injection.Field, value)
}

// call calls a method and awaits what it returns.
func (w wiring) call(object *goja.Object, name string, args ...Value) (Value, error) {
	method, ok := goja.AssertFunction(object.Get(name))
	if !ok {
		return nil, fmt.Errorf("it has no method %s", name)
	}
	var result Value
	err := w.vm.Run(nil, func() (err error) {
		result, err = method(object, args...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return w.settled(result)
}

// settled waits for what a script has returned.
func (w wiring) settled(result Value) (Value, error) {
	if w.ctx == nil {
		return settledNow(result)
	}
	return w.vm.Await(w.ctx, result)
}

func (w wiring) arguments(bean *manifest.Bean) (values []Value, err error) {
	values = make([]Value, len(bean.Arguments))
	for i, injection := range bean.Arguments {
		if values[i], err = w.injected(bean, injection); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// injected returns the value of an injection.
func (w wiring) injected(asker *manifest.Bean, injection manifest.Injection) (Value, error) {
	switch {
	case injection.Keep:
		return goja.Undefined(), nil
	case injection.IsValue:
		return w.configured(injection)
	case injection.IsList:
		return w.listed(injection.Beans), nil
	}
	wanted := w.manifest.Beans[injection.Bean]
	if _, faked := w.faked[injection.Bean]; wanted.PerAsker && !faked {
		return w.realm.Bean(wanted.Name, w.manifest.Asker(asker))
	}
	return w.instance.beans[injection.Bean], nil
}

// configured makes a value of the configuration, and checks it with the constraints that the application has made.
func (w wiring) configured(injection manifest.Injection) (value Value, err error) {
	if injection.Type == nil {
		return w.scope.Plain(injection.Value), nil
	}
	err = w.vm.Run(nil, func() (err error) {
		value, err = schema.Remake(w.scope.Maker, injection.Type, injection.Value)
		return err
	})
	if refusal, ok := errors.AsType[*schema.Refusal](err); ok {
		err = fault.New("engine.wire", fault.Invalid, "a configured value violates a constraint: "+refusal.Error()).
			WithHint("correct the value or the constraint")
	}
	return value, err
}

// listed makes a list of beans; each injection gets a list of its own.
func (w wiring) listed(beans []int) Value {
	list := make([]Value, len(beans))
	for i, bean := range beans {
		list[i] = w.instance.beans[bean]
	}
	return w.scope.List(list)
}

// destroy calls the OnWorkerStop hooks and then the PreDestroy hooks, last bean first. An asynchronous hook does
// not continue after it has waited for the host.
func (a *Application) destroy(v *vm.VM) {
	in := instanceOf(v)
	defer in.can.drop()
	defer in.can.release()
	for i, bean := range slices.Backward(a.manifest.Beans) {
		if object, ok := in.beans[i].(*goja.Object); ok && in.faked[i] == nil {
			for _, hook := range bean.WorkerStop {
				a.destroyBean(v, object, hook)
			}
		}
	}
	for i := len(in.beans) - 1; i >= 0; i-- {
		object, ok := in.beans[i].(*goja.Object)
		if _, faked := in.faked[i]; faked || !ok {
			continue
		}
		for _, hook := range a.manifest.Beans[i].Destroy {
			a.destroyBean(v, object, hook)
		}
	}
}

func (a *Application) destroyBean(v *vm.VM, object *goja.Object, hook manifest.Hook) {
	method, ok := goja.AssertFunction(object.Get(hook.Method))
	if !ok {
		return
	}
	err := v.Run(nil, func() error {
		result, err := method(object)
		if promise, ok := vm.AsPromise(result); ok && promise.State() == goja.PromiseStatePending {
			a.options.Log.Warn("a method that is called at shutdown awaits something, which is not waited for", "at", hook.Place.String())
		}
		return err
	})
	if err != nil {
		a.uncaught(v, nil, err)
	}
}
