package sql

import (
	"slices"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/platform/fault"
)

// mayBegin returns an error for a transaction that would wait for its own call: if another transaction of the call is
// open beside it, or if the transaction around it holds the only writer.
func (r *Realm) mayBegin(database Database, around *txScope, o aspects.Transaction) error {
	current := r.VM.Current()
	beside := func(s *txScope) bool { return s.call == current && !s.over() && !around.isWithin(s) }
	if slices.ContainsFunc(r.ledgerOf(database).open, beside) {
		return fault.New("jsapi.transaction", fault.Internal,
			"another transaction of this request is still open; await it before the next one begins")
	}
	if !o.ReadOnly && database.OneWriter() && around.writes() {
		return fault.New("jsapi.transaction", fault.Internal,
			"the outer transaction has the only connection of this database that writes, so a second transaction would wait for itself").
			WithHint("use the propagation NESTED, end the first transaction before, or use a server such as PostgreSQL")
	}
	return nil
}

// over reports whether the scope's call has ended. Its transaction was rolled back then.
func (s *txScope) over() bool { return isOver(s.call) }

// isOver reports whether a call has ended. Work outside of calls, for which call is nil, never ends.
func isOver(call *vm.Call) bool { return call != nil && call.Over() }

// isWithin reports whether a scope is the other scope or lies inside it.
func (s *txScope) isWithin(other *txScope) bool {
	for ; s != nil; s = s.outer {
		if s == other {
			return true
		}
	}
	return false
}

// writes reports whether a scope, or one around it, holds a transaction that can write.
func (s *txScope) writes() bool {
	for ; s != nil; s = s.outer {
		if s.tx != nil && !s.readOnly {
			return true
		}
	}
	return false
}

// noTransaction, unwantedTransaction and rollbackOnly are the errors of the propagations.
func noTransaction() error {
	return fault.New("jsapi.transaction", fault.Internal, "this must be called within a transaction, but no transaction is open").
		WithHint("the propagation is MANDATORY: put @Transactional on the method that calls it")
}

func unwantedTransaction() error {
	return fault.New("jsapi.transaction", fault.Internal, "this must not be called within a transaction, but one is open").
		WithHint("the propagation is NEVER: call it before the transaction begins, or after its end")
}

func rollbackOnly(cause error) error {
	return fault.New("jsapi.transaction", fault.Internal, "the transaction was rolled back, because a part of it had failed").
		WithHint("do not catch the error of that part, or run the part with the propagation NESTED or REQUIRES_NEW").Because(cause)
}
