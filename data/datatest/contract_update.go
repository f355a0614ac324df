package datatest

import (
	"fmt"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
)

func (s *suite) update() {
	s.people()
	s.sameValue("the key", s.insert("insert into people(name) values (?)", "Dan"), int64(4))
	result := s.change("update people set age = ? where id > ?", int64(50), int64(2))
	equal(s.t, "changed rows", result.Affected, 2)
	equal(s.t, "key of an update", result.Key, nil)
	equal(s.t, "rows changed to the same", s.change("update people set age = 50 where id > 2").Affected, 2)
	equal(s.t, "deleted rows", s.change("delete from people where age = 50").Affected, 2)
	equal(s.t, "rows deleted again", s.change("delete from people where age = 50").Affected, 0)
}

func (s *suite) batch() {
	s.people()
	const insert = "insert into people(id, name) values (:id, :name)"
	entry := func(id int64) data.Args {
		return data.Named(map[string]any{"id": id, "name": fmt.Sprint("n", id)})
	}
	results, err := s.BatchUpdate(s.ctx, insert, []data.Args{entry(10), entry(11), entry(12)})
	must(s.t, err)
	equal(s.t, "results", len(results), 3)
	equal(s.t, "rows of the last", results[2].Affected, 1)

	_, err = s.BatchUpdate(s.ctx, insert, []data.Args{entry(20), entry(10)})
	fails(s.t, err, fault.Conflict, data.UniqueViolation)
	s.sameValue("rows of the failed batch", s.value("select count(*) from people where id = 20"), int64(0))

	var many []data.Args
	for id := range int64(1200) {
		many = append(many, entry(1000+id))
	}
	results, err = s.BatchUpdate(s.ctx, insert, many)
	must(s.t, err)
	equal(s.t, "results of many", len(results), 1200)
	s.sameValue("rows of many", s.value("select count(*) from people where id >= 1000"), int64(1200))

	many[1100] = data.Named(map[string]any{"id": 1})
	_, err = s.BatchUpdate(s.ctx, insert, many)
	contains(s.t, fails(s.t, err, fault.Internal, data.BadParameters).Message,
		"batch entry 1101 of 1200: no value was given for :name")

	results, err = s.BatchUpdate(s.ctx, insert, nil)
	must(s.t, err)
	equal(s.t, "results of nothing", len(results), 0)
}

func (s *suite) execute() {
	s.people()
	must(s.t, s.Execute(s.ctx, `
		-- a semicolon; in a comment
		insert into people(name) values ('a;b');
		update people set age = 1 where name = 'a;b';
	`))
	s.sameValue("the age", s.value("select age from people where name = 'a;b'"), int64(1))
	must(s.t, s.Execute(s.ctx, "begin; update people set age = 2; commit"))
	s.sameValue("the age", s.value("select max(age) from people"), int64(2))
	must(s.t, s.Execute(s.ctx, "-- nothing"))
	must(s.t, s.Execute(s.ctx, "\ufeffupdate people set age = 3; update people set age = 2"))
	s.sameValue("the age by a query that an editor has saved", s.value("\ufeffselect max(age) from people"), int64(2))

	err := s.Execute(s.ctx, "begin; update people set age = 3")
	contains(s.t, fails(s.t, err, fault.Internal, data.BadParameters).Message, "left a transaction open")
	s.sameValue("the age", s.value("select max(age) from people"), int64(2))
}

func (s *suite) transactionStatements() {
	for _, sql := range []string{"begin", "COMMIT", " /* x */ rollback", "start transaction", "savepoint a"} {
		_, err := s.Update(s.ctx, sql, data.Args{})
		fails(s.t, err, fault.Internal, data.BadParameters)
		_, err = s.Query(s.ctx, sql, data.Args{})
		fails(s.t, err, fault.Internal, data.BadParameters)
	}
}

func (s *suite) severalStatements() {
	s.people()
	_, err := s.Query(s.ctx, "select 1; delete from people", data.Args{})
	fails(s.t, err, fault.Internal, data.Syntax)
	s.sameValue("the count", s.value("select count(*) from people"), int64(3))
	equal(s.t, "one with a semicolon", s.rows("select 1 as a; ").Len(), 1)
}
