package datatest

import (
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
)

func (s *suite) people() {
	s.table("people", "id {id}, name varchar(50) not null, age bigint")
	for i, name := range []string{"Ada", "Bob", "Cyd"} {
		s.insert("insert into people(name, age) values (?, ?)", name, int64(30+i))
	}
}

func (s *suite) positional() {
	s.people()
	s.sameValue("the name", s.value("select name from people where age = ? and name <> '?' -- ?", int64(31)), "Bob")
	s.sameValue("the count", s.value("select count(*) from people where age in (?, ?)", int64(30), int64(32)), int64(2))
}

func (s *suite) named() {
	s.people()
	rows, err := s.Query(s.ctx, "select name from people where age >= :age and (age = :age or name = :name) order by id",
		data.Named(map[string]any{"age": int64(30), "name": "Cyd"}))
	must(s.t, err)
	equal(s.t, "JSON", string(rows.AppendJSON(nil)), `[{"name":"Ada"},{"name":"Cyd"}]`)
	result, err := s.Update(s.ctx, "update people set name = :name where name = 'Bob' /* :no */",
		data.Args{Names: []string{"name"}, Values: []any{":name"}})
	must(s.t, err)
	equal(s.t, "rows", result.Affected, 1)
}

func (s *suite) wrongParameters() {
	s.people()
	cases := []struct {
		sql  string
		args data.Args
		says string
	}{
		{
			"select * from people where name = :name", data.Named(map[string]any{"nmae": "x"}),
			"no value was given for :name; given: :nmae; did you mean :nmae?",
		},
		{
			"select * from people where name = :name", data.Named(map[string]any{"name": "x", "age": 1}),
			"a value was given for :age, which the statement does not have; it has :name",
		},
		{"select * from people where name = :name", data.Positional("x"), "named parameters (:name)"},
		{"select * from people where name = ?", data.Named(map[string]any{"name": "x"}), "positional parameters"},
		{"select * from people where name = ?", data.Positional(), "has 1 parameter, but 0 values were given"},
		{"select * from people", data.Positional("x"), "has 0 parameters, but 1 value was given"},
		{"select * from people where name = ?", data.Positional(struct{}{}), "value 1 is a struct {}"},
	}
	for _, c := range cases {
		_, err := s.Query(s.ctx, c.sql, c.args)
		contains(s.t, fails(s.t, err, fault.Internal, data.BadParameters).Message, c.says)
	}
	whole := data.Named(map[string]any{"name": "x", "age": 1})
	whole.Partial, whole.Unfit = true, map[string]string{"tags": "parameter :tags is a promise"}
	_, err := s.Query(s.ctx, "select * from people where name = :name", whole)
	must(s.t, err)
	_, err = s.BatchUpdate(s.ctx, "update people set age = :age where name = :tags", []data.Args{whole, whole})
	contains(s.t, fails(s.t, err, fault.Internal, data.BadParameters).Message, "batch entry 1 of 2: parameter :tags is a promise")
}
