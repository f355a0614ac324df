package databases

import (
	"fmt"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/processors"
)

// lines are where calls wait that are known to use a datasource all of whose connections are in use, so that they hold no
// worker meanwhile.
type lines struct {
	list  []line
	least int // statements that wait on workers before further calls wait in the line
}

type line struct {
	vm.Line
	db            *data.DB
	reads, writes vm.Needs
}

// LineUp lets calls that have to wait for a connection do so without a worker, and bounds how many wait on one all the same. It does
// nothing if the databases are closed.
func (p *Part) LineUp(pool *vm.Options) {
	if p.open == nil {
		return
	}
	workers := max(pool.Max, pool.Min)
	pool.Line, pool.Blocking = newLines(p.All(), workers).of, sql.Blocking
	p.open.Of.ShareWorkers(max(1, workers/2))
}

// newLines makes a line for each datasource. A few calls wait on workers all the same, as many as can compute at the same
// time: the next statement begins the moment that a connection is free.
func newLines(list []*data.DB, workers int) *lines {
	l := &lines{least: max(1, min(processors.Count(), workers/4))}
	for i, db := range list {
		one := line{db: db}
		one.reads, one.writes = sql.Needs(i)
		one.Places, one.Wait = db.Queue()
		one.Full = busy(fmt.Sprintf("%d requests are waiting for a connection of datasource %q already; try again in a moment", one.Places, db.Name()),
			"datasource[].connection.queue is the number of requests that may wait")
		one.Late = busy(fmt.Sprintf("no connection of datasource %q became free within %s; try again in a moment", db.Name(), one.Wait),
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
func (l *lines) of(needs vm.Needs, mustNotWait bool) *vm.Line {
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
