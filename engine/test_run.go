package engine

import (
	"context"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/instrument"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// Module is a module that a test file can import beside "fwrun".
type Module interface {
	Name() string
	Exports() []string

	// Install prepares a VM and makes the object with the exports. The scope is valid as long as the VM; its beans
	// are made later.
	Install(s *Scope) (*goja.Object, error)
}

func (a *Application) bundleInput(files []string) bundle.Input {
	in := bundle.Input{
		Folder: a.options.Folder, Files: files, Exports: a.exports(), Paths: a.paths, JSX: a.jsx, Metadata: a.metadata, Node: a.options.API.NodeModules(),
		Browser: a.options.Browser, Mount: a.options.mount,
		Probes: a.instrumented.mode == instrument.WithProbes, Counted: a.instrumented.mode == instrument.WithCounters,
	}
	if a.standardDecorators {
		in.Decorators = build.Exports()
	}
	if a.options.Test != "" {
		in.Beside = []string{a.options.Test}
	}
	for _, m := range a.options.Modules {
		in.Modules = append(in.Modules, bundle.HostModule{Name: m.Name(), Exports: m.Exports()})
	}
	return in
}

func (a *Application) installModules(in *instance) (*goja.Object, error) {
	object := in.vm.Runtime.NewObject()
	for _, m := range a.options.Modules {
		exports, err := m.Install(&in.scope)
		if err != nil {
			return nil, err
		}
		_ = object.Set(m.Name(), exports)
	}
	if in.can.node != nil {
		_ = object.Set("node", in.node())
	}
	return object, nil
}

// Work is script work that is not a handler. Both methods run on the VM.
type Work interface {
	// Start does the work; its result may be a promise.
	Start(s *Scope) (Value, error)
	// Finish takes the settled result. It does not run if the work failed.
	Finish(s *Scope, result Value) error
}

// Do runs work on a VM until its result is settled, the time is over or ctx ends. Its errors are like those of
// [Application.Run].
func (a *Application) Do(ctx context.Context, bound time.Duration, w Work) error {
	return a.pool.DoUntil(ctx, time.Now().Add(bound), freeWork{w})
}

// freeWork is Work on its way through the pool.
type freeWork struct{ Work }

func (w freeWork) Start(v *vm.VM) (Value, error) { return w.Work.Start(&instanceOf(v).scope) }
func (w freeWork) Next(v *vm.VM, result Value) (Value, error) {
	return nil, w.Work.Finish(&instanceOf(v).scope, result)
}

func (w freeWork) Fail(v *vm.VM, err error) error {
	in := instanceOf(v)
	in.failed(err)
	return in.scriptError(err)
}

// ErrorOf describes a value that was thrown, or that can be.
func (s *Scope) ErrorOf(thrown Value) *ScriptError { return s.instance.thrown(thrown, nil, 0) }

// Bean returns the live bean of a class or a name. It fails before all beans are made.
func (s *Scope) Bean(wanted Value) (Value, error) {
	in := s.instance
	if in.beans == nil {
		return nil, fault.New("engine.bean", fault.Invalid, "the beans are not made yet").
			WithHint("they are made when the first test begins: get this one in a test, or in beforeAll or beforeEach")
	}
	bean, problem := in.lookUp(in.app.manifest, wanted)
	if problem != nil {
		return nil, fault.New("engine.bean", fault.NotFound, problem.Message).WithHint(problem.Hint)
	}
	return in.bean(bean.Index)
}

// HostBean makes the host's bean of that name.
func (s *Scope) HostBean(name string) (Value, error) { return s.instance.realm.Bean(name, "") }

// fake is a value that replaces a bean.
type fake struct {
	wanted, value Value
	at            *ScriptError
}

// Fake lets a value replace the bean of a class or a name: the bean is not made, and injections and look-ups of
// the bean get the value. It must be called before the beans are made; at is the place of the call in the script,
// for the error that there is no such bean.
func (s *Scope) Fake(wanted, value Value, at *ScriptError) error {
	in := s.instance
	if in.beans != nil {
		return fault.New("engine.fake", fault.Invalid, "fake was called after the beans had been made").
			WithHint("write fake(…) at the top of the file or in the body of a describe, not in a test or a hook")
	}
	in.fakes = append(in.fakes, fake{wanted, value, at})
	return nil
}

// applyFakes finds the beans to replace. The last fake of a bean counts.
func (in *instance) applyFakes(m *manifest.Manifest) (problems fault.List) {
	in.faked = map[int]Value{}
	for _, f := range in.fakes {
		bean, problem := in.lookUp(m, f.wanted)
		if problem != nil {
			problem.Place, _ = f.at.Place()
			problems = append(problems, *problem)
			continue
		}
		in.faked[bean.Index] = f.value
	}
	return problems
}

// lookUp returns the bean of a class, given as a constructor, or of a name.
func (in *instance) lookUp(m *manifest.Manifest, wanted Value) (*manifest.Bean, *fault.Diagnostic) {
	object, ok := wanted.(*goja.Object)
	if !ok {
		return m.BeanNamed(wanted.String())
	}
	if ref, ok := in.refs[object]; ok {
		name := ref.Export
		if class, _ := in.app.outline.Declares(ref.File, ref.Export); class != nil {
			name = class.Name
		}
		return m.BeanOf(ref.File, name)
	}
	for _, name := range in.app.options.API.Exports() {
		if in.realm.Exports().Get(name) == wanted {
			return m.BeanOf(bundle.Module, name)
		}
	}
	return nil, &fault.Diagnostic{
		Code: "bean-missing", Message: fmt.Sprintf("%s is not an exported class of the application", nameOrKind(object)),
		Hint: "pass a class with a stereotype, or the name of a bean as a string",
	}
}

func nameOrKind(o *goja.Object) string {
	if name := nameOf(o); name != "" {
		return name
	}
	return nameKind(o)
}
