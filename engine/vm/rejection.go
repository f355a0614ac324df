package vm

import (
	"slices"

	"github.com/dop251/goja"
)

// lostRejection is a promise that was rejected without a handler.
type lostRejection struct {
	promise *goja.Promise
	call    *Call
}

// trackRejection collects rejections until the run is over: a handler attached in the same run is in time.
func (v *VM) trackRejection(p *goja.Promise, op goja.PromiseRejectionOperation) {
	if op == goja.PromiseRejectionHandle {
		v.handled(p)
		return
	}
	v.lost = append(v.lost, lostRejection{p, v.Current()})
}

// handled removes a rejection that has got a handler.
func (v *VM) handled(p *goja.Promise) {
	v.lost = slices.DeleteFunc(v.lost, func(l lostRejection) bool { return l.promise == p })
}

func (v *VM) reportLost() {
	if len(v.lost) == 0 {
		return
	}
	lost := v.lost
	v.lost = nil
	if v.hooks.LostRejection == nil {
		return
	}
	for _, l := range lost {
		v.hooks.LostRejection(v, l.call, l.promise.Result())
	}
}
