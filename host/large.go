package host

import (
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine/vm"
)

// largeBody is the length from which on only a few bodies are parsed and bound at the same time: their values take many
// times the memory of their text, and a processor for long.
const largeBody = 1 << 20

// largeWait is how long a large body waits for its turn.
const largeWait = 5 * time.Second

// takeTurn waits until a large body may be parsed for an argument. A call that is already inside of the process does not wait,
// since the call that it belongs to may have the turn.
func (x *exchange) takeTurn(a *argument) *problem {
	if len(x.body) <= largeBody || !a.isParsed() || x.inner != nil || x.hasTurn {
		return nil
	}
	timer := time.NewTimer(largeWait)
	defer timer.Stop()
	select {
	case x.table.large <- struct{}{}:
		x.hasTurn = true
		return nil
	case <-x.alive().Done():
	case <-timer.C:
	}
	return &problem{status: fasthttp.StatusServiceUnavailable, detail: "too many large bodies are being read", cause: vm.ErrBusy}
}

// leaveTurn lets the next large body be parsed.
func (x *exchange) leaveTurn() {
	if x.hasTurn {
		x.hasTurn = false
		<-x.table.large
	}
}
