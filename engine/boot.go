package engine

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// Options say how an application is booted. Folder, API and Expand are required.
type Options struct {
	Folder string // absolute
	API    API
	Scan   []string // folders or globs; empty for the whole application

	// Expand resolves the placeholders of a text; see [manifest.Input].
	Expand func(text string, place fault.Place) (value any, missing bool, problem *fault.Diagnostic)

	Pool        vm.Options    // Make, Drop and MakeFailed are the engine's
	BootTimeout time.Duration // for module code and start-up hooks of one VM; 30 s
	Log         *slog.Logger  // slog.Default() when nil
}

// Application is one running generation.
type Application struct {
	manifest *manifest.Manifest
	options  Options
	program  *goja.Program
	pool     *vm.Pool
	project  *source.Project
	scanned  []string // files whose stereotypes count; the project holds what they import too
	print    uint64   // of what the modules declare, the same in every VM
	problems fault.List
}

// Manifest is what the application declared.
func (a *Application) Manifest() *manifest.Manifest { return a.manifest }

// Warnings are the mistakes that did not stop the boot.
func (a *Application) Warnings() fault.List { return a.problems }

// Close refuses new invocations, waits for those in flight until ctx ends, and calls
// the PreDestroy hooks.
func (a *Application) Close(ctx context.Context) { a.pool.Close(ctx) }

// Workers is how many VMs there are, and how many of them are busy.
func (a *Application) Workers() (total, busy int) { return a.pool.Size() }

// bootContext bounds the waiting of one VM's start-up.
type bootContext struct{ ctx context.Context }

// Boot builds an application. The error is a [fault.List] when the application is at
// fault: then it holds everything that was found.
func Boot(ctx context.Context, options Options) (*Application, error) {
	if options.Log == nil {
		options.Log = slog.Default()
	}
	if options.BootTimeout == 0 {
		options.BootTimeout = 30 * time.Second
	}
	guard.BoundRegexps(cmp.Or(options.Pool.CPUTimeout, vm.DefaultCPUTimeout) + 100*time.Millisecond)
	a := &Application{options: options}
	first, err := a.load(ctx)
	if err != nil {
		return nil, a.complete(err)
	}
	poolOptions := options.Pool
	poolOptions.Make = func(id int) (*vm.VM, error) { return a.makeVM(context.WithoutCancel(ctx), id) }
	poolOptions.Drop = a.destroy
	poolOptions.MakeFailed = func(err error) { options.Log.Error("cannot start another worker", "error", err) }
	if a.pool, err = vm.NewPool(poolOptions, first); err != nil {
		return nil, a.complete(err)
	}
	return a, nil
}

// complete adds the warnings and the source lines to what boot reports.
func (a *Application) complete(err error) error {
	list, ok := errors.AsType[fault.List](err)
	if !ok {
		return err
	}
	list = append(list, a.problems...)
	list.Sort()
	return withSource(os.DirFS(a.options.Folder), list)
}

// load reads, compiles and runs the application once, and checks what it declared.
func (a *Application) load(ctx context.Context) (*vm.VM, error) {
	folder := os.DirFS(a.options.Folder)
	scanned, problems := bundle.Scan(folder, a.options.Scan)
	if len(problems) > 0 {
		return nil, problems
	}
	if len(scanned) == 0 {
		return nil, fault.List{nothingToRun()}
	}
	project, files, err := readSources(folder, scanned)
	if err != nil {
		return nil, fault.New("engine.load", fault.Invalid, "cannot read the application's files").Because(err)
	}
	a.project, a.scanned = project, scanned
	built, problems := bundle.Build(bundle.Input{Folder: a.options.Folder, Files: files, Exports: a.exports()})
	if built == nil {
		return nil, problems
	}
	a.program, a.problems = built.Program, problems
	in, declared, err := a.run(ctx, 0)
	if err != nil {
		return nil, err
	}
	a.print = fingerprint(declared)
	if err := a.check(in, declared); err != nil {
		return nil, err
	}
	return in.vm, a.wire(ctx, in)
}

func nothingToRun() fault.Diagnostic {
	return fault.Diagnostic{
		Code: "scan-empty", Message: "there is no script in this folder",
		Hint: "put a .js or .ts file into it, such as: export const hello = GetMapping(\"/\")(() => \"Hello\")",
	}
}

func (a *Application) exports() []string {
	names := a.options.API.Exports()
	for _, d := range manifest.Decorators() {
		names = append(names, d.Name)
	}
	return names
}

// check turns the declarations into the manifest and holds it against the live classes.
func (a *Application) check(in *instance, declared []manifest.Declaration) error {
	types := schema.NewResolver(a.project, schema.Options{
		HostTypes: a.options.API.HostTypes(),
		Property:  properties(declared),
	})
	m, problems := manifest.Build(manifest.Input{
		Project: a.project, Scan: a.scanned, Types: types, Declarations: declared,
		HostBeans: a.options.API.Beans(), Expand: a.options.Expand,
	})
	if len(problems.Errors()) > 0 {
		return problems
	}
	a.problems = append(a.problems, problems...)
	a.manifest = m
	if misread := in.misread(m); len(misread) > 0 {
		return misread
	}
	return nil
}

// run makes a VM, runs the modules in it, and returns what they declared.
func (a *Application) run(ctx context.Context, id int) (*instance, []manifest.Declaration, error) {
	v := vm.New(id, vm.Hooks{LostRejection: a.lostRejection, Uncaught: a.uncaught})
	if err := guard.Install(v.Runtime, guard.Limits{}); err != nil {
		return nil, nil, err
	}
	in := newInstance(v)
	rec := newRecorder(v.Runtime)
	host, err := a.options.API.Install(v, rec)
	if err != nil {
		return nil, nil, err
	}
	in.host = host
	rec.install(host.Exports())
	ctx, cancel := context.WithTimeout(ctx, a.options.BootTimeout)
	defer cancel()
	err = v.Bounded(a.options.BootTimeout, func() error { return a.runModules(ctx, in) })
	rec.locked = true
	if err != nil {
		return nil, nil, a.moduleProblem(in, err)
	}
	return in, in.declarations(rec), nil
}

// runModules evaluates the bundle: all modules, then one register call for each file.
func (a *Application) runModules(ctx context.Context, in *instance) error {
	var evaluated Value
	err := in.vm.Run(nil, func() error {
		main, err := in.vm.Runtime.RunProgram(a.program)
		if err != nil {
			return err
		}
		call, _ := goja.AssertFunction(main)
		evaluated, err = call(goja.Undefined(), in.host.Exports(), in.vm.Runtime.ToValue(a.registrar(in)))
		return err
	})
	if err != nil {
		return err
	}
	_, err = in.vm.Await(ctx, evaluated)
	return err
}

func (a *Application) registrar(in *instance) func(goja.FunctionCall) Value {
	return func(call goja.FunctionCall) Value {
		if namespace, ok := call.Argument(1).(*goja.Object); ok {
			in.register(call.Argument(0).String(), namespace, a.owns)
		}
		return goja.Undefined()
	}
}

// owns tells whether the file of a ref declares the class itself.
func (a *Application) owns(ref manifest.Ref) bool {
	file := a.project.File(ref.File)
	if file == nil {
		return false
	}
	for _, class := range file.Classes {
		if class.Export == ref.Export {
			return true
		}
	}
	for _, function := range file.Functions {
		if function.Export == ref.Export {
			return true
		}
	}
	return false
}

// makeVM makes one more VM that does what the first one does.
func (a *Application) makeVM(ctx context.Context, id int) (*vm.VM, error) {
	in, declared, err := a.run(ctx, id)
	if err != nil {
		return nil, err
	}
	if fingerprint(declared) != a.print {
		return nil, fault.New("engine.makeVM", fault.Internal, "the application declares something else in every worker").
			WithHint("decorators must not depend on chance, time or state")
	}
	return in.vm, a.wire(ctx, in)
}

// wire creates the beans of a VM.
func (a *Application) wire(ctx context.Context, in *instance) error {
	ctx, cancel := context.WithTimeout(ctx, a.options.BootTimeout)
	defer cancel()
	err := in.vm.Bounded(a.options.BootTimeout, func() error { return in.wire(a.manifest, &bootContext{ctx}) })
	if err != nil {
		return a.beanProblem(in, err)
	}
	return nil
}

// destroy calls the PreDestroy hooks, last bean first.
func (a *Application) destroy(v *vm.VM) {
	in := instanceOf(v)
	for i := len(in.beans) - 1; i >= 0; i-- {
		object, ok := in.beans[i].(*goja.Object)
		if !ok {
			continue
		}
		for _, hook := range a.manifest.Beans[i].Destroy {
			method, ok := goja.AssertFunction(object.Get(hook))
			if !ok {
				continue
			}
			err := v.Run(nil, func() error {
				_, err := method(object)
				return err
			})
			if err != nil {
				a.uncaught(v, nil, err)
			}
		}
	}
}
