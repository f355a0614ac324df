package vm

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/limit"
)

// Options configure a pool. Make is required; the other zero values get defaults.
type Options struct {
	Min, Max       int           // number of VMs; 1 and Min
	Later          bool          // those of Min that are not ready yet are made in the background
	Queue          int           // calls that may wait for a VM; 1024
	Idle           time.Duration // a VM above Min is dropped after it was idle for this long, and before twice as long; 1 min
	HandlerTimeout time.Duration // per call; 30 s
	CPUTimeout     time.Duration // per uninterrupted run; 2 s
	MaxWait        time.Duration // of a call for a VM, half of it while calls have waited for that long without a break; 0 for no limit, and for DoUntil
	TimerGrace     time.Duration // for which the timers of a call that has ended may still fire; 1 s
	MemoryLimit    uint64        // heap of the process in bytes; 0 for no limit
	CallLines      int           // lines that a call may log; 0 for no limit
	Lines          int           // lines that all calls together may log in a second; 0 for no limit

	// Line returns the line in which calls with these needs have to wait, because calls that hold VMs wait for the same
	// already; nil if they may start. If they must not wait while they hold a VM, calls have to wait as soon as the first of them
	// would. It must be quick and not block. May be nil.
	Line func(needs Needs, mustNotWait bool) *Line
	// Blocking are the needs for which a call waits while it holds its VM. Calls that await something before they have one of
	// them wait in the line before they continue.
	Blocking Needs

	// Attended means that a person uses the pool and stops what takes too long. Calls and runs have no time
	// limit, and a VM stays in use after an interrupt.
	Attended bool

	// Halts means that VMs may stand still in the middle of a run; see [VM.Halt].
	Halts bool

	// Make builds a VM that is ready to work. It runs on any goroutine.
	Make func(id int) (*VM, error)
	// Drop is called when a VM has left the pool for good; it is still borrowed. May be nil.
	Drop func(*VM)
	// Counts counts what happens to the VMs. By default nothing is counted.
	Counts *Counts
	// MakeFailed is called when the pool could not grow. May be nil.
	MakeFailed func(error)
	// Labels returns a context with the labels for profiles of a handler; see [Label]. May be nil.
	Labels func(handler int) context.Context
}

// DefaultCPUTimeout is the default limit of an uninterrupted run.
const DefaultCPUTimeout = 2 * time.Second

func (o *Options) fill() {
	o.Min = cmp.Or(o.Min, 1)
	o.Max = max(o.Max, o.Min)
	o.Queue = cmp.Or(o.Queue, 1024)
	o.Idle = cmp.Or(o.Idle, time.Minute)
	o.Counts = cmp.Or(o.Counts, &Counts{})
	o.HandlerTimeout = cmp.Or(o.HandlerTimeout, 30*time.Second)
	o.CPUTimeout = cmp.Or(o.CPUTimeout, DefaultCPUTimeout)
	o.TimerGrace = cmp.Or(o.TimerGrace, time.Second)
	if o.Attended {
		o.HandlerTimeout, o.CPUTimeout = unbounded, unbounded
	}
}

// unbounded is longer than any session.
const unbounded = 10 * 365 * 24 * time.Hour

// ErrBusy is the error of a call when the queue is full or the wait for a VM was too long.
var ErrBusy = fault.New("vm.pool", fault.Unavailable, "too many requests are waiting; try again in a moment")

// ErrHandlerTimeout is the error of a call whose deadline passed.
var ErrHandlerTimeout = fault.New("vm.pool", fault.Timeout, "the handler took too long").
	WithHint("server.handler-timeout limits the time of a whole call, including awaits")

// ErrClosed is the error of a call after the pool was closed.
var ErrClosed = fault.New("vm.pool", fault.Unavailable, "the application is shutting down")

// ErrCanceled is the error of a call whose caller has gone.
var ErrCanceled = fault.New("vm.pool", fault.Canceled, "the caller went away")

// Pool lends VMs.
type Pool struct {
	options  Options
	watchdog watchdog
	lines    lines
	room     room

	mu       sync.Mutex
	all      []*VM
	leaving  int   // number of VMs in all that are retired and have been replaced
	free     []*VM // a stack: the VMs at its top stay in use, the others become idle
	waiting  []*waiter
	queued   int   // of those that wait: those outside of lines
	standing int   // calls in flight whose continuations queue in lines
	filled   int64 // tick since which there has always been one of them
	making   int
	nextID   int
	stuck    bool // the last attempt to grow has failed
	closed   bool
	empty    chan struct{} // closed when the last VM has left a closed pool
	complete chan struct{} // closed when the pool has been of its size, or will not be
	settled  bool          // complete is closed
	reaper   *time.Timer

	stopped int        // number of VMs that stand still
	still   limit.Work // stands still while all of them do
}

// NewPool returns a pool with the given VMs and makes more until there are Min, unless Later is set: then it begins to make them.
func NewPool(options Options, ready ...*VM) (*Pool, error) {
	options.fill()
	p := &Pool{options: options, empty: make(chan struct{}), complete: make(chan struct{})}
	p.watchdog = watchdog{
		pool:    p,
		budget:  options.CPUTimeout,
		memory:  memoryWatch{limit: options.MemoryLimit},
		stopped: make(chan struct{}),
	}
	p.nextID = len(ready)
	for _, v := range ready {
		p.adopt(v)
	}
	if options.Later && len(ready) > 0 {
		p.mu.Lock()
		if p.refillLocked(); p.making == 0 {
			p.settleLocked()
		}
		p.mu.Unlock()
		return p, nil
	}
	for len(p.all) < options.Min {
		v, err := p.make()
		if err != nil {
			p.Close(context.Background())
			return nil, err
		}
		p.adopt(v)
	}
	p.mu.Lock()
	p.settleLocked()
	p.mu.Unlock()
	return p, nil
}

func (p *Pool) make() (*VM, error) {
	p.mu.Lock()
	id := p.nextID
	p.nextID++
	p.mu.Unlock()
	return p.options.Make(id)
}

// adopt adds a VM and makes it available.
func (p *Pool) adopt(v *VM) {
	p.mu.Lock()
	v.jobs = v.join(p)
	v.busy = true
	p.all = append(p.all, v)
	p.mu.Unlock()
	p.release(v, 0)
}

// Do runs work on a VM, within the HandlerTimeout. It waits for a VM and for the result.
func (p *Pool) Do(ctx context.Context, work Work) error {
	return p.DoSince(ctx, time.Now(), work)
}

// DoSince is Do for work that began before: its time counts from then.
func (p *Pool) DoSince(ctx context.Context, began time.Time, work Work) error {
	return p.do(ctx, began.Add(p.options.HandlerTimeout), p.options.MaxWait, work)
}

// DoUntil is Do with a deadline of its own. It waits for a VM until then.
func (p *Pool) DoUntil(ctx context.Context, deadline time.Time, work Work) error {
	return p.do(ctx, deadline, 0, work)
}

// do is Do with a deadline and the longest wait for a VM, 0 for any.
func (p *Pool) do(ctx context.Context, at time.Time, longest time.Duration, work Work) error {
	ctx, deadline, moves := p.by(ctx, at)
	defer moves()
	leave, err := enter(ctx, deadline, work)
	if err != nil {
		return err
	}
	v, err := p.borrow(ctx, deadline, longest, work)
	if err != nil {
		leave()
		return err
	}
	call := newCall(ctx, deadline, work, v)
	if p.begin(v, call, leave) {
		if call.detached {
			return nil
		}
		return call.err
	}
	return p.wait(ctx, call, deadline)
}

// begin starts a call that has passed a gate.
func (p *Pool) begin(v *VM, call *Call, leave func()) (returns bool) {
	defer leave()
	return p.startOn(v, call)
}

func (p *Pool) startOn(v *VM, call *Call) (returns bool) {
	ended := 1 // also after a panic
	defer func() { p.release(v, ended) }()
	returns = call.start()
	if call.detached || !call.Over() { // it will call leave later
		ended = 0
	}
	return returns
}

// wait blocks until a call that awaits host work has ended, is given up or was detached.
func (p *Pool) wait(ctx context.Context, call *Call, deadline limit.Deadline) error {
	timer := time.NewTimer(deadline.Left())
	defer timer.Stop()
	left, end := leaving(call.work)
	defer end()
	for waits := true; waits; {
		waits = false
		select {
		case <-call.done:
		case <-timer.C:
			if more := call.left(); more > 0 { // the deadline has moved
				timer.Reset(more)
				waits = true
				continue
			}
			call.giveUp(ErrHandlerTimeout)
		case <-left:
			call.giveUp(ErrCanceled)
		case <-ctx.Done():
			call.giveUp(ErrCanceled)
		}
	}
	<-call.done // a step may be running
	if call.detached {
		return nil
	}
	p.leave(call.vm)
	return call.err
}

// leave removes a call from its VM, and drops the VM if it is retired and this was its last call.
func (p *Pool) leave(v *VM) {
	p.mu.Lock()
	v.calls--
	staying := v.Retired() == "" && !p.closed
	if v.busy || v.dead || v.calls > 0 || staying {
		p.mu.Unlock()
		return
	}
	v.busy = true
	p.mu.Unlock()
	p.release(v, 0)
}

// release runs the VM's waiting continuations and passes the VM on. ended is the number of its calls that are
// over.
func (p *Pool) release(v *VM, ended int) {
	p.mu.Lock()
	v.calls -= ended
	switch {
	case p.closed && v.calls == 0: // what is left belongs to calls that have ended
		p.mu.Unlock()
		p.drop(v)
		return
	case slices.ContainsFunc(v.jobs, v.mayRunLocked):
		p.mu.Unlock()
		go p.drain(v) // continuations of others do not delay the borrower's own answer
		return
	case (v.Retired() != "" || p.closed) && v.calls > 0:
		v.busy = false // no new work, but the calls in flight may still continue on it
		p.replaceLocked(v)
	case v.Retired() != "":
		p.mu.Unlock()
		p.drop(v)
		return
	default:
		p.passOnLocked(v)
	}
	p.wakeLocked()
	p.mu.Unlock()
}

// passOnLocked passes a VM to the next waiter, or makes it available.
func (p *Pool) passOnLocked(v *VM) {
	if next, ok := p.nextLocked(v); ok {
		v.calls++
		next.place <- v
		return
	}
	v.busy = false
	if len(v.holds) > 0 { // other VMs are preferred
		p.refillLocked()
		return
	}
	p.free = append(p.free, v)
	if p.sizeLocked() > p.options.Min {
		v.used = true
		p.reapLaterLocked()
	}
}

// snapshot lists the VMs for the watchdog.
func (p *Pool) snapshot() []*VM {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.all)
}
