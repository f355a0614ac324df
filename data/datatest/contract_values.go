package datatest

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"time"

	"github.com/fwrun/fwrun/data"
)

func (s *suite) values() {
	s.table("vals", "id {id}, i bigint, f {float}, t text, b {bytes}, at {instant}, yes boolean")
	at := time.Date(2024, 2, 29, 23, 59, 58, 123e6, time.FixedZone("", 3600))
	s.insert("insert into vals(i, f, t, b, at, yes) values (?, ?, ?, ?, ?, ?)",
		int64(math.MaxInt64), 0.1, "ä\u2028'\"\\", []byte{0, 255}, at, true)
	s.insert("insert into vals(i, f, t, b, at, yes) values (?, ?, ?, ?, ?, ?)",
		big.NewInt(-7), -1e300, "", []byte{}, time.Unix(0, 0), false)
	s.insert("insert into vals(i, f, t, b, at, yes) values (?, ?, ?, ?, ?, ?)", nil, nil, nil, nil, nil, nil)

	rows := s.rows("select i, f, t, b, at, yes from vals order by id")
	equal(s.t, "rows", rows.Len(), 3)
	yes, no := any(true), any(false)
	if s.Dialect() == data.MySQL {
		yes, no = int64(1), int64(0)
	}
	want := [][]any{
		{int64(math.MaxInt64), 0.1, "ä\u2028'\"\\", []byte{0, 255}, at.UTC(), yes},
		{int64(-7), -1e300, "", []byte{}, time.Unix(0, 0).UTC(), no},
		{nil, nil, nil, nil, nil, nil},
	}
	for row, cells := range want {
		for column, value := range cells {
			s.sameValue(fmt.Sprintf("row %d column %d", row, column), rows.Cell(row, column).Value(), value)
		}
	}
}

func (s *suite) sameValue(what string, got, want any) {
	s.t.Helper()
	if b, ok := want.([]byte); ok {
		if g, ok := got.([]byte); !ok || !bytes.Equal(g, b) {
			s.t.Errorf("%s is %#v, want %#v", what, got, want)
		}
		return
	}
	if got != want {
		s.t.Errorf("%s is %#v (%T), want %#v (%T)", what, got, got, want, want)
	}
}

func (s *suite) json() {
	s.table("js", "id {id}, name text, w {float}, at {instant}, b {bytes}, doc {json}")
	at := time.Date(2024, 5, 1, 10, 20, 30, 45e6, time.UTC)
	s.insert("insert into js(name, w, at, b, doc) values (?, ?, ?, ?, ?)",
		"a\"b\u2028\n", 1e21, at, []byte("hi"), `{"k": [1, 2]}`)
	s.insert("insert into js(name) values (?)", nil)

	doc := `{"k": [1, 2]}`
	rows := s.rows("select * from js order by id")
	if kind := rows.Cell(0, 5).Kind(); s.Dialect() == data.MySQL && kind == data.Text {
		doc = `"{\"k\": [1, 2]}"` // MariaDB's JSON is text
	}
	equal(s.t, "JSON", string(rows.AppendJSON(nil)),
		`[{"id":1,"name":"a\"b\u2028\n","w":1e+21,"at":"2024-05-01T10:20:30.045Z","b":"aGk=","doc":`+doc+`},`+
			`{"id":2,"name":null,"w":null,"at":null,"b":null,"doc":null}]`)
	equal(s.t, "row 1", string(rows.AppendRowJSON([]byte("x"), 1)),
		`x{"id":2,"name":null,"w":null,"at":null,"b":null,"doc":null}`)
	equal(s.t, "a cell", string(rows.AppendCellJSON([]byte("x"), 0, 1)), `x"a\"b\u2028\n"`)
	equal(s.t, "no rows", string(s.rows("select * from js where id < 0").AppendJSON(nil)), "[]")
}

func (s *suite) decimals() {
	s.table("decs", "id {id}, d decimal(30, 4)")
	s.insert("insert into decs(d) values (?)", "12.5")
	s.insert("insert into decs(d) values (?)", int64(42))
	s.insert("insert into decs(d) values (?)", -0.25)
	rows := s.rows("select d from decs order by id")
	s.sameValue("12.5", rows.Cell(0, 0).Value(), 12.5)
	s.sameValue("42", rows.Cell(1, 0).Value(), int64(42))
	s.sameValue("-0.25", rows.Cell(2, 0).Value(), -0.25)
	s.sameValue("the sum", s.value("select sum(id) from decs"), int64(6))
	if s.Dialect() == data.SQLite {
		return // has no decimals, and rounds
	}
	s.insert("insert into decs(d) values (?)", "1234567890123456789.5")
	s.insert("insert into decs(d) values (?)", "-900000000000000.5")
	s.insert("insert into decs(d) values (?)", "100000000000000000000")
	s.insert("insert into decs(d) values (?)", new(big.Int).Lsh(big.NewInt(1), 80))
	s.everyWay("select d from decs where d > 1000 or d < -1000 order by id", "1234567890123456789.5000", "-900000000000000.5000",
		"100000000000000000000.0000", "1208925819614629174706176.0000")
}

func (s *suite) times() {
	s.table("times", "id {id}, day date, at {instant}")
	s.insert("insert into times(day, at) values (?, ?)", "2024-02-29", "2024-02-29 12:00:00.500")
	rows := s.rows("select day, at from times")
	s.sameValue("the date", rows.Cell(0, 0).Value(), "2024-02-29")
	s.sameValue("the instant", rows.Cell(0, 1).Value(), time.Date(2024, 2, 29, 12, 0, 0, 5e8, time.UTC))
	at := rows.Cell(0, 1).Time()
	s.sameValue("rows with that instant", s.value("select count(*) from times where at >= ?", at), int64(1))
	s.sameValue("rows after it", s.value("select count(*) from times where at > ?", at.Add(time.Millisecond)), int64(0))
}

func (s *suite) columnNames() {
	rows := s.rows("select 1 as a, 2 as b, 3 as a")
	equal(s.t, "columns", len(rows.Columns()), 3)
	equal(s.t, "JSON", string(rows.AppendJSON(nil)), `[{"a":3,"b":2}]`)
	at, ok := rows.Column("a")
	equal(s.t, "a is there", ok, true)
	equal(s.t, "a", at, 2)
	_, ok = rows.Column("c")
	equal(s.t, "c is there", ok, false)
}

func (s *suite) schemaChange() {
	s.table("changing", "id {id}")
	s.insert("insert into changing(id) values (?)", int64(1))
	const query = "select * from changing where id = ?"
	for range 3 {
		equal(s.t, "before", string(s.rows(query, int64(1)).AppendJSON(nil)), `[{"id":1}]`)
	}
	must(s.t, s.Execute(s.ctx, "alter table changing add column more varchar(10)"))
	equal(s.t, "after", string(s.rows(query, int64(1)).AppendJSON(nil)), `[{"id":1,"more":null}]`)
}
