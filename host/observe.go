package host

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
)

// Observation is an answered request, as it is measured: without its path, its query and its client. It is valid until the function
// that is called with it returns.
type Observation struct {
	Method  string // empty if it is not one of HTTP's
	Status  int
	Secure  bool   // it came over TLS
	Failure string // the class of the exception that ended it, such as TypeError; mostly empty
	Took    time.Duration
	In, Out int      // bytes of the bodies; negative if it is not known
	Trace   [16]byte // the id of its trace if that is recorded; zero if not
}

// Unmatched is the route of requests that match none.
const Unmatched = "UNKNOWN"

// observer is called after a request.
type observer func(*Observation)

// observerOf returns what measures the requests of a route; nil if nobody measures.
func (s *Settings) observerOf(route string) observer {
	if s.Observe == nil {
		return nil
	}
	return s.Observe(route)
}

// activity counts the requests in progress by method, the last for unknown ones, and scheme.
type activity [len(methods) + 1][2]atomic.Int64

// Active yields the numbers of requests in progress. The method is empty for unknown ones.
func (s *Server) Active(yield func(method, scheme string, requests int64) bool) {
	for i := range s.active {
		method := ""
		if i < len(methods) {
			method = methods[i]
		}
		for secure, scheme := range [...]string{"http", "https"} {
			if n := s.active[i][secure].Load(); n != 0 && !yield(method, scheme, n) {
				return
			}
		}
	}
}

// begin counts a request that comes from outside.
func (w *watching) begin(r *request) {
	if c, ok := r.ctx.Conn().(*conn); ok {
		w.secure = c.isTLS()
	}
	index, scheme := len(methods), 0
	method := r.ctx.Method()
	for i, known := range methods {
		if string(method) == known {
			index = i
			break
		}
	}
	if w.secure {
		scheme = 1
	}
	w.counted = &r.server.active[index][scheme]
	w.counted.Add(1)
}

// observe measures the request when it has been answered.
func (w *watching) observe(r *request, b *received, f *failure, t *stream) {
	if w.counted == nil { // it comes from inside of the process: what sends it is measured
		return
	}
	w.counted.Add(-1)
	observe := r.observer()
	if observe == nil {
		return
	}
	w.observed = Observation{
		Method: r.method, Status: r.ctx.Response.StatusCode(), Secure: w.secure, Failure: classOf(f.err), Took: w.took(r),
		In: b.taken(r), Out: r.sent(t),
	}
	if r.trace.Recorded() {
		w.observed.Trace, _, _ = r.trace.Place()
	}
	observe(&w.observed)
}

// took returns how long the request has taken. It is asked for when it has been answered, and the same for all who ask.
func (w *watching) took(r *request) time.Duration {
	if w.lasted == 0 {
		w.lasted = time.Since(r.start)
	}
	return w.lasted
}

// observer returns what measures requests like this one.
func (r *request) observer() observer {
	switch {
	case r.route != nil:
		return r.route.observe
	case r.mount != nil:
		return r.mount.observe
	case r.static != nil:
		return r.static.in.observe
	}
	return r.table.unmatched
}

// taken returns the length of the request's body: that which was announced, or what was read of another one.
func (b *received) taken(r *request) int {
	if n := r.ctx.Request.Header.ContentLength(); n >= 0 {
		return n
	}
	return len(b.raw)
}

// classOf returns the class of the exception that is the error of a request.
func classOf(err error) string {
	if err == nil {
		return ""
	}
	if thrown, ok := errors.AsType[*engine.ScriptError](err); ok {
		return thrown.Name
	}
	return ""
}

// observeUnread measures a request that could not be read.
func (s *Server) observeUnread(ctx *fasthttp.RequestCtx, status int) {
	if unmatched := s.current.Load().unmatched; unmatched != nil {
		o := Observation{Status: status, In: -1, Out: len(ctx.Response.Body())}
		if took := ctx.Time(); !took.IsZero() {
			o.Took = time.Since(took)
		}
		unmatched(&o)
	}
}
