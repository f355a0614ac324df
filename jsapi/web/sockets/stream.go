package sockets

import (
	"context"
	"errors"
	"math"
	"strconv"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// stream is an EventSource.
type stream struct {
	*link

	address string
	id      []byte        // of the last event
	retry   time.Duration // how long to wait before connecting again
}

// The waits between connections. A server may ask for more or less within them; they double while there is no answer.
const (
	firstRetry   = 3 * time.Second
	shortRetry   = 100 * time.Millisecond
	longRetry    = time.Minute
	longestRetry = 24 * time.Hour
)

// openStream opens an EventSource: openStream(url, emit). emit is called with what happens: open(), event(type, data, id, origin), lost(why), after
// which the connection is made again, and failed(why), the last thing of all.
func (r *realm) openStream(call goja.FunctionCall) goja.Value {
	s := &stream{link: r.newLink("EventSource", call.Argument(1), nil), address: call.Argument(0).String(), retry: firstRetry}
	s.begin(s.run)
	return s.functions(map[string]part.Native{"close": func(goja.FunctionCall) goja.Value {
		s.cancel()
		return goja.Undefined()
	}})
}

// run connects, again and again, until the link ends or there is no use in it.
func (s *stream) run() {
	for failures := 0; ; failures++ {
		ctx, stop := context.WithCancelCause(s.ctx)
		opened, err := s.connect(ctx, stop)
		reason := why(ctx, err)
		stop(nil)
		if opened {
			failures = 0
		}
		if s.ctx.Err() != nil {
			return
		}
		if errors.As(err, new(*finalError)) || isFutile(err) {
			s.release()
			s.tell("failed", s.value(reason))
			return
		}
		if !s.tell("lost", s.value(reason)) || !s.pause(failures) {
			return
		}
	}
}

// pause waits before the next connection, and reports whether the link goes on.
func (s *stream) pause(failures int) bool {
	wait := max(s.retry, shortRetry)
	if doubled := wait << min(failures, 16); wait < longRetry {
		wait = min(doubled, longRetry)
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-s.ctx.Done():
		return false
	}
}

// setRetry reads the milliseconds of a field retry.
func (s *stream) setRetry(digits []byte) {
	ms, err := strconv.ParseUint(string(digits), 10, 32)
	if err != nil {
		ms = math.MaxUint32
	}
	s.retry = min(time.Duration(ms)*time.Millisecond, longestRetry)
}
