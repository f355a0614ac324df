package data

import (
	"testing"
	"time"
)

// pretendIdle makes the writer's session look idle for the given time, and returns the session.
func pretendIdle(t *testing.T, db *DB, idle time.Duration) (which session) {
	t.Helper()
	conn, err := db.writers.db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var p *pooled
	if err := conn.Raw(func(c any) error { p = c.(*pooled); return nil }); err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	p.used = p.used.Add(-idle)
	return p.session
}

// TestIdleSessionsAreValidated checks that sessions which were idle, and only those, are
// validated.
func TestIdleSessionsAreValidated(t *testing.T) {
	db := openSQLite(t, Settings{ValidationQuery: "insert into asked values (1)"})
	asked := func() int64 {
		t.Helper()
		rows, err := db.Query(t.Context(), "select count(*) from asked", Args{})
		if err != nil {
			t.Fatal(err)
		}
		return rows.Cell(0, 0).Int()
	}
	mustExecute(t, db, "create table asked (n int)")
	before := asked()
	pretendIdle(t, db, 0)
	mustExecute(t, db, "select 1")
	if got := asked(); got != before {
		t.Errorf("a connection that was just used was asked %d times", got-before)
	}
	pretendIdle(t, db, time.Minute)
	mustExecute(t, db, "select 1")
	if got := asked(); got != before+1 {
		t.Errorf("an idle connection was asked %d times, want once", got-before)
	}

	mustExecute(t, db, "drop table asked")
	failing := pretendIdle(t, db, time.Minute)
	mustExecute(t, db, "select 1") // on another connection
	if now := pretendIdle(t, db, 0); now == failing {
		t.Error("a connection that fails its validation query is used on")
	}
}
