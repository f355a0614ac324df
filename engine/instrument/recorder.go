package instrument

import (
	"slices"
	"sync/atomic"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// Hook is told of what a [Watch] asks for. Its methods run on the VM, in the middle of a script: the script goes on when they return. They may
// wait, and may call functions of the VM.
type Hook interface {
	// Reached is called when a statement is about to run.
	Reached(r *Recorder, place int32)
	// Thrown is called when a throw statement is about to throw a value.
	Thrown(r *Recorder, value goja.Value)
	// Caught is called when a catch clause has caught a value. Its origin may be older than the last call of Thrown.
	Caught(r *Recorder, value goja.Value)
	// Resumed is called when a call goes on behind an await or a yield, if every place of the VM is reached.
	Resumed(r *Recorder)
}

// Watch says what hooks are told of. It is shared by the VMs of an application, and its fields can be set from any goroutine.
type Watch struct {
	All    atomic.Bool   // every place is reached, on all VMs
	Errors atomic.Bool   // what is thrown and caught
	Places []atomic.Bool // by number
}

// NewWatch returns a watch of nothing.
func NewWatch(t *Table) *Watch { return &Watch{Places: make([]atomic.Bool, len(t.Places))} }

// Recorder knows which statements the calls of one VM have come to. Its methods and fields are for who runs on the VM.
type Recorder struct {
	Table *Table
	Hook  Hook // may be nil
	Step  bool // every place is reached, on this VM

	runtime *goja.Runtime
	watch   *Watch
	slots   []slot          // by depth
	modules map[int32]int32 // the last statement that the top level of a file has come to, by the number of that
	origins origins
	asking  bool // a hook is being told of something, and scripts that it calls are not
}

// slot is the last statement of a call.
type slot struct {
	program *goja.Program // of the function that was called at this depth
	scope   *goja.Object  // an accessor; nil if there is none
	place   int32
	used    bool
}

// NewRecorder returns the recorder of a VM on which nothing has run.
func NewRecorder(rt *goja.Runtime, t *Table, w *Watch) *Recorder {
	r := &Recorder{Table: t, runtime: rt, watch: w, modules: map[int32]int32{}}
	r.wrapErrors()
	return r
}

// Arguments returns what the function around an instrumented program is called with: the value of that call is the program.
func (r *Recorder) Arguments() []goja.Value {
	functions := []func(goja.FunctionCall) goja.Value{r.reach, r.resume, r.throw, r.catch}
	values := make([]goja.Value, len(functions))
	for i, f := range functions {
		values[i] = r.runtime.ToValue(f)
		_ = values[i].(*goja.Object).DefineDataProperty("name", r.runtime.ToValue("debugger"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	return values
}

// Depth returns how many calls there are within each other, built-ins included. Code behind an await begins anew.
func (r *Recorder) Depth() int {
	if inside.Unwinding.On() {
		return inside.MachineOf(r.runtime).Frames()
	}
	return len(r.runtime.CaptureCallStack(0, nil))
}

// reach is %p(place, scope), in front of a statement.
func (r *Recorder) reach(call goja.FunctionCall) goja.Value {
	place := r.note(call.Argument(0), call.Argument(1))
	if (r.Step || r.watch.All.Load() || r.watch.Places[place].Load()) && r.Hook != nil {
		r.tell(func() { r.Hook.Reached(r, place) })
	}
	return goja.Undefined()
}

// resume is %r(value, place, scope), behind an await or a yield: the call goes on, at another depth.
func (r *Recorder) resume(call goja.FunctionCall) goja.Value {
	r.note(call.Argument(1), call.Argument(2))
	if r.Step && r.Hook != nil {
		r.tell(func() { r.Hook.Resumed(r) })
	}
	return call.Argument(0)
}

// throw is %x(value), in a throw statement.
func (r *Recorder) throw(call goja.FunctionCall) goja.Value {
	value := call.Argument(0)
	r.remember(value)
	if r.watch.Errors.Load() && r.Hook != nil {
		r.tell(func() { r.Hook.Thrown(r, value) })
	}
	return value
}

// catch is %c(value), at the begin of a catch clause.
func (r *Recorder) catch(call goja.FunctionCall) goja.Value {
	if r.watch.Errors.Load() && r.Hook != nil {
		r.tell(func() { r.Hook.Caught(r, call.Argument(0)) })
	}
	return goja.Undefined()
}

// note remembers where a call has come to.
func (r *Recorder) note(place, scope goja.Value) int32 {
	depth, number := r.Depth(), int32(place.ToInteger())
	if depth >= len(r.slots) {
		r.slots = append(r.slots, make([]slot, depth+1-len(r.slots))...)
	}
	clear(r.slots[depth+1:]) // they have returned, and would keep their variables
	r.slots = r.slots[:depth+1]
	accessor, _ := scope.(*goja.Object)
	r.slots[depth] = slot{r.caller(depth), accessor, number, true}
	if at := &r.Table.Places[number]; at.Module {
		r.modules[at.Function] = number
	}
	return number
}

// hasRun reports whether a statement of the top level of a file has run, or is none. Of a file these are in order.
func (r *Recorder) hasRun(place int32) bool {
	if place == none {
		return true
	}
	function := r.Table.Places[place].Function
	at, known := r.modules[function]
	if !known || at != place {
		return known && at > place
	}
	return !slices.ContainsFunc(r.Frames(), func(f Frame) bool { return f.Place == place })
}

// caller returns the program of the call at a depth; nil if it is not known.
func (r *Recorder) caller(depth int) *goja.Program {
	if !inside.Unwinding.On() {
		return nil
	}
	return inside.MachineOf(r.runtime).ProgramAt(depth - 1)
}

// tell calls a hook, unless one is being called.
func (r *Recorder) tell(hook func()) {
	if !r.asking {
		r.aside(hook)
	}
}

// aside calls what may run scripts, without a trace of them.
func (r *Recorder) aside(call func()) {
	kept, asking := slices.Clone(r.slots), r.asking
	r.asking = true
	defer func() { r.asking, r.slots = asking, kept }()
	call()
}
