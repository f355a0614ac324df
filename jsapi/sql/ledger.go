package sql

import (
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// ledger is the state of one database in one VM: the transactions that calls of this VM have open there, and those
// that wait to begin.
type ledger struct {
	realm    *Realm
	database Database
	outside  outside
	needs    // of this database

	open    []*txScope // innermost last
	streams []*txScope // that have connections of their own, or wait for them
	turns   []*turn    // transactions that wait to begin
	looking bool       // a timer will look for a turn that may begin

	waiting atomic.Bool // the VM is blocked, and perhaps for a connection
}

// ledgerOf returns the VM's ledger of a database.
func (r *Realm) ledgerOf(database Database) *ledger {
	if l, ok := r.ledgers[database]; ok {
		return l
	}
	i := slices.IndexFunc(r.datasources, func(d Datasource) bool { return d.Database == database })
	l := &ledger{realm: r, database: database, needs: needsOf(i)}
	l.outside = outside{yielding{database, r, false}, l}
	r.ledgers[database] = l
	return l
}

// obstacle describes how open transactions of the VM are in the way of a statement or of another transaction.
type obstacle struct {
	denied bool          // all connections are in use: it would wait for the end of these transactions
	others bool          // some of them belong to other calls
	passes time.Duration // if not denied: how long waiting is worthwhile before looking again
}

// isClear reports whether nothing of this VM has a connection of the database.
func (l *ledger) isClear() bool { return len(l.open)+len(l.streams) == 0 }

// obstacleTo returns the obstacle to a call that wants to read, or to write.
func (l *ledger) obstacleTo(reads bool, call *vm.Call) (o obstacle) {
	if l.isClear() {
		return obstacle{}
	}
	readers, writers := 0, 0
	for _, s := range l.streams {
		if !s.over() {
			readers++
			o.others = o.others || s.call != call
		}
	}
	for _, s := range l.open {
		switch {
		case s.part || s.over():
			continue
		case s.readOnly:
			readers++
		default:
			writers++
		}
		if s.call == call {
			continue
		}
		o.others = true
		if !reads && !s.readOnly {
			o.passes = max(o.passes, s.call.Patience(s.since))
		}
	}
	room := l.database.Room()
	switch {
	case room.Readers == 0: // each connection reads and writes
		o.denied = readers+writers >= room.Writers
	case reads:
		o.denied = room.Readers > 0 && readers >= room.Readers
	default:
		o.denied = writers >= room.Writers
	}
	return o
}

// held describes what a call holds while a transaction is open: the needs that cannot be met while the open transactions last, and
// those that may have to wait for one of them.
func (l *ledger) held(s *txScope) (h vm.Held) {
	h.Of = l.of(s)
	if l.obstacleTo(true, nil).denied {
		h.Denied |= l.reads
	}
	if l.obstacleTo(false, nil).denied {
		h.Denied |= l.writes
	}
	for _, s := range l.open {
		if !s.readOnly {
			h.Contended = l.writes
		}
	}
	return h
}

// of returns the need of what a scope holds.
func (l *ledger) of(s *txScope) vm.Needs {
	if s.readOnly && l.database.Room().Readers != 0 { // there are connections that only read
		return l.reads
	}
	return l.writes
}

// keep records a transaction that has begun, or a nested part of one.
func (l *ledger) keep(s *txScope) { l.open = append(l.open, s) }

// strike removes a transaction that has ended, and admits one that waited for it.
func (l *ledger) strike(s *txScope) {
	if i := slices.Index(l.open, s); i >= 0 {
		l.open = slices.Delete(l.open, i, i+1)
		l.admit()
	}
}

// mayAsk is like mayBlock. It also lets the VM learn what calls of this kind need.
func (l *ledger) mayAsk(reads bool) error {
	needs := l.writes
	if reads {
		needs = l.reads
	}
	if err := l.realm.VM.Late(needs); err != nil && l.database.Waits(reads) {
		return err
	}
	l.realm.VM.Learn(needs)
	return l.mayBlock(reads)
}

// mayBegin is like mayAsk, for a transaction of an async method.
func (l *ledger) mayBegin(reads bool) error {
	if reads {
		l.realm.VM.Learn(l.readsInTurn)
	} else {
		l.realm.VM.Learn(l.writesInTurn)
	}
	return l.mayBlock(reads)
}

// mayBlock returns an error for a statement that would block the VM until a transaction of one of its own calls ends,
// which cannot end as long as the VM is blocked.
func (l *ledger) mayBlock(reads bool) error {
	if l.isClear() {
		return nil
	}
	o := l.obstacleTo(reads, l.realm.VM.Current())
	switch {
	case !o.denied, !l.database.Waits(reads): // a stream may have been read to its end, which the ledger does not know yet
		return nil
	case o.others:
		return l.refuse(reads)
	}
	return fault.New("jsapi.sql", fault.Internal,
		"this statement is outside of the "+l.holder()+" that has "+l.lacking(reads)+"; the same request runs both, so it would wait for itself").
		WithHint("run it within the transaction, or await the end of the " + l.holder() + " first")
}

// refuse returns the error of a sync caller that would have to wait for another call's transaction.
func (l *ledger) refuse(reads bool) error {
	return fault.New("jsapi.sql", fault.Unavailable, "the database is busy with the "+l.holder()+" of another request; try again in a moment").
		WithHint("a " + l.holder() + " in this worker that awaits something has " + l.lacking(reads) + ", and cannot end while " +
			"this statement waits for it: run it in an async method with @Transactional, which waits for its turn, " +
			"await slow work before the transaction begins, or have more workers (server.workers.max)")
}

// holder says what open thing holds connections.
func (l *ledger) holder() string {
	if len(l.open) == 0 {
		return "stream"
	}
	return "transaction"
}

// lacking describes the connection that open transactions hold and the caller needs.
func (l *ledger) lacking(reads bool) string {
	room := l.database.Room()
	switch most := max(room.Writers, room.Readers); {
	case !reads && room.Readers != 0 && room.Writers == 1:
		return "the only connection of this database that writes"
	case most == 1:
		return "the only connection of this database"
	}
	return "the last connection of this database"
}

// readsSQL reports whether a query only reads.
func (l *ledger) readsSQL(sql string) bool {
	if l.isClear() { // then the answer need not be exact
		text := strings.TrimLeft(sql, " \t\r\n(")
		if len(text) >= 6 && strings.EqualFold(text[:6], "select") {
			return true
		}
	}
	return l.database.Reads(sql)
}
