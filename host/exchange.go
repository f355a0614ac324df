package host

import (
	"context"

	"github.com/fwrun/fwrun/platform/inproc"
)

// exchange is one request on its way to a response. It is the [engine.Task] of all scripts that run for it, and is used
// again afterwards: nothing may keep it.
type exchange struct {
	req     request
	who     sender
	body    received
	failure failure
	args    binder
	given   given
	watch   watching

	bare bool // the answer is a handler's that has set no header but its type and cookies

	progress
	stream *stream
}

// Context implements [engine.Contexter]: requests that scripts send on behalf of this one belong to its trace, and scripts learn who
// has sent it.
func (x *exchange) Context(parent context.Context) context.Context {
	if x.req.inner == nil {
		within, _ := x.req.ctx.Conn().(loopback)
		parent = inproc.WithOrigin(parent, within.origin)
	}
	return x.who.onBehalf(parent, &x.req, &x.watch)
}
