package engine

import (
	"cmp"
	"context"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/instrument"
	"github.com/fwrun/fwrun/engine/vm"
)

// Instrumentation is what an application is instrumented with. The zero value is nothing.
type Instrumentation struct {
	Mode instrument.Mode

	// Attach is called on each VM of an application with probes before a module runs on it: the recorder has no hook yet. The watch is that of
	// all VMs. May be nil.
	Attach func(worker *vm.VM, recorder *instrument.Recorder, watch *instrument.Watch)
	// Failed is called on a VM when what a script threw leaves the scripts. May be nil.
	Failed func(worker *vm.VM, thrown Value)
}

// halts reports whether workers may stand still, at any time and for any time.
func (i *Instrumentation) halts() bool { return i.Attach != nil }

// failed says that an error leaves the scripts, if a script threw it.
func (in *instance) failed(err error) {
	if failed := in.app.options.Instrument.Failed; failed != nil {
		if thrown, ok := ThrownValue(err); ok {
			failed(in.vm, thrown)
		}
	}
}

// OnWorker runs fn on the worker with an ID; on the first one if there is none any more.
func (a *Application) OnWorker(ctx context.Context, id int, fn func(worker *vm.VM)) error {
	return a.pool.DoOnFirst(ctx, id, onWorker{fn})
}

// onWorker is work that is done when it has begun.
type onWorker struct{ fn func(*vm.VM) }

func (w onWorker) Start(v *vm.VM) (goja.Value, error) {
	w.fn(v)
	return goja.Undefined(), nil
}
func (onWorker) Next(*vm.VM, goja.Value) (goja.Value, error) { return nil, nil }
func (onWorker) Fail(_ *vm.VM, err error) error              { return err }

// instrumented is what an application knows of how it is instrumented.
type instrumented struct {
	mode  instrument.Mode
	table *instrument.Table // of its probes
	watch *instrument.Watch

	counts *instrument.Counts
}

func instrumentedBy(options Options) instrumented {
	return instrumented{mode: cmp.Or(options.Instrument.Mode, instrument.Forced())}
}

// Probes returns what the probes of an application stand for, and what is watched of them; nil for one without probes.
func (a *Application) Probes() (*instrument.Table, *instrument.Watch) {
	return a.instrumented.table, a.instrumented.watch
}

// Counts returns the counters of an application; nil for one without. They count on, and may be read at any time.
func (a *Application) Counts() *instrument.Counts { return a.instrumented.counts }

// texts returns what is compiled of scripts: their texts, with counters if there are any. Tests are not counted.
func (i *instrumented) texts(scripts []script, test string) map[string][]byte {
	texts := scriptTexts(scripts)
	if i.mode != instrument.WithCounters {
		return texts
	}
	var files []instrument.CountedFile
	counters := 0
	for _, s := range scripts {
		if s.path == test {
			continue
		}
		file, text, added := instrument.Count(s.path, s.text, counters)
		files, counters, texts[s.path] = append(files, file), counters+added, text
	}
	i.counts = instrument.NewCounts(files, counters)
	return texts
}

// counter returns the function that counters call; nil if there are none.
func (i *instrumented) counter(rt *goja.Runtime) Value {
	if i.counts == nil {
		return nil
	}
	return i.counts.Counter(rt)
}

// use takes the table of what was compiled.
func (i *instrumented) use(table *instrument.Table) {
	if i.table = table; table != nil {
		i.watch = instrument.NewWatch(table)
	}
}

// mainOf returns the function of a program's modules on a VM: that of one with probes is given these.
func (a *Application) mainOf(in *instance, program *goja.Program) (goja.Callable, error) {
	value, err := in.vm.Runtime.RunProgram(program)
	if err != nil {
		return nil, err
	}
	main, _ := goja.AssertFunction(value)
	if a.instrumented.table == nil {
		return main, nil
	}
	recorder := instrument.NewRecorder(in.vm.Runtime, a.instrumented.table, a.instrumented.watch)
	if attach := a.options.Instrument.Attach; attach != nil {
		attach(in.vm, recorder, a.instrumented.watch)
	}
	if value, err = main(goja.Undefined(), recorder.Arguments()...); err != nil {
		return nil, err
	}
	main, _ = goja.AssertFunction(value)
	return main, nil
}
