package sql

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/aspects"
)

// ErrNoneFree is the error of [Database.Begin] with [AtOnce] when no connection is free.
var ErrNoneFree = errors.New("no connection is free")

// A Wait is how a transaction that begins waits for a connection.
type Wait uint8

// The ways to wait.
const (
	OnVM   Wait = iota // the VM is blocked meanwhile
	AtOnce             // not at all
	Aside              // the VM serves others meanwhile
)

// A transaction whose work has not begun keeps its connection for as long as untouched: its work waits for the VM. If the VM waits
// for a connection of that database itself, it is given back at the next look, since everybody would wait for it in vain.
const (
	untouched     = 250 * time.Millisecond
	offerInterval = 10 * time.Millisecond
)

// offer is a transaction that was begun aside. It can be given back until its work begins, and nobody notices.
type offer struct {
	tx    Transaction
	gone  atomic.Bool // it was taken or given back
	timer *time.Timer
}

// offer offers a transaction that was begun aside. Safe from any goroutine.
func (l *ledger) offer(ctx context.Context, tx Transaction) *offer {
	o, began := &offer{tx: tx}, time.Now()
	ready := make(chan struct{})
	defer close(ready)
	o.timer = time.AfterFunc(offerInterval, func() {
		<-ready
		if l.waiting.Load() || time.Since(began) >= untouched {
			o.giveBack(ctx)
		} else if !o.gone.Load() {
			o.timer.Reset(offerInterval)
		}
	})
	return o
}

// take reports whether the transaction is still there, for the caller alone.
func (o *offer) take() bool {
	o.timer.Stop()
	return o.gone.CompareAndSwap(false, true)
}

func (o *offer) giveBack(ctx context.Context) {
	if o.take() {
		_ = o.tx.Rollback(context.WithoutCancel(ctx))
	}
}

// block calls f, which blocks the VM, and notes meanwhile that it may wait for a connection. It does not wait for long if streams of the
// VM have some: they are not read on meanwhile.
func (l *ledger) block(ctx context.Context, reads bool, f func(ctx context.Context) error) error {
	if !l.database.Waits(reads) {
		return f(ctx)
	}
	if len(l.streams) > 0 {
		ctx = l.database.Briefly(ctx)
	}
	l.waiting.Store(true)
	defer l.waiting.Store(false)
	return f(ctx)
}

// beginAside begins a transaction for which no connection is free, and returns a promise of what comes of it: an async
// caller does not block the VM while it waits.
func (r *Realm) beginAside(database Database, scope *txScope, o aspects.Transaction, work aspects.Body) goja.Value {
	if o.Keep != nil {
		o.Keep()
	}
	call, l := r.VM.Current(), r.ledgerOf(database)
	scope.patience.waited = true
	r.VM.Meet(l.reads | l.writes) // it queues for the connection: once it has one, it must not queue in a line
	return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
		begins, end := scope.deadline.In(ctx)
		defer end()
		tx, err := database.Begin(begins, txOptions(o, Aside))
		var begun *offer
		if err == nil {
			begun = l.offer(ctx, tx)
		}
		return func(*goja.Runtime) (result goja.Value, _ error) {
			if err == nil {
				result, err = r.acceptOffer(database, scope, begun, call, o, work)
			}
			if err != nil {
				return nil, r.Rejection(err)
			}
			return result, nil
		}, nil
	})
}

// acceptOffer runs work in a transaction that was begun aside, or begins again if that one was given back.
func (r *Realm) acceptOffer(
	database Database, scope *txScope, begun *offer, call *vm.Call, o aspects.Transaction, work aspects.Body,
) (goja.Value, error) {
	ctx := r.VM.Context()
	if isOver(call) {
		begun.giveBack(ctx)
		return goja.Undefined(), nil // nobody waits for it
	}
	if err := r.mayBegin(database, scope.outer, o); err != nil { // it may have changed meanwhile
		begun.giveBack(ctx)
		return nil, err
	}
	if !begun.take() {
		return r.beginScope(database, scope, o, work)
	}
	scope.tx = begun.tx
	return r.workIn(database, scope, o, work)
}
