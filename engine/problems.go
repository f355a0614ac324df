package engine

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
)

// moduleProblem reports what module code threw, at its place.
func (a *Application) moduleProblem(in *instance, err error) error {
	d := a.thrownProblem(in, err)
	d.Code = "module-failed"
	d.Message = "the application failed while it was loading: " + d.Message
	if d.Hint == "" {
		d.Hint = "code at the top level of a file runs once in every worker; what may fail belongs in a @PostConstruct method or a handler"
	}
	return fault.List{d}
}

// beanProblem reports a bean whose constructor, factory or hook failed.
func (a *Application) beanProblem(in *instance, err error) error {
	failed, ok := errors.AsType[*beanError](err)
	if !ok {
		return err
	}
	d := a.thrownProblem(in, failed.err)
	d.Code = "bean-failed"
	d.Message = fmt.Sprintf("the bean %s could not be made: %s", failed.bean.Name, d.Message)
	if d.Hint == "" {
		d.Hint = "an application starts when all its beans are made; catch the error if it can live without this one"
	}
	if d.Place.File == "" {
		d.Place = failed.place
	}
	return fault.List{d}
}

// thrownProblem is a diagnostic of an error during boot.
func (a *Application) thrownProblem(in *instance, err error) fault.Diagnostic {
	err = in.scriptError(err)
	d := fault.Diagnostic{Message: err.Error()}
	if script, ok := errors.AsType[*ScriptError](err); ok && len(script.Frames) > 0 {
		d.Place = script.Frames[0].Place
		for _, frame := range script.Frames[1:] {
			d.Notes = append(d.Notes, fault.Note{Place: frame.Place, Text: "called from here"})
		}
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		d.Message, d.Hint = f.Public, f.Hint
		if f.Kind == fault.Timeout {
			a.outOfTime(&d)
		} else if f.Err != nil {
			d.Why = f.Err.Error()
		}
	}
	return d
}

// outOfTime says which bound was passed.
func (a *Application) outOfTime(d *fault.Diagnostic) {
	d.Why = fmt.Sprintf("it may take %s in all", a.options.BootTimeout)
	look := "look for a loop that does not end; "
	if d.Place.File == "" {
		look = "look for an await of a promise that nobody settles; "
	}
	d.Hint = look + d.Hint
}

// properties answers the resolver's questions about JsonProperty.
func properties(declarations []manifest.Declaration) func(file, class, member string) (schema.Property, bool) {
	type key struct {
		owner  manifest.Ref
		member string
	}
	known := map[key]schema.Property{}
	for _, d := range declarations {
		if d.Decorator == "JsonProperty" {
			known[key{d.Owner, d.Member}] = d.JSONProperty()
		}
	}
	return func(file, class, member string) (schema.Property, bool) {
		p, ok := known[key{manifest.Ref{File: file, Export: class}, member}]
		return p, ok
	}
}

// misread holds the manifest against the live functions: a handler must exist and take
// as many parameters as the source says. It can only differ if the reader erred.
func (in *instance) misread(m *manifest.Manifest) fault.List {
	var list fault.List
	for _, h := range m.Handlers {
		function := Value(in.exports[h.Owner])
		if h.Bean >= 0 {
			function = in.exports[h.Owner].Get("prototype").(*goja.Object).Get(h.Method)
		}
		object, ok := function.(*goja.Object)
		if !ok || !isFunction(object) {
			list = append(list, fault.Diagnostic{Code: "source-misread", Place: h.Place,
				Message: h.Name + " is not a function when the application runs",
				Hint:    "declare it as a plain method, or as `export const name = GetMapping(…)((…) => …)`"})
			continue
		}
		if h.Wrapped {
			continue
		}
		if want, got := requiredLength(h.Params), int(object.Get("length").ToInteger()); want != got {
			list = append(list, fault.Diagnostic{Code: "source-misread", Place: h.Place,
				Message: fmt.Sprintf("%s was read with %d parameters before the first default, and has %d", h.Name, want, got),
				Hint:    "write the parameters in the usual way; if they are, this is a defect of fwrun worth reporting"})
		}
	}
	return list
}

func requiredLength(params []manifest.Param) int {
	for i, p := range params {
		if p.ScriptDefault {
			return i
		}
	}
	return len(params)
}

// withSource fills in the source lines that a report shows above its carets.
func (a *Application) withSource(list fault.List) {
	folder := os.DirFS(a.options.Folder)
	files := map[string][]string{}
	for i := range list {
		d := &list[i]
		if d.Source != "" || d.Place.File == "" {
			continue
		}
		lines, known := files[d.Place.File]
		if !known {
			lines = readLines(folder, d.Place.File)
			files[d.Place.File] = lines
		}
		if line := d.Place.Line; line > 0 && line <= len(lines) {
			d.Source = lines[line-1]
		}
	}
}

func readLines(folder fs.FS, name string) []string {
	file, err := folder.Open(name)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	var lines []string
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		lines = append(lines, strings.TrimRight(scanner.Text(), "\r"))
	}
	return lines
}

// lostRejection logs a promise that was rejected while nobody awaited it.
func (a *Application) lostRejection(v *vm.VM, call *vm.Call, reason Value) {
	a.logScript(v, call, "a promise was rejected and nobody awaits it", &vm.Thrown{Value: reason})
}

// uncaught logs what a timer or a callback threw.
func (a *Application) uncaught(v *vm.VM, call *vm.Call, err error) {
	a.logScript(v, call, "an error was thrown outside any request", err)
}

func (a *Application) logScript(v *vm.VM, call *vm.Call, message string, err error) {
	err = instanceOf(v).scriptError(err)
	args := []any{"error", err.Error()}
	if script, ok := errors.AsType[*ScriptError](err); ok && len(script.Frames) > 0 {
		args = append(args, "at", script.Frames[0].Place.String(), "stack", script.Stack())
	}
	ctx := v.Context()
	if call != nil {
		ctx = call.Context()
	}
	a.options.Log.ErrorContext(ctx, message, args...)
}
