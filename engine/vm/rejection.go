package vm

import (
	"github.com/dop251/goja"
)

// lostRejection is a promise that was rejected without a handler; the promise is nil when it has got one.
type lostRejection struct {
	promise *goja.Promise
	frame   *Frame
}

// lostRejections are those of a run, in their order.
type lostRejections struct {
	list []lostRejection
	at   map[*goja.Promise]int // places in list
}

// reportedRejections is how many of the rejections that a run has lost are reported one by one.
const reportedRejections = 10

// offeredRejections is how many of them are offered to a [Reporter].
const offeredRejections = 1000

// trackRejection collects rejections until the run is over: a handler attached in the same run is in time.
func (v *VM) trackRejection(p *goja.Promise, op goja.PromiseRejectionOperation) {
	if op == goja.PromiseRejectionHandle {
		v.handled(p)
		return
	}
	if v.lost.at == nil {
		v.lost.at = map[*goja.Promise]int{}
	}
	v.lost.at[p] = len(v.lost.list)
	v.lost.list = append(v.lost.list, lostRejection{p, v.frame})
}

// handled removes a rejection that has got a handler.
func (v *VM) handled(p *goja.Promise) {
	i, known := v.lost.at[p]
	if !known {
		if v.reporter != nil {
			v.reporter.Handled(p)
		}
		return
	}
	v.lost.list[i] = lostRejection{}
	if delete(v.lost.at, p); len(v.lost.at) == 0 {
		v.lost.list = v.lost.list[:0]
	}
}

// reportLost reports the first few rejections that nothing handled, and how many there are besides.
func (v *VM) reportLost() {
	if len(v.lost.at) == 0 {
		return
	}
	lost := v.lost
	v.lost = lostRejections{}
	reported, seen := 0, 0
	for _, l := range lost.list {
		if l.promise == nil {
			continue
		}
		if seen < offeredRejections && v.offer(l.frame, func(r Reporter) bool { return r.Lost(l.promise) }) {
			seen++
			continue
		}
		if reported == reportedRejections {
			if v.hooks.MoreLost != nil {
				v.tell(l.frame, func(call *Call) { v.hooks.MoreLost(v, call, len(lost.at)-seen) })
			}
			return
		}
		reported++
		seen++
		if v.hooks.LostRejection != nil {
			v.tell(l.frame, func(call *Call) { v.hooks.LostRejection(v, call, l.promise.Result()) })
		}
	}
}
