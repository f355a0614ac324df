package engine

import (
	"context"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/outline"
)

// run runs the modules in a new VM, and returns what they declared.
func (a *Application) run(ctx context.Context, id int) (*instance, []declared.Declaration, error) {
	in, err := a.shell(id)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, a.options.BootTimeout)
	defer cancel()
	err = in.vm.Bounded(ctx, a.options.BootTimeout, func() error { return a.runModules(ctx, in) })
	rec := in.records
	rec.locked = true
	if err != nil {
		return nil, nil, a.moduleProblem(in, err)
	}
	declarations := in.declarations(rec)
	rec.known = nil // as many functions as there are uses of decorators
	return in, declarations, nil
}

// runModules evaluates the bundle: all modules, then one register call for each file. Before it, packages that have a program of their own say
// what the modules find them by.
func (a *Application) runModules(ctx context.Context, in *instance) error {
	require := in.lateRequire()
	if a.packages != nil {
		files := in.vm.Runtime.NewObject()
		if err := in.offered.Set(bundle.Apart, files); err != nil {
			return err
		}
		register := func(call goja.FunctionCall) Value {
			_ = files.Set(call.Argument(0).String(), call.Argument(1)) // a new property of a new object
			return goja.Undefined()
		}
		if err := a.evaluateProgram(ctx, in, a.packages, register, require); err != nil {
			return err
		}
	}
	return a.evaluateProgram(ctx, in, a.program, a.registrar(in), require)
}

// evaluateProgram calls the function that a program is.
func (a *Application) evaluateProgram(
	ctx context.Context, in *instance, program *goja.Program, register func(goja.FunctionCall) Value, require Value,
) error {
	var evaluated Value
	err := in.vm.Run(nil, func() error {
		call, err := a.mainOf(in, program)
		if err != nil {
			return err
		}
		arguments := []Value{
			in.realm.Exports(), in.vm.Runtime.ToValue(register), in.offered, in.vm.Runtime.ToValue(in.keep), require,
		}
		if counter := a.instrumented.counter(in.vm.Runtime); counter != nil {
			arguments = append(arguments, counter)
		}
		evaluated, err = call(goja.Undefined(), arguments...)
		return err
	})
	if err != nil {
		return err
	}
	_, err = in.vm.Await(ctx, evaluated)
	return err
}

// registrar returns the function that registers the exports of a file when all modules have run.
func (a *Application) registrar(in *instance) func(goja.FunctionCall) Value {
	return func(call goja.FunctionCall) Value {
		file, namespace := call.Argument(0).String(), call.Argument(1).(*goja.Object)
		if file == a.options.Test {
			return goja.Undefined()
		}
		if a.live {
			in.modules[file] = namespace
		}
		for _, name := range namespace.Keys() {
			object, ok := namespace.Get(name).(*goja.Object)
			ref := manifest.Ref{File: file, Export: name}
			if !ok || !isFunction(object) {
				if ok && isStandard(in.vm.Runtime, object) {
					in.schemas[ref] = object
				}
				continue
			}
			class, owned := a.outline.Declares(file, name)
			in.register(ref, object, owned)
			if class != nil {
				in.rename(object, class)
			}
		}
		return goja.Undefined()
	}
}

// keep registers a class that its file does not export.
func (in *instance) keep(call goja.FunctionCall) Value {
	file, classes := call.Argument(0).String(), call.Argument(1).(*goja.Object)
	for _, name := range classes.Keys() {
		if class, ok := classes.Get(name).(*goja.Object); ok {
			if prototype, ok := class.Get("prototype").(*goja.Object); ok {
				in.locals[localClass{file, name}] = prototype
			}
		}
	}
	return goja.Undefined()
}

// register registers one export. A class that several files export belongs to the file that declares it.
func (in *instance) register(ref manifest.Ref, object *goja.Object, owned bool) {
	in.exports[ref] = object
	if _, known := in.refs[object]; !known || owned {
		in.refs[object] = ref
	}
}

// rename restores the name of a class: if several classes have the same name, the compiler renames all but the
// first.
func (in *instance) rename(constructor *goja.Object, class *outline.Class) {
	if class.NamesItself() || class.Name == "" || constructor.Get("name").String() == class.Name {
		return
	}
	name := in.vm.Runtime.ToValue(class.Name)
	_ = constructor.DefineDataProperty("name", name, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
