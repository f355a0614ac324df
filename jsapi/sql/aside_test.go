package sql_test

import (
	"errors"
	"testing"
)

// TestBeginAside: when no connection is free, a transaction of an async function begins later, and beside it scripts go on.
func TestBeginAside(t *testing.T) {
	p := newPage(t)
	p.database.busy = 1
	p.Cases([][2]string{{`(async () => {
		const later = sql.transaction(async () => { sql.update("in"); return "done"; });
		sql.update("out");
		return await later;
	})()`, "done"}})
	if got := p.database.told(); got != `update out, aside, begin false "", update tx:in, commit` &&
		got != `aside, begin false "", update out, update tx:in, commit` {
		t.Errorf("the database was told %s", got)
	}
	p.Cases([][2]string{{`sql.transaction(async () => { sql.update("in"); return "at once"; })`, "at once"}})
	if got := p.database.told(); got != `begin false "", update tx:in, commit` {
		t.Errorf("with a connection that is free the database was told %s", got)
	}
	p.database.busy, p.database.fail = 1, errors.New("no")
	p.Cases([][2]string{{`sql.transaction(async () => "never")`, "throws Error: no"}})
}
