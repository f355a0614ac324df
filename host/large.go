package host

import (
	"context"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine/vm"
)

// largeBody is the length from which on only a few bodies are parsed and bound at the same time: their values take many
// times the memory of their text, and a processor for long.
const largeBody = 1 << 20

// largeWait is how long a body that is large or encoded waits for its turn.
const largeWait = 5 * time.Second

// takeTurn waits until a large body may be parsed for an argument. A call that is already inside of the process does not wait,
// since the call that it belongs to may have the turn.
func (b *received) takeTurn(r *request, a *argument) *problem {
	if len(b.raw) <= largeBody || !a.isParsed() || r.inner != nil || b.hasTurn {
		return nil
	}
	p := takePlace(r.alive(), r.table.large, "too many large bodies are being read")
	b.hasTurn = p == nil
	return p
}

// takePlace waits for a place among those that do something at the same time, as long as the request is alive.
func takePlace(alive context.Context, places chan struct{}, tooMany string) *problem {
	timer := time.NewTimer(largeWait)
	defer timer.Stop()
	select {
	case places <- struct{}{}:
		return nil
	case <-alive.Done():
	case <-timer.C:
	}
	return &problem{status: fasthttp.StatusServiceUnavailable, detail: tooMany, cause: vm.ErrBusy}
}

// leaveTurn lets the next large body be parsed.
func (b *received) leaveTurn(r *request) {
	if b.hasTurn {
		b.hasTurn = false
		<-r.table.large
	}
}
