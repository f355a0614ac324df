package app

import (
	"fmt"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/processors"
)

// databaseLines are where calls wait that are known to use a datasource all of whose connections are in use, so that they hold no
// worker meanwhile.
type databaseLines struct {
	list  []databaseLine
	least int // statements that wait on workers before further calls wait in the line
}

type databaseLine struct {
	vm.Line
	db            *data.DB
	reads, writes vm.Needs
}

// newDatabaseLines makes a line for each datasource. A few calls wait on workers all the same, as many as can compute at the same
// time: the next statement begins the moment that a connection is free.
func newDatabaseLines(sources *data.Sources, workers int) *databaseLines {
	l := &databaseLines{least: max(1, min(processors.Count(), workers/4))}
	for i, name := range sources.Names() {
		db, _ := sources.ByName(name)
		one := databaseLine{db: db}
		one.reads, one.writes = sql.Needs(i)
		one.Places, one.Wait = db.Queue()
		one.Full = busy(fmt.Sprintf("%d requests are waiting for a connection of datasource %q already; try again in a moment", one.Places, name),
			"datasource[].connection.queue is the number of requests that may wait")
		one.Late = busy(fmt.Sprintf("no connection of datasource %q became free within %s; try again in a moment", name, one.Wait),
			"datasource[].connection.acquire-timeout is the longest wait; are transactions kept open for long?")
		l.list = append(l.list, one)
	}
	return l
}

func busy(message, hint string) error {
	return fault.New("app.line", fault.Unavailable, message).WithHint(hint).Because(vm.ErrBusy)
}

// of returns the line for calls with some needs; nil if they need not wait. Those that must not wait on a worker queue in line as
// soon as no connection is free.
func (l *databaseLines) of(needs vm.Needs, mustNotWait bool) *vm.Line {
	for i := range l.list {
		one := &l.list[i]
		reads, writes := needs&one.reads != 0, needs&one.writes != 0
		if !reads && !writes {
			continue
		}
		readers, writers := one.db.Waiting()
		busyReading, busyWriting := readers >= l.least, writers >= l.least
		if mustNotWait {
			busyReading, busyWriting = one.db.Full()
		}
		if reads && busyReading || writes && busyWriting {
			return &one.Line
		}
	}
	return nil
}
