package probed

import (
	"fmt"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/engine/instrument"
	"github.com/fwrun/fwrun/engine/objects"
	"github.com/fwrun/fwrun/engine/vm"
)

// worker is a VM as package debugger sees it.
type worker struct {
	generation *Generation
	vm         *vm.VM
	recorder   *instrument.Recorder
	thread     *debugger.Thread
	objects    *objects.Objects

	run    func(fn func() error) error // runs a script while the VM stands still; nil while it does not
	frames []debugger.Frame            // while it does
	origin []instrument.Frame          // of the exception that it stands still for; nil if there is none
	seen   goja.Value                  // the last exception that it stood still for
}

func newWorker(g *Generation, v *vm.VM, r *instrument.Recorder) *worker {
	w := &worker{generation: g, vm: v, recorder: r}
	w.objects = objects.New(objects.Options{
		Runtime: v.Runtime, Prefix: fmt.Sprint(v.ID), Bound: w.bound, Frames: func() []debugger.Frame { return w.frames },
		Written: g.written,
	})
	w.thread = g.Debugger.Thread(g.program, w)
	r.Hook = w
	v.SetTracer(w.trace)
	w.hearConsole()
	return w
}

// bound runs a script that a client asks for.
func (w *worker) bound(fn func() error) error {
	if w.run == nil {
		return fn() // a call of its own, with limits of its own
	}
	return w.run(fn)
}

// isHidden reports whether what runs is the start of the application on any VM but the first: it is the same as there.
func (w *worker) isHidden() bool { return w.vm.ID != 0 && w.vm.Current() == nil }

// Reached implements instrument.Hook.
func (w *worker) Reached(_ *instrument.Recorder, place int32) {
	if stop := w.generation.stops[place]; stop != none && !w.isHidden() {
		w.thread.Reach(int(stop))
	}
}

// Resumed implements instrument.Hook.
func (w *worker) Resumed(*instrument.Recorder) { w.thread.Resumed() }

// Thrown implements instrument.Hook. Whether somebody catches the value is not known yet, so only those who want to see all stop.
func (w *worker) Thrown(_ *instrument.Recorder, value goja.Value) { w.threw(value, true) }

// Caught implements instrument.Hook: of an error that the engine has made, this is the first that is known.
func (w *worker) Caught(_ *instrument.Recorder, value goja.Value) { w.threw(value, true) }

// threw stands still for an exception, once, where it was thrown.
func (w *worker) threw(value goja.Value, caught bool) {
	if w.isHidden() || w.seen != nil && w.seen.StrictEquals(value) && isObject(value) {
		return
	}
	frames := w.own(w.recorder.Origin(value))
	if len(frames) == 0 {
		if frames = w.own(w.recorder.Frames()); len(frames) == 0 {
			return
		}
	}
	w.origin = frames
	defer func() { w.origin = nil }()
	if w.thread.Threw(int(w.generation.stops[frames[0].Place]), value, caught) {
		w.seen = value
	}
}

func isObject(value goja.Value) bool {
	_, is := value.(*goja.Object)
	return is
}

// Number implements debugger.Worker.
func (w *worker) Number() int { return w.vm.ID + 1 }

// Owns implements debugger.Worker. What is no handle at all is not another worker's.
func (w *worker) Owns(handle string) bool {
	id := WorkerOf(handle)
	return id < 0 || id == w.vm.ID
}

// Objects implements debugger.Worker.
func (w *worker) Objects() debugger.Objects { return w.objects }

// Halt implements debugger.Worker.
func (w *worker) Halt(wait func()) {
	w.vm.Halt(func(run func(fn func() error) error) {
		w.run = run
		w.frames = w.scoped(w.at())
		defer func() { w.run, w.frames = nil, nil }()
		wait()
	})
}

// at returns the calls under way, or those that there were when an exception was thrown.
func (w *worker) at() []instrument.Frame {
	if w.origin != nil {
		return w.origin
	}
	return w.own(w.recorder.Frames())
}

// own returns the frames that are not in fwrun's own code.
func (w *worker) own(frames []instrument.Frame) []instrument.Frame {
	return slices.DeleteFunc(slices.Clone(frames), func(f instrument.Frame) bool { return w.generation.stops[f.Place] == none })
}

// Frames implements debugger.Worker.
func (w *worker) Frames() []debugger.Frame { return w.frames }

// Watch implements debugger.Worker.
func (w *worker) Watch(each bool) { w.recorder.Step = each }

// Depth implements debugger.Worker.
func (w *worker) Depth() int { return w.recorder.Depth() }

// Turn implements debugger.Worker.
func (w *worker) Turn() uint64 { return w.vm.Turn() }

// Work implements debugger.Worker.
func (w *worker) Work() any {
	if call := w.vm.Current(); call != nil {
		return call
	}
	return nil
}

// activation identifies a call of a function: by what its variables are read with; one without is told by where it is.
type activation struct {
	variables *goja.Object
	function  int32
	depth     int
	turn      uint64
}

// Activation implements debugger.Worker.
func (w *worker) Activation() any {
	frames := w.at()
	if len(frames) == 0 {
		return activation{}
	}
	return w.activationOf(frames[0])
}

func (w *worker) activationOf(f instrument.Frame) activation {
	if call := f.Call(); call != nil {
		return activation{variables: call}
	}
	return activation{function: w.generation.table.Places[f.Place].Function, depth: f.Depth, turn: w.vm.Turn()}
}
