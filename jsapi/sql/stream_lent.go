package sql

import (
	"slices"

	"github.com/fwrun/fwrun/engine/vm"
)

// lend records a stream that is about to take a connection of its own, until it is given back, on the VM. Who blocks the VM with a
// wait for a connection keeps its streams from being read on.
func (l *ledger) lend() (back func()) {
	if l.database.OneWriter() && l.database.Room().Readers == 0 {
		return func() {} // in memory there is one connection: all rows are read at once
	}
	s := &txScope{readOnly: true, call: l.realm.VM.Current()}
	l.streams = append(slices.DeleteFunc(l.streams, (*txScope).over), s)
	release := l.realm.VM.Hold(vm.Held{Of: l.of(s), Lent: true})
	return func() {
		if i := slices.Index(l.streams, s); i >= 0 {
			l.streams = slices.Delete(l.streams, i, i+1)
			release()
			l.admit()
		}
	}
}
