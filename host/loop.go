package host

import (
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/hops"
	"github.com/fwrun/fwrun/platform/view"
)

// errLoop is the cause of the problem of a request that leads to itself.
var errLoop = fault.New("host.hops", fault.Invalid, "requests of the application to itself are nested too deeply").
	WithHint("most likely a handler fetches itself; server.max-hops limits the depth")

// countHops takes from the request how many requests of the application itself it lies within. Scripts do not see the header: what
// they answer with may be everything that they were sent.
func (r *request) countHops() {
	count := r.server.settings.Hops
	if count == nil || !count.IsUsed() {
		return
	}
	header := &r.ctx.Request.Header
	if value := header.Peek(hops.Header); len(value) > 0 {
		r.hops = count.Read(value)
		header.Del(hops.Header)
	}
}

func isOfHops(name []byte) bool { return strings.EqualFold(view.Text(name), hops.Header) }

// Gate implements [vm.Gated]: requests of the application to itself leave VMs to others, however many it sends.
func (x *exchange) Gate() *vm.Gate {
	if x.req.hops == 0 {
		return nil
	}
	return x.req.server.innerGate
}

// checkHops refuses a request that lies within too many of the application itself: most likely it leads to itself again.
func (r *request) checkHops() *problem {
	most := r.server.settings.MaxHops
	if r.hops <= most {
		return nil
	}
	if r.server.loops.isDue() {
		r.logError(failureOf("a request was refused"), slog.LevelWarn, errLoop)
	}
	return &problem{
		status: fasthttp.StatusLoopDetected, cause: errLoop,
		detail: fmt.Sprintf("requests of the application to itself are nested %d deep; the limit is %d", r.hops, most),
	}
}

// loops says when a loop, which refuses many requests, is logged: once a minute.
type loops struct{ logged atomic.Int64 } // in Unix seconds

// isDue reports whether nobody has logged one within the last minute.
func (l *loops) isDue() bool {
	now, before := time.Now().Unix(), l.logged.Load()
	return now-before >= 60 && l.logged.CompareAndSwap(before, now)
}
