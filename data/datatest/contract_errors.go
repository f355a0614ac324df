package datatest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
)

func (s *suite) violations() {
	must(s.t, s.Execute(s.ctx, "drop table if exists child; drop table if exists parent"))
	s.table("parent",
		"id bigint primary key, email varchar(50) unique, age bigint, name varchar(5) not null, constraint is_born check (age > 0)")
	s.table("child", "id bigint primary key, parent bigint, foreign key (parent) references parent(id)")
	s.change("insert into parent values (1, 'a@b', 1, 'A')")
	s.change("insert into child values (1, 1)")
	foreignKey := "child" // a part of child_parent_fkey and child_ibfk_1
	if s.Dialect() == data.SQLite {
		foreignKey = "" // SQLite does not name it
	}
	cases := []struct {
		sql     string
		outside fault.Kind
		inside  data.ErrorKind
		names   string // a part of the constraint's name
	}{
		{"insert into parent values (2, 'a@b', 1, 'A')", fault.Conflict, data.UniqueViolation, "email"},
		{"insert into parent values (1, 'c@d', 1, 'A')", fault.Conflict, data.UniqueViolation, ""},
		{"insert into child values (2, 7)", fault.Conflict, data.ForeignKeyViolation, foreignKey},
		{"delete from parent", fault.Conflict, data.ForeignKeyViolation, foreignKey},
		{"insert into parent values (3, 'e@f', -1, 'A')", fault.Invalid, data.CheckViolation, "is_born"},
		{"insert into parent values (4, 'g@h', 1, null)", fault.Invalid, data.NotNullViolation, "name"},
	}
	for _, c := range cases {
		_, err := s.Update(s.ctx, c.sql, data.Args{})
		e := fails(s.t, err, c.outside, c.inside)
		equal(s.t, "the datasource", e.Datasource, "contract")
		equal(s.t, "the SQL", e.SQL, c.sql)
		equal(s.t, "a code is there", e.Code != "", true)
		contains(s.t, e.Constraint, c.names)
	}
	_, err := s.Update(s.ctx, "insert into parent values (2, ?, 1, 'A')", data.Positional("a@b"))
	contains(s.t, fails(s.t, err, fault.Conflict, data.UniqueViolation).Constraint, "email")

	// A value is never taken for a constraint's name, whatever it contains.
	const hostile = "a' for key 'secret"
	s.change("insert into parent values (7, ?, 1, 'A')", hostile)
	_, err = s.Update(s.ctx, "insert into parent values (8, ?, 1, 'A')", data.Positional(hostile))
	if got := fails(s.t, err, fault.Conflict, data.UniqueViolation).Constraint; strings.Contains(got, "secret") {
		s.t.Errorf("the constraint is %q", got)
	}
}

func (s *suite) syntax() {
	for _, sql := range []string{
		"selec 1", "select * from no_such_table", "select no_such_column from (select 1 as a) as t",
	} {
		_, err := s.Query(s.ctx, sql, data.Args{})
		fails(s.t, err, fault.Internal, data.Syntax)
	}
	if s.Dialect() == data.MySQL {
		return // says only near which text
	}
	const sql = "select a from (select 1 as a) as t where a = :a and wrong = :b"
	_, err := s.Query(s.ctx, sql, data.Named(map[string]any{"a": 1, "b": 2}))
	e := fails(s.t, err, fault.Internal, data.Syntax)
	if e.Offset < 0 || e.Offset > len(sql) || sql[e.Offset:] != "wrong = :b" {
		s.t.Errorf("the offset is %d: %v", e.Offset, e)
	}
}

// endless is a query that would run for a long time.
var endless = map[data.Dialect]string{
	data.SQLite: "with recursive c(x) as (select 1 union all select x + 1 from c) " +
		"select x from c where x < 3 or x > 1000000000000",
	data.Postgres: "select pg_sleep(60)",
	data.MySQL:    "select sleep(60)",
}

func (s *suite) cancel() {
	ctx, cancel := context.WithCancel(s.ctx)
	time.AfterFunc(20*time.Millisecond, cancel)
	began := time.Now()
	_, err := s.Query(ctx, endless[s.Dialect()], data.Args{})
	fails(s.t, err, fault.Canceled, data.Canceled)
	equal(s.t, "the call ended soon", time.Since(began) < 10*time.Second, true)

	_, err = s.Query(ctx, "select 1", data.Args{})
	fails(s.t, err, fault.Canceled, data.Canceled)
	s.sameValue("the next", s.value("select 1"), int64(1))
}

func (s *suite) timeout() {
	hasty := s.with(data.Settings{QueryTimeout: 50 * time.Millisecond})
	_, err := hasty.Query(s.ctx, endless[s.Dialect()], data.Args{})
	fails(s.t, err, fault.Timeout, data.Timeout)
	s.sameValue("the next", s.value("select 1"), int64(1))
}

func (s *suite) bounds() {
	s.people()
	few := s.with(data.Settings{MaxRows: 2})
	_, err := few.Query(s.ctx, "select * from people", data.Args{})
	contains(s.t, fails(s.t, err, fault.Internal, data.ResultTooLarge).Message,
		`more than 2 rows (maxRows of datasource "contract")`)
	equal(s.t, "rows within the bound", few.rows("select * from people where id < ?", int64(3)).Len(), 2)

	small := s.with(data.Settings{MaxBytes: 100})
	_, err = small.Query(s.ctx, "select * from people where id < ?", data.Positional(int64(9)))
	contains(s.t, fails(s.t, err, fault.Internal, data.ResultTooLarge).Message, "more than 100 bytes (maxBytes")
	s.sameValue("the next", small.value("select 1"), int64(1))
}

// lost has the server cut the connections, as a restart does.
func (s *suite) lost() {
	if s.Dialect() == data.SQLite {
		return // it has no connection to a server
	}
	s.people()
	victim, killer := s.with(data.Settings{MaxConnections: 1}), s.with(data.Settings{MaxConnections: 1})
	kill := func(id any) {
		if s.Dialect() == data.Postgres {
			killer.value("select pg_terminate_backend(?)", id)
			for killer.value("select count(*) from pg_stat_activity where pid = ?", id) != int64(0) {
				continue // until it is gone
			}
			return
		}
		must(s.t, killer.Execute(s.ctx, fmt.Sprintf("kill connection %d", id)))
		for killer.value("select count(*) from information_schema.processlist where id = ?", id) != int64(0) {
			continue
		}
	}
	me := map[data.Dialect]string{
		data.Postgres: "select pg_backend_pid()", data.MySQL: "select connection_id()",
	}[s.Dialect()]

	kill(victim.value(me))
	s.sameValue("a read afterwards", victim.value("select count(*) from people where id > ?", 0), int64(3))

	tx := victim.begin(data.TxOptions{})
	_, err := tx.Update(s.ctx, "delete from people", data.Args{})
	must(s.t, err)
	rows, err := tx.Query(s.ctx, me, data.Args{})
	must(s.t, err)
	kill(rows.Cell(0, 0).Value())
	_, err = tx.Query(s.ctx, "select count(*) from people", data.Args{})
	fails(s.t, err, fault.Unavailable, data.Unavailable)
	fails(s.t, tx.Commit(s.ctx), fault.Unavailable, data.Unavailable)
	s.sameValue("rows after the lost transaction", victim.value("select count(*) from people"), int64(3))
}

func (s *suite) concurrent() {
	s.table("counter", "id {id}, n bigint")
	s.insert("insert into counter(n) values (?)", int64(0))
	const workers, rounds = 8, 25
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			for range rounds {
				s.increment()
			}
		})
	}
	wait.Wait()
	s.sameValue("the counter", s.value("select n from counter"), int64(2*workers*rounds))
}

// increment adds one with a statement and one with a transaction, and reads in between.
func (s *suite) increment() {
	if _, err := s.Update(s.ctx, "update counter set n = n + ? where id = ?", data.Positional(1, 1)); err != nil {
		s.t.Error(err)
	}
	if _, err := s.Query(s.ctx, "select n from counter where id = ?", data.Positional(1)); err != nil {
		s.t.Error(err)
	}
	err := s.Transaction(s.ctx, data.TxOptions{}, func(tx *data.Tx) error {
		_, err := tx.Update(s.ctx, "update counter set n = n + 1 where id = 1", data.Args{})
		if err != nil {
			return err
		}
		_, err = tx.Query(s.ctx, "select n from counter", data.Args{})
		return err
	})
	if err != nil {
		s.t.Error(err)
	}
}
