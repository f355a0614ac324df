package outbound

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/limit"
)

// Limits bound what is in flight at the same time.
type Limits struct {
	Most    int           // in all; 0 for any number
	PerHost int           // to one host; 0 for any number
	Queue   int           // that wait for a place, of each host; 1024 when 0
	Wait    time.Duration // the longest wait; 10s when 0
	Hint    string        // what an operator may change
}

func (l Limits) filled() Limits {
	if l.Queue == 0 {
		l.Queue = 1024
	}
	if l.Wait == 0 {
		l.Wait = 10 * time.Second
	}
	return l
}

// waitingHosts bounds all that waits: as many as the queues of so many hosts have places.
const waitingHosts = 8

// Share lends places to requests: so many in all, and so many to each host, so that a slow one does not take the places of the
// others. A request for which there is none waits: those to one host in the order in which they came, and of several hosts that
// have room the one that came first is next.
type Share struct {
	limits Limits

	mu      sync.Mutex
	used    int
	waiting int
	came    uint64 // requests that have waited
	hosts   map[string]*hostShare
	queues  []*hostShare // those in whose queue a request waits
}

// hostShare is what requests to one host have of a Share.
type hostShare struct {
	name    string
	most    int // 0 for any number
	used    int
	waiting []*waiting
}

// waiting is a request that waits for a place.
type waiting struct {
	came  uint64
	place chan struct{} // closed when it has one
}

// NewShare returns a Share, all of whose places are free.
func NewShare(l Limits) *Share { return &Share{limits: l.filled(), hosts: map[string]*hostShare{}} }

// BusyError is the error of a request that found no place. It is a [fault.Error] of the kind [fault.Unavailable] to programs.
type BusyError struct {
	Host   string
	Why    string
	public *fault.Error
}

func (e *BusyError) Error() string { return fmt.Sprintf("%s: %s", e.Host, e.Why) }

// Unwrap returns what clients may see, which does not name the host that the application asks.
func (e *BusyError) Unwrap() error { return e.public }

// Code returns EBUSY. Scripts find it on the error's cause.
func (e *BusyError) Code() string { return "EBUSY" }

// busy returns the error of a request to a host.
func (s *Share) busy(host, format string, args ...any) error {
	return &BusyError{host, fmt.Sprintf(format, args...), fault.New("outbound.share", fault.Unavailable,
		"too many requests to another service are waiting; try again in a moment").WithHint(s.limits.Hint)}
}

// Enter waits for a place for a request to a host, and returns the function that gives it back, which may be called more than
// once. At most most requests to the host have one, if that is not 0 and less than what the limits say.
func (s *Share) Enter(ctx context.Context, host string, most int) (leave func(), err error) {
	s.mu.Lock()
	h := s.hostLocked(host, most)
	if s.mayEnterLocked(h) {
		s.takeLocked(h)
		s.mu.Unlock()
		return s.leaving(h), nil
	}
	w, err := s.joinLocked(h)
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if err := s.await(ctx, h, w); err != nil {
		return nil, err
	}
	return s.leaving(h), nil
}

func (s *Share) hostLocked(name string, most int) *hostShare {
	if h := s.hosts[name]; h != nil {
		return h
	}
	if s.limits.PerHost > 0 && (most == 0 || most > s.limits.PerHost) {
		most = s.limits.PerHost
	}
	h := &hostShare{name: name, most: most}
	s.hosts[name] = h
	return h
}

// mayEnterLocked reports whether a request that comes now has a place: nobody to the same host waits, and there is one.
func (s *Share) mayEnterLocked(h *hostShare) bool {
	return len(h.waiting) == 0 && h.hasRoom() && (s.limits.Most == 0 || s.used < s.limits.Most)
}

func (h *hostShare) hasRoom() bool { return h.most == 0 || h.used < h.most }

func (s *Share) takeLocked(h *hostShare) {
	s.used++
	h.used++
}

// joinLocked lets a request wait, if there is a place for it in the queue.
func (s *Share) joinLocked(h *hostShare) (*waiting, error) {
	switch {
	case len(h.waiting) >= s.limits.Queue:
		return nil, s.busy(h.name, "%d requests are in flight, and %d are waiting already", h.used, len(h.waiting))
	case s.waiting >= waitingHosts*s.limits.Queue:
		s.forgetLocked(h)
		return nil, s.busy(h.name, "%d requests to all hosts are in flight, and %d are waiting already", s.used, s.waiting)
	}
	s.came++
	s.waiting++
	w := &waiting{s.came, make(chan struct{})}
	if h.waiting = append(h.waiting, w); len(h.waiting) == 1 {
		s.queues = append(s.queues, h)
	}
	return w, nil
}

// await waits until a request has a place.
func (s *Share) await(ctx context.Context, h *hostShare, w *waiting) error {
	within, end := limit.Within(ctx, s.limits.Wait, errLate)
	defer end()
	select {
	case <-w.place:
		return nil
	case <-within.Done():
	}
	s.giveUp(h, w)
	if errors.Is(context.Cause(within), errLate) {
		return s.busy(h.name, "no request ended within %v", s.limits.Wait)
	}
	return context.Cause(ctx)
}

var errLate = errors.New("no place became free")

// giveUp removes a request that does not wait any more, and gives back the place that it may have got at the last moment.
func (s *Share) giveUp(h *hostShare, w *waiting) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(h.waiting, w)
	if i < 0 {
		s.leaveLocked(h)
		return
	}
	s.removeLocked(h, i)
	s.forgetLocked(h)
}

func (s *Share) removeLocked(h *hostShare, i int) {
	s.waiting--
	if h.waiting = slices.Delete(h.waiting, i, i+1); len(h.waiting) == 0 {
		at := slices.Index(s.queues, h)
		s.queues = slices.Delete(s.queues, at, at+1)
	}
}

// leaving returns the function that gives back a place.
func (s *Share) leaving(h *hostShare) func() {
	return sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.leaveLocked(h)
	})
}

// leaveLocked gives back a place, which the request gets that came first of those that may have it.
func (s *Share) leaveLocked(h *hostShare) {
	s.used--
	h.used--
	var next *hostShare
	for _, one := range s.queues {
		if one.hasRoom() && (next == nil || one.waiting[0].came < next.waiting[0].came) {
			next = one
		}
	}
	if next != nil {
		first := next.waiting[0]
		s.removeLocked(next, 0)
		s.takeLocked(next)
		close(first.place)
	}
	s.forgetLocked(h)
}

// forgetLocked forgets a host of which nothing is in flight or waits.
func (s *Share) forgetLocked(h *hostShare) {
	if h.used == 0 && len(h.waiting) == 0 {
		delete(s.hosts, h.name)
	}
}
