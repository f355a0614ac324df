package sql

import (
	"context"
	"errors"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/platform/limit"
	"github.com/fwrun/fwrun/platform/trace"
)

// begin runs work in a new transaction. If transactions of the VM's other calls are in the way, an async caller waits
// without blocking the VM.
func (r *Realm) begin(database Database, around *txScope, o aspects.Transaction, work aspects.Body) (goja.Value, error) {
	l := r.ledgerOf(database)
	if o.Async && (l.waits(o.ReadOnly) || l.isBehind(o.ReadOnly)) {
		if o.Keep != nil {
			o.Keep()
		}
		return l.later(o.ReadOnly, patience{}, func(left patience) (goja.Value, error) { return r.beginNow(database, around, o, left, work) })
	}
	return r.beginNow(database, around, o, patience{}, work)
}

// beginNow begins a transaction, works in it and ends it, in a span of its own.
func (r *Realm) beginNow(database Database, around *txScope, o aspects.Transaction, left patience, work aspects.Body) (goja.Value, error) {
	scope := &txScope{outer: around, readOnly: o.ReadOnly, since: time.Now(), patience: left}
	if o.Timeout > 0 {
		scope.deadline = limit.Of(r.VM.Context()).By(scope.since.Add(o.Timeout))
	}
	return r.InSpan("transaction", func(*trace.Span) (goja.Value, error) { return r.beginScope(database, scope, o, work) })
}

// beginScope begins the transaction of a scope and works in it. An async caller waits if another one was faster.
func (r *Realm) beginScope(database Database, scope *txScope, o aspects.Transaction, work aspects.Body) (goja.Value, error) {
	l := r.ledgerOf(database)
	if o.Async && !scope.patience.isOver() && l.waits(o.ReadOnly) {
		return l.later(o.ReadOnly, scope.patience, func(left patience) (goja.Value, error) {
			scope.patience = left
			return r.beginScope(database, scope, o, work)
		})
	}
	mayBlock, how := l.mayAsk, OnVM
	if o.Async {
		mayBlock, how = l.mayBegin, AtOnce // calls like this one can wait for their turn
	}
	if err := r.mayBegin(database, scope.outer, o); err != nil {
		return nil, err
	}
	if err := mayBlock(o.ReadOnly); err != nil {
		return nil, err
	}
	ctx, end := scope.deadline.In(r.VM.Context())
	defer end()
	var err error
	begin := func(ctx context.Context) (err error) {
		scope.tx, err = database.Begin(ctx, txOptions(o, how))
		return err
	}
	r.VM.Block(func() {
		err = l.block(ctx, o.ReadOnly, func(ctx context.Context) error { return r.VM.GivingWay(ctx, false, begin) })
	})
	if errors.Is(err, ErrNoneFree) {
		return r.beginAside(database, scope, o, work), nil
	}
	if err != nil {
		return nil, err
	}
	return r.workIn(database, scope, o, work)
}

func txOptions(o aspects.Transaction, how Wait) TxOptions {
	return TxOptions{Primary: o.Primary, ReadOnly: o.ReadOnly, Isolation: o.Isolation, Wait: how}
}
