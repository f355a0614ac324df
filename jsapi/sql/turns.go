package sql

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// turn is a transaction of an async caller that waits to begin without blocking the VM.
type turn struct {
	call  *vm.Call
	reads bool
	begin func() // runs as a continuation of the caller
}

// waits reports whether a transaction must wait to begin. A call with another open transaction on the same database
// waits only if it has to, since the two transactions could wait for each other.
func (l *ledger) waits(reads bool) bool {
	o := l.obstacleTo(reads, l.realm.VM.Current())
	return o.others && (o.denied || o.passes > 0 && !l.has(l.realm.VM.Current()))
}

// isBehind reports whether other transactions already wait to write, and the call has no reason to go first.
func (l *ledger) isBehind(reads bool) bool {
	return !reads && len(l.turns) > 0 && !l.has(l.realm.VM.Current())
}

// has reports whether a call has an open transaction.
func (l *ledger) has(call *vm.Call) bool {
	return slices.ContainsFunc(l.open, func(s *txScope) bool { return s.call == call && !s.over() })
}

// later returns a promise of the result of begin, which is called when the transaction may begin. A transaction that
// has already waited keeps the first place.
func (l *ledger) later(reads, first bool, begin func() (goja.Value, error)) goja.Value {
	r := l.realm
	promise, resolve, reject := r.Runtime.NewPromise()
	resume := r.VM.Later()
	t := &turn{call: r.VM.Current(), reads: reads}
	t.begin = func() {
		resume(func() error {
			defer l.admit()
			value, err := begin()
			if err != nil {
				return reject(r.VM.ErrorValue(r.Rejection(err)))
			}
			return resolve(value)
		})
	}
	if first {
		l.turns = slices.Insert(l.turns, 0, t)
	} else {
		l.turns = append(l.turns, t)
	}
	l.lookLater(t)
	return r.Runtime.ToValue(promise)
}

// admit lets the first transaction that may begin do so. After that, the next one is considered.
func (l *ledger) admit() {
	l.turns = slices.DeleteFunc(l.turns, func(t *turn) bool { return isOver(t.call) })
	for i, t := range l.turns {
		if o := l.obstacleTo(t.reads, t.call); !o.denied && o.passes <= 0 {
			l.turns = slices.Delete(l.turns, i, i+1)
			t.begin()
			return
		}
	}
	if len(l.turns) > 0 {
		l.lookLater(l.turns[0])
	}
}

// lookLater calls admit again after the time for which the turn should wait.
func (l *ledger) lookLater(t *turn) {
	o := l.obstacleTo(t.reads, t.call)
	if o.denied || l.looking {
		return // the end of another transaction calls admit
	}
	l.looking = true
	l.realm.VM.AfterForNone(o.passes, func() error {
		l.looking = false
		l.admit()
		return nil
	})
}
