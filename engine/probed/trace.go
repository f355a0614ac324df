package probed

import (
	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/engine/instrument"
)

// trace is where code comes from that goes on later.
type trace struct {
	kind   string // await, setTimeout and so on
	frames []instrument.Frame
	by     []activation // of the frames
	outer  *trace
	length int
}

// Bounds of traces: how many there are behind each other, and how many frames each has.
const (
	longestTrace = 32
	traceFrames  = 32
)

// trace returns the trace of code that goes on later; running is that of what runs now.
func (w *worker) trace(kind string, running any) any {
	frames := w.own(w.recorder.Frames())
	t := &trace{kind: kind, frames: frames[:min(len(frames), traceFrames)]}
	for _, f := range t.frames {
		t.by = append(t.by, w.activationOf(f))
	}
	t.outer, _ = running.(*trace)
	t.join()
	if t.outer != nil {
		if t.length = t.outer.length + 1; t.length > longestTrace {
			t.outer, t.length = nil, 0
		}
	}
	return t
}

// join replaces the trace before by its frames if the function that goes on from there is the same that waits again: otherwise the trace of a
// loop with an await would grow with each round.
func (t *trace) join() {
	last, before := len(t.frames)-1, t.outer
	if last < 0 || before == nil || len(before.by) == 0 || before.by[0] != t.by[last] {
		return
	}
	t.frames = append(t.frames[:len(t.frames):len(t.frames)], before.frames[1:]...)
	t.by = append(t.by[:len(t.by):len(t.by)], before.by[1:]...)
	if len(t.frames) > traceFrames {
		t.frames, t.by = t.frames[:traceFrames], t.by[:traceFrames]
	}
	t.outer = before.outer
}

// Parents implements debugger.Worker: what the innermost frame continues, and at last the work.
func (w *worker) Parents() (list []debugger.Parent) {
	running := w.at()
	t, _ := w.vm.Trace().(*trace)
	for ; t != nil; t = t.outer {
		frames := t.frames
		if len(running) > 0 && len(t.by) > 0 && t.by[0] == w.activationOf(running[len(running)-1]) {
			frames = frames[1:] // it is the function that goes on
		}
		if len(frames) > 0 {
			list = append(list, debugger.Parent{Description: t.kind, Frames: w.places(frames)})
		}
		running = t.frames
	}
	if describe := w.generation.Describe; describe != nil {
		if work := describe(w.vm); work != "" {
			list = append(list, debugger.Parent{Description: work})
		}
	}
	return list
}
