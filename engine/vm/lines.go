package vm

import (
	"fmt"
	"sync/atomic"
	"time"
)

// lineBytes is the length of a line of the log up to which it counts as one.
const lineBytes = 1 << 10

// lines counts what scripts log, in all VMs of a pool.
type lines struct {
	second atomic.Int64 // since the epoch
	logged atomic.Int64 // in that second
	lost   atomic.Int64 // not logged, and not reported yet
}

// Line counts a line that the running code is about to log, a long one as several. It reports whether the call, and all
// scripts together in this second, may log it. The caller must log a notice that is not empty before it, or in its
// place.
func (v *VM) Line(bytes int) (may bool, notice string) {
	if v.pool == nil {
		return true, ""
	}
	options, cost := &v.pool.options, int64(1+bytes/lineBytes)
	if call := v.Current(); call != nil && options.CallLines > 0 {
		rare := call.own()
		before := rare.logged
		if rare.logged += cost; rare.logged > int64(options.CallLines) {
			if before > int64(options.CallLines) {
				return false, ""
			}
			return false, fmt.Sprintf("further lines of this call are left out: it has logged %d", options.CallLines)
		}
	}
	if options.Lines == 0 {
		return true, ""
	}
	return v.pool.lines.take(cost, int64(options.Lines), time.Now().Unix())
}

// take counts a line in the current second. With the first line of another second comes
// the number of those that were left out before.
func (l *lines) take(cost, limit, now int64) (may bool, notice string) {
	if then := l.second.Load(); then != now && l.second.CompareAndSwap(then, now) {
		l.logged.Store(0)
		if lost := l.lost.Swap(0); lost > 0 {
			notice = fmt.Sprintf("%d lines of scripts were left out, as they log more than %d in a second", lost, limit)
		}
	}
	if l.logged.Add(cost) > limit {
		l.lost.Add(1)
		return false, notice
	}
	return true, notice
}
