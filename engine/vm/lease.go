package vm

import (
	"context"
	"time"
)

// Lease keeps a VM for more work, which finds there the state that earlier work has left. The VM serves other
// calls meanwhile.
type Lease struct {
	vm   *VM
	call *Call // which made it, whose timers live as long as it; nil if there is none
}

// Lease keeps the VM beyond the current call. It is called on the VM.
func (v *VM) Lease() *Lease {
	v.pool.mu.Lock()
	defer v.pool.mu.Unlock()
	v.calls++
	call := v.Current()
	if call != nil {
		call.extend()
	}
	return &Lease{v, call}
}

// Release ends the lease. Safe from any goroutine.
func (l *Lease) Release() {
	if l.call != nil {
		l.call.shorten()
	}
	l.vm.pool.leave(l.vm)
}

// DoOn is Do on the VM of a lease, for which it waits.
func (p *Pool) DoOn(ctx context.Context, l *Lease, work Work) error {
	return p.doOn(ctx, l.vm, work)
}

// DoOnFirst is Do on the VM with an ID; on the one with the lowest ID if there is none any more. It waits for its turn there.
func (p *Pool) DoOnFirst(ctx context.Context, id int, work Work) error {
	p.mu.Lock()
	var first *VM
	for _, v := range p.all {
		if v.dead || v.Retired() != "" {
			continue
		}
		if first == nil || v.ID == id || first.ID != id && v.ID < first.ID {
			first = v
		}
	}
	p.mu.Unlock()
	if first == nil {
		return ErrClosed
	}
	return p.doOn(ctx, first, work)
}

func (p *Pool) doOn(ctx context.Context, v *VM, work Work) error {
	ctx, deadline, moves := p.by(ctx, time.Now().Add(p.options.HandlerTimeout))
	defer moves()
	call := newCall(ctx, deadline, work, v)
	call.done = make(chan struct{})
	p.mu.Lock()
	if v.dead {
		p.mu.Unlock()
		call.unfollow()
		return ErrClosed
	}
	v.calls++
	p.mu.Unlock()
	v.enqueue(job{frame: &call.root, fn: func() error { call.start(); return nil }})
	return p.wait(ctx, call, deadline)
}

// Do runs work on the VM of the lease; see [Pool.DoOn].
func (l *Lease) Do(ctx context.Context, work Work) error { return l.vm.pool.DoOn(ctx, l, work) }
