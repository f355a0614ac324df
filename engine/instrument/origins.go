package instrument

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// origins are the latest errors that were made or thrown, with the frames that there were.
type origins struct {
	latest [32]origin
	next   int
}

type origin struct {
	value  goja.Value
	frames []Frame
}

// originFrames is how many frames are kept of an error.
const originFrames = 64

// errorClasses are those that the engine itself makes errors of.
var errorClasses = [...]string{
	"Error", "TypeError", "RangeError", "ReferenceError", "SyntaxError", "EvalError", "URIError", "AggregateError", "GoError",
}

// wrapErrors makes the recorder remember where errors are made, those of the engine and of built-ins included: that is before anything is
// unwound.
func (r *Recorder) wrapErrors() {
	for _, name := range errorClasses {
		construct, known := inside.ConstructOf(r.runtime.Get(name))
		if !known {
			continue
		}
		original := *construct
		*construct = func(arguments []goja.Value, newTarget *goja.Object) *goja.Object {
			made := original(arguments, newTarget)
			r.remember(made)
			return made
		}
	}
}

// remember keeps where a value comes from.
func (r *Recorder) remember(value goja.Value) {
	if r.asking {
		return // the hook has made it
	}
	o := &r.origins
	o.latest[o.next] = origin{value, r.frames(originFrames)}
	o.next = (o.next + 1) % len(o.latest)
}

// Origin returns the frames that there were when a value was thrown, or an error was made, innermost first; nil if that is long ago.
func (r *Recorder) Origin(value goja.Value) []Frame {
	o := &r.origins
	for i := range o.latest {
		found := &o.latest[(o.next-1-i+2*len(o.latest))%len(o.latest)]
		if found.value != nil && found.value.StrictEquals(value) {
			return found.frames
		}
	}
	return nil
}
