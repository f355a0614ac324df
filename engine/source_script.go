package engine

import (
	"context"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/outline"
	"github.com/fwrun/fwrun/platform/fault"
)

// Evaluate runs one file of the folder, with all that it imports, in a VM of its own and returns the default
// export as JSON: a value, or the result of a function, async or not, that is called with the argument.
// BootTimeout bounds the time. An error of the file is a [fault.List]; the rest of the application may have
// mistakes.
func Evaluate(ctx context.Context, options Options, file string, argument func(s *Scope) (Value, error)) ([]byte, error) {
	options.Cache = ""
	a := newApplication(options)
	text, err := a.evaluate(ctx, file, argument)
	if err != nil {
		return nil, a.complete(err)
	}
	return text, nil
}

func (a *Application) evaluate(ctx context.Context, file string, argument func(s *Scope) (Value, error)) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, a.options.BootTimeout)
	defer cancel()
	if err := a.compileOne(file); err != nil {
		return nil, err
	}
	in, _, err := a.run(ctx, 0)
	if err != nil {
		return nil, err
	}
	e := exported{in, ctx, file}
	var text []byte
	err = in.vm.Bounded(ctx, a.options.BootTimeout, func() error {
		text, err = e.json(argument)
		return err
	})
	if err != nil {
		return nil, a.evaluationProblem(in, file, err)
	}
	return text, nil
}

// compileOne compiles a file and what it imports.
func (a *Application) compileOne(file string) error {
	folder := a.options.Files
	written, unread := readConfig(a.options.Folder)
	a.paths, a.standardDecorators, a.jsx, a.warnings = written.paths, written.standard, written.jsx, unread
	scripts, err := readScripts(folder, []string{file})
	if err == nil {
		scripts, err = readSources(folder, a.paths, scripts, nil)
	}
	if err != nil {
		return unreadable(err)
	}
	project := a.projectOf(scripts)
	a.outline = outline.Of(project)
	in := a.bundleInput([]string{file})
	a.live = true // for exported, which looks when all has run
	in.Order, in.Live = runOrder(project, in.Files), a.live
	built, problems := bundle.Build(in, nil)
	if built == nil {
		return problems
	}
	a.program = built.Program
	return nil
}

// exported reads what a file exports, in its VM.
type exported struct {
	*instance
	ctx  context.Context
	file string
}

// json returns the default export as JSON, or nil if it is undefined.
func (e exported) json(argument func(s *Scope) (Value, error)) (text []byte, err error) {
	value := e.modules[e.file].Get("default")
	if call, isFunction := goja.AssertFunction(value); isFunction {
		err = e.vm.Run(nil, func() error {
			given, err := argument(&e.scope)
			if err == nil {
				value, err = call(goja.Undefined(), given)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if value, err = e.vm.Await(e.ctx, value); err != nil {
		return nil, err
	}
	stringify, _ := goja.AssertFunction(e.vm.Runtime.Get("JSON").(*goja.Object).Get("stringify"))
	err = e.vm.Run(nil, func() error {
		written, err := stringify(goja.Undefined(), value)
		if err == nil && !goja.IsUndefined(written) {
			text = []byte(written.String())
		}
		return err
	})
	return text, err
}

// evaluationProblem reports what a file threw, at its place.
func (a *Application) evaluationProblem(in *instance, file string, err error) error {
	d := a.thrownProblem(in, err)
	d.Code = "module-failed"
	d.Message = "the property source failed: " + d.Message
	if d.Place.File == "" {
		d.Place = fault.Place{File: file}
	}
	if d.Hint == "" {
		d.Hint = "the application starts only if all its settings can be read; catch the error if it can run without these"
	}
	return fault.List{d}
}
