package datatest

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
)

func (s *suite) prepare() {
	s.table("prepared", "id bigint primary key, name varchar(20)")
	s.change("insert into prepared values (1, 'A')")
	for sql, want := range map[string]string{
		"select id, name as label from prepared where id = :id and name in (:names)": "id label",
		"update prepared set name = ? where id = ?":                                  "",
		"insert into prepared (id, name) values (:id, :name)":                        "",
		"delete from prepared": "",
	} {
		columns, err := s.Prepare(s.ctx, sql)
		must(s.t, err)
		var names []string
		for _, c := range columns {
			names = append(names, c.Name)
		}
		if s.Dialect() == data.MySQL {
			want = "" // it reports no columns
		}
		equal(s.t, "the columns of "+sql, strings.Join(names, " "), want)
	}
	s.sameValue("what was prepared only", s.value("select count(*) from prepared"), int64(1))
}

func (s *suite) missing() {
	s.table("prepared", "id bigint primary key, name varchar(20)")
	for _, c := range []struct {
		sql  string
		what data.Missing
		name string
		at   string // the text that the offset points at
	}{
		{"select * from prepard", data.MissingTable, "prepard", "prepard"},
		{"insert into prepard (id) values (:id)", data.MissingTable, "prepard", "prepard"},
		{"select 'nme' as x from prepared where id = :id and nme = :nme", data.MissingColumn, "nme", "nme ="},
		{"select p.nme from prepared p", data.MissingColumn, "nme", "p.nme nme"},
		{"insert into prepared (id, nme) values (?, ?)", data.MissingColumn, "nme", "nme"},
		{"update prepared set nme = ?", data.MissingColumn, "nme", "nme"},
		{"selec id from prepared", data.MissingNothing, "", "selec"},
		{"update prepared set name = :name where", data.MissingNothing, "", ""},
		{"select id from prepared where where id = :id", data.MissingNothing, "", "where id"},
	} {
		_, err := s.Prepare(s.ctx, c.sql)
		e := fails(s.t, err, fault.Internal, data.Syntax)
		what, name := e.Missing()
		if what != c.what || name != c.name {
			s.t.Errorf("%s: %v %q is missing, want %v %q: %v", c.sql, what, name, c.what, c.name, e)
		}
		if c.at == "" && e.Offset == len(c.sql) {
			continue
		}
		if e.Offset < 0 || !slices.ContainsFunc(strings.Fields(c.at), func(at string) bool { return strings.HasPrefix(c.sql[e.Offset:], at) }) {
			s.t.Errorf("%s: the offset is %d: %v", c.sql, e.Offset, e)
		}
	}
	catalogue, err := s.Catalogue(s.ctx)
	must(s.t, err)
	equal(s.t, "the columns", strings.Join(catalogue["prepared"], " "), "id name")
}
