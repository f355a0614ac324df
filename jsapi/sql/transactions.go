package sql

import (
	"context"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/platform/limit"
)

// txKey is the key of the transaction around the running code, by database.
type txKey struct{ database Database }

// anyTxKey is the key of the innermost transaction of any database.
type anyTxKey struct{}

// txScope is the scope of code that runs in a transaction, or outside of the one around it. It follows the code
// across its awaits.
type txScope struct {
	outer    *txScope    // of the same database
	tx       Transaction // nil for code outside of a transaction
	part     bool        // a nested part of the transaction around it, with a savepoint
	call     *vm.Call
	since    time.Time      // when it began
	deadline limit.Deadline // zero if there is none
	patience patience       // with which it waits for its turn to begin
	readOnly bool
	doomed   bool     // a part that joined has failed: the transaction must not be committed
	after    []func() // called after the commit
}

// current returns the scope around the running code, or nil.
func (r *Realm) current(database Database) *txScope {
	scope, _ := r.VM.Value(txKey{database}).(*txScope)
	return scope
}

// Session returns the transaction around the running code, or the database if there is none.
func (r *Realm) Session(database Database) Session {
	primary, isPrimary := database.(onPrimary)
	if isPrimary {
		database = primary.Database
	}
	scope := r.current(database)
	if scope == nil || scope.tx == nil {
		l := r.ledgerOf(database)
		if isPrimary {
			return &outside{yielding{database.Primary(), r, false}, l}
		}
		return &l.outside
	}
	session := Session(scope.tx)
	if !scope.deadline.IsZero() {
		session = timed{scope.tx, scope.deadline}
	}
	if r.VM.Held() {
		session = yielding{session, r, true}
	}
	return session
}

// within runs work in a transaction according to the propagation. The transaction ends when the work does: at once,
// or when the promise that it returned is settled.
func (r *Realm) within(database Database, o aspects.Transaction, work aspects.Body) (goja.Value, error) {
	around := r.current(database)
	active := around != nil && around.tx != nil
	switch o.Propagation {
	case aspects.Supports:
		if !active {
			return work()
		}
	case aspects.Mandatory:
		if !active {
			return nil, noTransaction()
		}
	case aspects.Never:
		if active {
			return nil, unwantedTransaction()
		}
		return work()
	case aspects.NotSupported:
		if !active {
			return work()
		}
		return r.enter(database, &txScope{outer: around}, work)
	case aspects.RequiresNew:
		return r.begin(database, around, o, work)
	case aspects.Nested:
		if active {
			return r.nest(database, around, o, work)
		}
		return r.begin(database, around, o, work)
	default:
		if !active {
			return r.begin(database, around, o, work)
		}
	}
	return r.join(around, o, work)
}

// join runs work as a part of the transaction around it. If the part fails, the transaction cannot be committed.
func (r *Realm) join(scope *txScope, o aspects.Transaction, work aspects.Body) (goja.Value, error) {
	result, err := work()
	return r.After(result, err, func(result goja.Value, err error) (goja.Value, error) {
		if err != nil && o.Undoes(err) {
			scope.doomed = true
		}
		return result, err
	})
}

// workIn runs work in a transaction that has begun, and ends it.
func (r *Realm) workIn(database Database, scope *txScope, o aspects.Transaction, work aspects.Body) (goja.Value, error) {
	result, err := r.enter(database, scope, work)
	return r.finish(database, scope, result, err, ending{
		commit: func() error { return r.commit(scope) },
		undo:   func() error { r.rollback(scope.tx); return nil },
	}, o)
}

// nest runs work in a nested part, with a savepoint, of the transaction around it.
func (r *Realm) nest(database Database, around *txScope, o aspects.Transaction, work aspects.Body) (goja.Value, error) {
	if err := r.mayBegin(database, around, aspects.Transaction{ReadOnly: true}); err != nil {
		return nil, err
	}
	r.savepoints++
	name := fmt.Sprintf("fwrun_%d", r.savepoints)
	if err := r.order(around, "SAVEPOINT "+name); err != nil {
		return nil, err
	}
	scope := &txScope{outer: around, tx: around.tx, part: true, deadline: around.deadline, readOnly: around.readOnly, since: time.Now()}
	result, err := r.enter(database, scope, work)
	return r.finish(database, scope, result, err, ending{
		commit: func() error {
			around.after = append(around.after, scope.after...)
			return r.order(around, "RELEASE SAVEPOINT "+name)
		},
		undo: func() error { return r.order(around, "ROLLBACK TO SAVEPOINT "+name+"; RELEASE SAVEPOINT "+name) },
	}, o)
}

// order runs a statement that controls the transaction, even if the call's time is up.
func (r *Realm) order(scope *txScope, sql string) (err error) {
	ctx := context.WithoutCancel(r.VM.Context())
	r.VM.Block(func() { err = scope.tx.Execute(ctx, sql) })
	return err
}

// enter runs work in a scope, which follows it across its awaits.
func (r *Realm) enter(database Database, scope *txScope, work aspects.Body) (result goja.Value, err error) {
	scope.call = r.VM.Current()
	if scope.tx != nil {
		r.ledgerOf(database).keep(scope)
	}
	err = r.VM.With(txKey{database}, scope, func() error {
		return r.VM.With(anyTxKey{}, scope, func() error {
			result, err = work()
			return err
		})
	})
	return result, err
}

// ending holds the functions that end a scope.
type ending struct{ commit, undo func() error }

// finish ends a scope when its work is done. If the call ends before, because its time was up or nobody awaited the
// promise, the transaction is rolled back at once: its locks must not outlast the call. In the meantime the VM runs
// other calls, which are prevented from blocking it with a wait for such a lock.
func (r *Realm) finish(
	database Database, scope *txScope, result goja.Value, err error, how ending, o aspects.Transaction,
) (goja.Value, error) {
	l := r.ledgerOf(database)
	done := func() { l.strike(scope) }
	if err == nil && isPromise(result) {
		call, release := r.VM.Context(), r.VM.Hold(l.held(scope))
		keep := context.AfterFunc(call, func() {
			_ = scope.tx.Rollback(context.WithoutCancel(call))
			r.VM.Enqueue(nil, func() error { l.strike(scope); return nil })
		})
		done = func() { keep(); release(); l.strike(scope) }
	}
	return r.After(result, err, func(result goja.Value, err error) (goja.Value, error) {
		defer done()
		switch {
		case err != nil && o.Undoes(err):
			if undoErr := how.undo(); undoErr != nil && scope.outer != nil && scope.outer.tx == scope.tx {
				scope.outer.doomed = true // what could not be rolled back must not be committed
			}
			return nil, err
		case scope.doomed:
			_ = how.undo()
			return nil, rollbackOnly(err)
		}
		if commitErr := how.commit(); commitErr != nil {
			return nil, commitErr
		}
		return result, err
	})
}

func isPromise(v goja.Value) bool {
	_, ok := vm.AsPromise(v)
	return ok
}

func (r *Realm) commit(scope *txScope) (err error) {
	ctx, end := scope.deadline.In(r.VM.Context())
	defer end()
	r.VM.Block(func() { err = r.VM.GivingWay(ctx, true, scope.tx.Commit) })
	if err == nil {
		for _, f := range scope.after {
			f()
		}
	}
	return err
}

// rollback rolls a transaction back even if the call's time is up.
func (r *Realm) rollback(tx Transaction) {
	ctx := context.WithoutCancel(r.VM.Context())
	r.VM.Block(func() { _ = tx.Rollback(ctx) })
}

// Within implements [aspects.Transactions].
func (r *Realm) Within(datasource string, o aspects.Transaction, work aspects.Body) (goja.Value, error) {
	for _, d := range r.datasources {
		if d.Name == datasource {
			return r.within(d.Database, o, work)
		}
	}
	return nil, fmt.Errorf("there is no datasource %q", datasource)
}

// InTransaction returns the transaction of a datasource around the running code, and a function that registers what to
// do after its commit. It returns false if there is no such transaction.
func (r *Realm) InTransaction(datasource string) (tx Session, afterCommit func(func()), ok bool) {
	d, known := r.Datasource(datasource)
	if !known {
		return nil, nil, false
	}
	scope := r.current(d.Database)
	if scope == nil || scope.tx == nil {
		return nil, nil, false
	}
	return r.Session(d.Database), func(f func()) { scope.after = append(scope.after, f) }, true
}

// Open implements [aspects.Transactions].
func (r *Realm) Open() bool {
	scope, _ := r.VM.Value(anyTxKey{}).(*txScope)
	return scope != nil && scope.tx != nil
}

// AfterCommit implements [aspects.Transactions].
func (r *Realm) AfterCommit(f func()) bool {
	if !r.Open() {
		return false
	}
	scope, _ := r.VM.Value(anyTxKey{}).(*txScope)
	scope.after = append(scope.after, f)
	return true
}
