package sql

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// turn is a transaction of an async caller that waits outside of the VM until it may begin.
type turn struct {
	call  *vm.Call
	reads bool
	begin func() // as a continuation of the caller's
}

// waits tells whether a transaction must wait to begin. One of a call that has another open on
// the same database waits only where it has to: the two could wait for each other.
func (l *ledger) waits(reads bool) bool {
	o := l.obstacleTo(reads, l.realm.VM.Current())
	return o.others && (o.denied || o.passes > 0 && !l.has(l.realm.VM.Current()))
}

// isBehind tells whether others wait already to write, and the call has no reason to go first.
func (l *ledger) isBehind(reads bool) bool {
	return !reads && len(l.turns) > 0 && !l.has(l.realm.VM.Current())
}

// has tells whether a call has a transaction open.
func (l *ledger) has(call *vm.Call) bool {
	return slices.ContainsFunc(l.open, func(s *txScope) bool { return s.call == call && !s.over() })
}

// later gives a promise of what begin gives, which is called when the transaction may begin. Who
// has waited before keeps the first place.
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

// admit lets the first begin that may. When it has, the next one is looked at.
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

// lookLater looks again when what is only worth waiting for a while has had it.
func (l *ledger) lookLater(t *turn) {
	o := l.obstacleTo(t.reads, t.call)
	if o.denied || l.looking {
		return // the end of another one is waited for
	}
	l.looking = true
	l.realm.VM.AfterForNone(o.passes, func() error {
		l.looking = false
		l.admit()
		return nil
	})
}
