package instrument_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/instrument"
)

var update = flag.Bool("update", false, "write the traces")

// TestProbes: each file of testdata is a program and what is reached when it runs: the place, the function, and the variables of its scopes.
func TestProbes(t *testing.T) {
	for _, name := range must(filepath.Glob("testdata/probes/*.txtar")) {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive := must(txtar.ParseFile(name))
			files := slices.DeleteFunc(slices.Clone(archive.Files), func(f txtar.File) bool { return f.Name == "trace" })
			p := build(t, files, true)
			trace := &trace{table: p.Table}
			trace.run(t, p)
			if *update {
				archive.Files = append(files, txtar.File{Name: "trace", Data: []byte(trace.String())})
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(archive.Files[len(archive.Files)-1].Data); want != trace.String() {
				t.Errorf("the trace is\n%s\nwant\n%s", trace.String(), want)
			}
		})
	}
}

// build bundles files.
func build(t testing.TB, files []txtar.File, probes bool) *bundle.Bundle {
	t.Helper()
	mode := instrument.None
	if probes {
		mode = instrument.WithProbes
	}
	return buildAs(t, files, mode)
}

func buildAs(t testing.TB, files []txtar.File, mode instrument.Mode) *bundle.Bundle {
	t.Helper()
	built, problems := bundle.Build(bundleInput(t, files, mode), nil)
	if built == nil {
		t.Fatal(problems)
	}
	return built
}

// bundleInput writes files. What is not of a package is run in their order.
func bundleInput(t testing.TB, files []txtar.File, mode instrument.Mode) bundle.Input {
	t.Helper()
	folder := must(filepath.EvalSymlinks(t.TempDir()))
	in := bundle.Input{Folder: folder, Probes: mode == instrument.WithProbes, Counted: mode == instrument.WithCounters}
	for _, f := range files {
		path := filepath.Join(folder, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(f.Name, "node_modules/") {
			in.Files = append(in.Files, f.Name)
			in.Order = append(in.Order, bundle.Step{File: f.Name})
		}
	}
	return in
}

// trace is a hook that writes down what is reached.
type trace struct {
	strings.Builder
	table *instrument.Table
	at    func(r *instrument.Recorder, place int32) // instead
}

func (tr *trace) run(t testing.TB, built *bundle.Bundle) *goja.Runtime {
	t.Helper()
	rt := goja.New()
	if err := guard.Install(rt, guard.Limits{}); err != nil {
		t.Fatal(err)
	}
	log := func(call goja.FunctionCall) goja.Value {
		for _, a := range call.Arguments {
			fmt.Fprintf(tr, "> %s\n", a)
		}
		return goja.Undefined()
	}
	_ = rt.Set("log", log)
	value := must(rt.RunProgram(built.Program))
	main, _ := goja.AssertFunction(value)
	if built.Table != nil {
		watch := instrument.NewWatch(built.Table)
		recorder := instrument.NewRecorder(rt, built.Table, watch)
		recorder.Hook = tr
		watch.All.Store(true)
		watch.Errors.Store(true)
		value = must(main(goja.Undefined(), recorder.Arguments()...))
		main, _ = goja.AssertFunction(value)
	}
	nothing := rt.ToValue(func() {})
	done, err := main(goja.Undefined(), rt.NewObject(), nothing, rt.NewObject(), nothing, nothing)
	if err != nil {
		t.Fatal(err)
	}
	if p := done.Export().(*goja.Promise); p.State() != goja.PromiseStateFulfilled {
		fmt.Fprintf(tr, "! %v\n", p.Result())
	}
	return rt
}

func (tr *trace) Reached(r *instrument.Recorder, place int32) {
	if tr.at != nil {
		tr.at(r, place)
		return
	}
	frames := r.Frames()
	tr.WriteString(tr.place(frames[0]))
	if tr.table.Places[place].Debugger {
		tr.WriteString(" debugger")
	}
	tr.WriteString(tr.variables(frames[0]) + "\n")
}

func (tr *trace) Thrown(_ *instrument.Recorder, value goja.Value) {
	fmt.Fprintf(tr, "  throws %s\n", value)
}

func (tr *trace) Caught(r *instrument.Recorder, value goja.Value) {
	fmt.Fprintf(tr, "  caught %s", value)
	for _, f := range r.Origin(value) {
		fmt.Fprintf(tr, " from %s", tr.place(f))
	}
	tr.WriteString("\n")
}

func (tr *trace) Resumed(*instrument.Recorder) {}

func (tr *trace) place(f instrument.Frame) string {
	place := tr.table.Places[f.Place]
	function := tr.table.Functions[place.Function]
	name := function.Name
	if function.Module {
		name = "top"
	}
	return fmt.Sprintf("%s:%d:%d %s", tr.table.Files[place.File].Path, place.Line, place.Column, name)
}

func (tr *trace) variables(f instrument.Frame) string {
	var b strings.Builder
	function := tr.table.Places[f.Place].Function
	for _, view := range f.Scopes() {
		scope := tr.table.Scopes[view.Scope]
		kind := []string{"local", "block", "module"}[scope.Kind]
		if scope.Function != function && scope.Kind != instrument.Module {
			kind = "closure"
		}
		fmt.Fprintf(&b, " %s{", kind)
		for i, name := range view.Names() {
			if i > 0 {
				b.WriteString(" ")
			}
			b.WriteString(name.Name + "=")
			b.WriteString(short(view.Get(i)))
		}
		b.WriteString("}")
	}
	if this, known := f.This(); known && !goja.IsUndefined(this) {
		b.WriteString(" this=" + short(this, nil))
	}
	return b.String()
}

func short(v goja.Value, err error) string {
	if err != nil {
		if errors.Is(err, instrument.ErrNotYet) {
			return "?"
		}
		return "!"
	}
	if object, is := v.(*goja.Object); is {
		if _, function := goja.AssertFunction(object); function {
			return "f"
		}
		if object.ClassName() == "Array" {
			return "[" + object.String() + "]"
		}
		return "{}"
	}
	return v.String()
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
