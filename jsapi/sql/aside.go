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

// untouched is how long a transaction whose work has not begun keeps its connection. Its work waits for the VM, which may be
// blocked by a statement that waits for this connection.
const untouched = 250 * time.Millisecond

// offer is a transaction that was begun aside. It can be given back until its work begins, and nobody notices.
type offer struct {
	tx    Transaction
	gone  atomic.Bool // it was taken or given back
	timer *time.Timer
}

func newOffer(ctx context.Context, tx Transaction) *offer {
	o := &offer{tx: tx}
	o.timer = time.AfterFunc(untouched, func() { o.giveBack(ctx) })
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

// beginAside begins a transaction for which no connection is free, and returns a promise of what comes of it: an async
// caller does not block the VM while it waits.
func (r *Realm) beginAside(database Database, scope *txScope, o aspects.Transaction, work aspects.Body) goja.Value {
	if o.Keep != nil {
		o.Keep()
	}
	call := r.VM.Current()
	return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
		begins, end := bounded(ctx, scope.deadline)
		defer end()
		tx, err := database.Begin(begins, txOptions(o, Aside))
		var begun *offer
		if err == nil {
			begun = newOffer(ctx, tx)
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
