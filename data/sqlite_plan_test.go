package data

import (
	"fmt"
	"strings"
	"testing"

	sqlite3 "modernc.org/sqlite/lib"
)

// plannedDB returns a session of a database with samples for the planner.
func plannedDB(t *testing.T) *sqliteSession {
	t.Helper()
	h, err := openSQLiteHandle(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	s := newSQLiteSession(h, false, &sqliteWatch{})
	t.Cleanup(func() { _ = s.close() })
	err = s.script(t.Context(), `
		create table people (id integer primary key, name text collate nocase, kind integer);
		with recursive n(i) as (select 1 union all select i + 1 from n where i < 500) insert into people select i, 'name' || i, i % 3 = 0 from n;
		create index people_kind on people (kind);
		create index people_name on people (name);
		analyze`)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// replanned runs a statement once for each value, and returns how often SQLite has prepared it again.
func (s *sqliteSession) replanned(t *testing.T, sql string, rows []int, values ...any) int32 {
	t.Helper()
	parsed, err := newStatements(SQLite).call(sql, Positional(values[0]))
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		b := builder{limits: Settings{}.withDefaults(SQLite).limits()}
		if err := s.query(t.Context(), call{parsed.statement, []any{v}}, &b); err != nil {
			t.Fatal(err)
		}
		if b.rows.count != rows[i] {
			t.Errorf("%s with %v: %d rows, not %d", sql, v, b.rows.count, rows[i])
		}
	}
	st, err := s.statement(parsed)
	if err != nil {
		t.Fatal(err)
	}
	return sqlite3.Xsqlite3_stmt_status(s.handle.tls, st.handle, sqlite3.SQLITE_STMTSTATUS_REPREPARE, 0)
}

func TestSQLiteKeepsPlans(t *testing.T) {
	s := plannedDB(t)
	if n := s.replanned(t, "select id from people limit ?", []int{2, 7, 0, 500}, 2, 7, 0, -1); n != 0 {
		t.Errorf("a statement was prepared %d times again because of LIMIT", n)
	}
	if n := s.replanned(t, "select id from people where kind = ?", []int{166, 334, 0}, 1, 0, 5); n != 0 {
		t.Errorf("a statement was prepared %d times again because of samples", n)
	}
	if n := s.replanned(t, "select id from people where name like ?", []int{1, 111, 0}, "name17", "NAME1%", "%nobody"); n == 0 {
		t.Error("a statement with LIKE has one plan for all patterns")
	}
	if n := s.replanned(t, "select id from people limit ?", []int{3, 4}, 3, 4); n != 0 {
		t.Errorf("a statement was prepared %d times again after one with LIKE", n)
	}
}

// TestLikeUsesAnIndex checks the reason for the exception.
func TestLikeUsesAnIndex(t *testing.T) {
	s := plannedDB(t)
	steps := func(sql string) int32 {
		t.Helper()
		s.replanned(t, sql, []int{1}, "name17%")
		c, err := newStatements(SQLite).call(sql, Positional("name17%"))
		if err != nil {
			t.Fatal(err)
		}
		st, err := s.statement(c)
		if err != nil {
			t.Fatal(err)
		}
		return sqlite3.Xsqlite3_stmt_status(s.handle.tls, st.handle, sqlite3.SQLITE_STMTSTATUS_VM_STEP, 1)
	}
	if with, without := steps("select count(*) from people where name like ?"),
		steps("select count(*) from people where +name like ?"); with*4 > without {
		t.Errorf("%d steps with an index, %d without", with, without)
	}
}

// TestPlansAfterChanges checks statements of both kinds when the schema changes between their runs.
func TestPlansAfterChanges(t *testing.T) {
	s := plannedDB(t)
	for i := range 3 {
		if err := s.script(t.Context(), fmt.Sprintf("alter table people add column more%d", i)); err != nil {
			t.Fatal(err)
		}
		limited := s.replanned(t, "select * from people limit ?", []int{2, 7}, 2, 7)
		if limited != int32(i) {
			t.Errorf("after %d changes a statement was prepared %d times again", i, limited)
		}
		s.replanned(t, "select * from people where name like ? limit 20", []int{11, 20}, "name17%", "name1%")
	}
}

func TestPlansByValues(t *testing.T) {
	for sql, want := range map[string]bool{
		"select 1 where a like ?": true, "select 1 where a NOT\nLIKE?": true, "select glob(?, a)": true, "like": true,
		"select likes from global where unlike = ? and _like = ?": false, "select 1 limit ?": false, "lik": false, "": false, "a like2": false,
	} {
		if got := plansByValues(sql); got != want {
			t.Errorf("%q: %v", sql, got)
		}
	}
	if plansByValues(strings.Repeat("l", 1000)) {
		t.Error("a row of letters is no word")
	}
}
