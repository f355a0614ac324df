package sql

import (
	"context"
	"slices"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/limit"
)

// patience is how long a transaction still waits for its turn. The zero value is that of one that has not waited.
type patience struct {
	waited bool           // it goes before those that have not
	until  limit.Deadline // it does not wait for longer; zero if that is not known yet
}

// isOver reports whether a transaction has waited for as long as it may.
func (p patience) isOver() bool { return !p.until.IsZero() && p.until.Left() <= 0 }

// turn is a transaction of an async caller that waits to begin without blocking the VM.
type turn struct {
	call  *vm.Call
	reads bool
	left  patience
	place Place // it has one of those that may wait for a connection, until leave
	late  *vm.Timer
	stays func() bool                            // reports whether the call is not over: else it has left the place
	end   func(begin func() (goja.Value, error)) // continues the caller
	begin func(left patience) (goja.Value, error)
}

// leave ends the wait. It is called once, on the VM.
func (t *turn) leave() {
	t.late.Stop()
	if t.stays() {
		t.place.Leave()
	}
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

// later returns a promise of the result of begin, which is called when the transaction may begin.
func (l *ledger) later(reads bool, left patience, begin func(left patience) (goja.Value, error)) (goja.Value, error) {
	r := l.realm
	place, err := l.database.LineUp(reads)
	if err != nil {
		return nil, err
	}
	if left.until.IsZero() {
		left.until = limit.Of(r.VM.Context()).By(time.Now().Add(place.Longest))
	}
	r.VM.Meet(l.reads | l.writes) // it has its turn here, and queues in no other line
	promise, resolve, reject := r.Runtime.NewPromise()
	resume := r.VM.Later()
	t := &turn{call: r.VM.Current(), reads: reads, left: left, place: place, begin: begin}
	t.end = func(begin func() (goja.Value, error)) {
		resume(func() error {
			defer l.admit()
			value, err := begin()
			if err != nil {
				return reject(r.VM.ErrorValue(r.Rejection(err)))
			}
			return resolve(value)
		})
	}
	t.stays = context.AfterFunc(r.VM.Context(), place.Leave)
	t.late = r.VM.AfterForNone(left.until.Left(), func() error { l.hurry(t); return nil })
	if left.waited {
		l.turns = slices.Insert(l.turns, 0, t)
	} else {
		l.turns = append(l.turns, t)
	}
	t.left.waited = true
	l.lookLater(t)
	return r.Runtime.ToValue(promise), nil
}

// admit lets the first transaction that may begin do so. After that, the next one is considered.
func (l *ledger) admit() {
	l.turns = slices.DeleteFunc(l.turns, func(t *turn) bool {
		over := isOver(t.call)
		if over {
			t.leave()
		}
		return over
	})
	for _, t := range l.turns {
		if o := l.obstacleTo(t.reads, t.call); !o.denied && o.passes <= 0 {
			l.begin(t)
			return
		}
	}
	if len(l.turns) > 0 {
		l.lookLater(l.turns[0])
	}
}

// begin lets a transaction that waits begin.
func (l *ledger) begin(t *turn) {
	if l.remove(t) {
		t.end(func() (goja.Value, error) { return t.begin(t.left) })
	}
}

// hurry lets a transaction begin that has waited for as long as it may, or lets it fail if no connection is free.
func (l *ledger) hurry(t *turn) {
	if more := t.left.until.Left(); more > 0 { // it has stood still meanwhile
		t.late = l.realm.VM.AfterForNone(more, func() error { l.hurry(t); return nil })
		return
	}
	if !l.obstacleTo(t.reads, t.call).denied {
		l.begin(t)
	} else if l.remove(t) {
		late := t.place.Late()
		t.end(func() (goja.Value, error) { return nil, late })
	}
}

// remove ends the wait of a transaction, and reports whether it still waited.
func (l *ledger) remove(t *turn) bool {
	i := slices.Index(l.turns, t)
	if i < 0 {
		return false
	}
	l.turns = slices.Delete(l.turns, i, i+1)
	t.leave()
	return true
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
