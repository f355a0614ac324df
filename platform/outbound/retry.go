package outbound

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/platform/clock"
)

// Retries says when a request is sent again: if there was no connection or no complete answer, or
// the status is one of Statuses, and the method is GET, HEAD, OPTIONS, PUT or DELETE.
type Retries struct {
	Max      int           // tries after the first one; 0 for no retries
	Backoff  time.Duration // before the second try, approximately; doubled for each further one; 200ms when 0
	MaxDelay time.Duration // longest wait; if a server asks for a longer one, there is no further try; 10s when 0
	Statuses []int         // 502, 503 and 504 when nil
}

func (r Retries) filled() Retries {
	if r.Backoff == 0 {
		r.Backoff = 200 * time.Millisecond
	}
	if r.MaxDelay == 0 {
		r.MaxDelay = 10 * time.Second
	}
	if r.Statuses == nil {
		r.Statuses = []int{http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout}
	}
	return r
}

type retriesKey struct{}

// WithRetries allows that many retries for the requests of a context, instead of the Transport's
// own number.
func WithRetries(ctx context.Context, most int) context.Context {
	return context.WithValue(ctx, retriesKey{}, most)
}

// of returns how often a request may be sent again.
func (r Retries) of(request *http.Request) int {
	most := r.Max
	if own, ok := request.Context().Value(retriesKey{}).(int); ok {
		most = own
	}
	if most <= 0 || !repeatable(request) {
		return 0
	}
	return most
}

// repeatable reports whether sending a request twice has the same effect as sending it once, and
// whether it can be sent twice.
func repeatable(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodPut, http.MethodDelete:
		return r.Body == nil || r.Body == http.NoBody || r.GetBody != nil
	}
	return false
}

// persist sends a request until there is an answer to return, the tries are used up, or the next
// try could not begin in time.
func (t *Transport) persist(r *http.Request, most int) (*http.Response, error) {
	ctx := r.Context()
	next := r
	for try := 0; ; try++ {
		response, err := t.once(next)
		if try == most || ctx.Err() != nil || !t.retries.failed(response, err) {
			return response, err
		}
		delay, ok := t.retries.delay(try, retryAfter(response, t.clock.Now()))
		if end, bounded := ctx.Deadline(); !ok || bounded && time.Until(end) <= delay {
			return response, err
		}
		discard(response)
		if !clock.Sleep(ctx, t.clock, delay) {
			return nil, context.Cause(ctx)
		}
		if next, err = again(r); err != nil {
			return nil, err
		}
	}
}

// again returns a request with its body from the beginning.
func again(r *http.Request) (*http.Request, error) {
	next := *r
	if r.GetBody != nil {
		body, err := r.GetBody()
		if err != nil {
			return nil, err
		}
		next.Body = body
	}
	return &next, nil
}

// failed reports whether another try may succeed.
func (r Retries) failed(response *http.Response, err error) bool {
	if err == nil {
		return slices.Contains(r.Statuses, response.StatusCode)
	}
	if refused := new(PrivateAddressError); errors.As(err, &refused) {
		return false
	}
	if unknown := new(net.DNSError); errors.As(err, &unknown) {
		return unknown.IsTimeout || unknown.IsTemporary
	}
	var timeout net.Error
	return errors.As(err, new(*net.OpError)) || errors.As(err, &timeout) && timeout.Timeout() ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET)
}

// delay returns how long to wait after a try, counted from 0: longer each time, randomized, and
// at least as long as the server asked for. ok is false if the server asked for too long.
func (r Retries) delay(try int, asked time.Duration) (delay time.Duration, ok bool) {
	longest := r.MaxDelay
	if doubled := r.Backoff << min(try, 30); doubled>>min(try, 30) == r.Backoff && doubled < longest {
		longest = doubled
	}
	delay = longest/2 + rand.N(longest/2+1)
	return max(delay, asked), asked <= r.MaxDelay
}

// retryAfter returns the wait that a server asks for, in seconds or as a date, or 0 if it does
// not.
func retryAfter(response *http.Response, now time.Time) time.Duration {
	if response == nil {
		return 0
	}
	text := response.Header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 32); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}

// discard reads a short body to its end, so that the connection can be used again.
func discard(response *http.Response) {
	if response == nil {
		return
	}
	_, _ = io.CopyN(io.Discard, response.Body, 16<<10) // a longer body costs the connection
	_ = response.Body.Close()
}
