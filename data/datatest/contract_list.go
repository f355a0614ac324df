package datatest

import (
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
)

func (s *suite) lists() {
	s.people()
	s.insert("insert into people(name, age) values (?, ?)", "Dan", nil)
	list := func(values ...any) data.List { return values }
	for _, c := range []struct {
		sql  string
		args data.Args
		want string
	}{
		{"id in (?)", data.Positional(list(int64(1), int64(3), int64(9))), "Ada Cyd"},
		{"name in (:names) and age > :age", data.Named(map[string]any{"names": list("Ada", "Bob"), "age": 30}), "Bob"},
		{"name in (:names) or age in (:ages)", data.Named(map[string]any{"names": list("Ada"), "ages": list(31, 32)}), "Ada Bob Cyd"},
		{"id not in (?)", data.Positional(list(int64(2))), "Ada Cyd Dan"},
		{"age in (?)", data.Positional(list()), ""},
		{"age not in (?)", data.Positional(list()), "Ada Bob Cyd Dan"},
		{"name in (?) or id = ?", data.Positional(list(), int64(1)), "Ada"},
		{"age not in (?) and age > ?", data.Positional(list(), int64(30)), "Bob Cyd"},
		{"id in (select id from people where name in (?))", data.Positional(list("Bob")), "Bob"},
		{"name in ('Ada', ?)", data.Positional(list("Cyd", "Dan", "Eve")), "Ada Cyd Dan"},
	} {
		rows, err := s.Query(s.ctx, "select name from people where "+c.sql+" order by id", c.args)
		must(s.t, err)
		var names []string
		for row := range rows.Len() {
			names = append(names, rows.Cell(row, 0).Text())
		}
		equal(s.t, c.sql, strings.Join(names, " "), c.want)
	}
	equal(s.t, "updated rows", s.change("update people set age = 9 where name in (?)", list("Ada", "Dan")).Affected, 2)
	for n := range 70 {
		ids := make(data.List, n)
		for i := range ids {
			ids[i] = int64(i + 1)
		}
		s.sameValue(fmt.Sprint(n, " of a list"), s.value("select count(*) from people where id in (?)", ids), int64(min(n, 4)))
	}
	for _, c := range []struct {
		sql  string
		args data.Args
		says string
	}{
		{"select * from people where id = ?", data.Positional(list(1)), "parameter 1 is a list, which is only allowed in IN (…)"},
		{"select * from people where id in (?, 1)", data.Positional(list()), "parameter 1 is an empty list"},
		{"select * from people where id in (?)", data.Positional(1, 2), "the list of IN (?) is one value"},
		{"select * from people where id in (?)", data.Positional(list(list(1))), "a list cannot contain another list"},
	} {
		_, err := s.Query(s.ctx, c.sql, c.args)
		contains(s.t, fails(s.t, err, fault.Internal, data.BadParameters).Message, c.says)
	}
	_, err := s.BatchUpdate(s.ctx, "delete from people where id in (?)", []data.Args{data.Positional(list(1))})
	contains(s.t, fails(s.t, err, fault.Internal, data.BadParameters).Message, "a list cannot be a value of a batch")
}
