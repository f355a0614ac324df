package host

import (
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/hops"
)

// errLoop is the cause of the problem of a request that leads to itself.
var errLoop = fault.New("host.hops", fault.Invalid, "requests of the application to itself lie too deep within each other").
	WithHint("most likely a handler fetches itself; server.max-hops is how deep they may lie")

// countHops takes from the request how many requests of the application itself it lies within. Scripts do not see the header: what
// they answer with may be everything that they were sent.
func (x *exchange) countHops() {
	count := x.server.settings.Hops
	if count == nil || !count.IsUsed() {
		return
	}
	header := &x.ctx.Request.Header
	if value := header.Peek(hops.Header); len(value) > 0 {
		x.hops = count.Read(value)
		header.Del(hops.Header)
	}
}

func isOfHops(name []byte) bool { return strings.EqualFold(viewText(name), hops.Header) }

// Gate implements [vm.Gated]: requests of the application to itself leave VMs to others, however many it sends.
func (x *exchange) Gate() *vm.Gate {
	if x.hops == 0 {
		return nil
	}
	return x.server.innerGate
}

// checkHops refuses a request that lies within too many of the application itself: most likely it leads to itself again.
func (x *exchange) checkHops() *problem {
	most := x.server.settings.MaxHops
	if x.hops <= most {
		return nil
	}
	x.server.loops.tell(x)
	return &problem{
		status: fasthttp.StatusLoopDetected, cause: errLoop,
		detail: fmt.Sprintf("requests of the application to itself lie %d deep within each other, and may lie %d deep", x.hops, most),
	}
}

// loops logs loops, each of which refuses many requests, once a minute.
type loops struct{ logged atomic.Int64 } // in Unix seconds

func (l *loops) tell(x *exchange) {
	now, before := time.Now().Unix(), l.logged.Load()
	if now-before >= 60 && l.logged.CompareAndSwap(before, now) {
		x.logError(failureOf("a request was refused"), slog.LevelWarn, errLoop)
	}
}
