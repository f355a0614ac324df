package datatest

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data"
)

// everyWay reads one column of some rows in every way: with and without parameters, which databases
// answer in different formats, as a result, as a stream, and as JSON.
func (s *suite) everyWay(sql string, want ...any) {
	s.t.Helper()
	for _, values := range [][]any{nil, {1}} {
		text := sql
		if values != nil {
			text = "select * from (" + sql + ") as x where 1 = ?"
			if s.Dialect() == data.Postgres {
				text = strings.Replace(text, "1 = ?", "1 = cast(? as int)", 1)
			}
		}
		s.sameColumn(text, s.rows(text, values...), want)
		c, err := s.Stream(s.ctx, text, data.Positional(values...))
		must(s.t, err)
		piece, err := c.Next(s.ctx)
		must(s.t, err)
		c.Close()
		if piece == nil {
			s.t.Fatalf("the stream of %s has no rows", text)
		}
		s.sameColumn("stream of "+text, piece, want)
	}
}

// sameColumn compares the first column of a result, and its JSON.
func (s *suite) sameColumn(what string, rows *data.Rows, want []any) {
	s.t.Helper()
	if rows.Len() != len(want) {
		s.t.Fatalf("%s has %d rows, want %d", what, rows.Len(), len(want))
	}
	for i, value := range want {
		s.sameValue(what, rows.Cell(i, 0).Value(), value)
		if at, ok := value.(time.Time); ok {
			value = at.Format("2006-01-02T15:04:05.000Z")
		}
		text, err := json.Marshal(value)
		must(s.t, err)
		if rows.Cell(i, 0).Kind() != data.JSON {
			equal(s.t, "JSON of "+what, string(rows.Cell(i, 0).AppendJSON(nil)), string(text))
		}
	}
}

// integers are those that a float cannot hold: neighbours stay distinct, also as parameters.
func (s *suite) integers() {
	s.table("ints", "id {id}, i bigint")
	exact := []int64{math.MinInt64, -1<<53 - 1, 1<<53 + 1, 1<<53 + 2, math.MaxInt64 - 1, math.MaxInt64}
	want := make([]any, len(exact))
	for i, n := range exact {
		s.insert("insert into ints(i) values (?)", big.NewInt(n))
		want[i] = n
	}
	s.everyWay("select i from ints order by id limit 100", want...)
	for _, n := range exact {
		s.sameValue("found by an integer", s.value("select i from ints where i = ?", n), n)
		s.sameValue("found by a big one", s.value("select i from ints where i = ?", big.NewInt(n)), n)
	}
	s.insert("insert into ints(i) values (?)", float64(1<<60))
	s.sameValue("of a float", s.value("select i from ints where i = ?", float64(1<<60)), int64(1<<60))
}

// ownTypes tests the types that only one database has, or that differ in each.
func (s *suite) ownTypes() {
	switch s.Dialect() {
	case data.MySQL:
		s.mysqlTypes()
	case data.Postgres:
		s.postgresTypes()
	default:
		s.sqliteTypes()
	}
}

func (s *suite) mysqlTypes() {
	s.table("own", "id {id}, u bigint unsigned, b64 bit(64), b3 bit(3), day date, t time(3), at timestamp(6) null, "+
		"bin varbinary(9), s set('a','b'), e enum('x','y'), f float, yes boolean, y year, d decimal(20,0) unsigned")
	biggest := new(big.Int).SetUint64(math.MaxUint64)
	at := time.Date(2024, 2, 29, 12, 0, 0, 123456e3, time.UTC)
	s.insert("insert into own(u, b64, b3, day, t, at, bin, s, e, f, yes, y, d) values (?, ?, 5, ?, ?, ?, ?, 'a,b', 'y', 0.1, ?, 2024, ?)",
		biggest, biggest, "2024-02-29", "-10:20:30.5", at, []byte{0, 255}, true, biggest)
	s.insert("insert into own(u) values (?)", new(big.Int).SetUint64(math.MaxUint64-1))
	s.insert("insert into own(u) values (?)", 7)
	s.everyWay("select u from own order by id limit 9", uint64(math.MaxUint64), uint64(math.MaxUint64-1), int64(7))
	s.sameValue("found", s.value("select id from own where u = ?", biggest), int64(1))
	for column, want := range map[string]any{
		"b64": uint64(math.MaxUint64), "b3": int64(5), "day": "2024-02-29", "t": "-10:20:30.500", "at": at,
		"bin": []byte{0, 255}, "s": "a,b", "e": "y", "f": 0.1, "yes": int64(1), "y": int64(2024), "d": "18446744073709551615",
	} {
		s.everyWay("select "+column+" from own order by id limit 1", want)
	}
	s.everyWay("select b64 from own where id = 2", nil)
}

func (s *suite) postgresTypes() {
	at := time.Date(2024, 2, 29, 10, 0, 0, 123456e3, time.UTC)
	for expression, want := range map[string]any{
		"timestamptz '2024-02-29 12:00:00.123456+02'": at,
		"timestamp '2024-02-29 10:00:00.123456'":      at,
		"date '2024-02-29'":                           "2024-02-29",
		"time '10:20:30.5'":                           "10:20:30.5",
		"timetz '10:20:30+02'":                        "10:20:30+02",
		"interval '1 day 2 hours'":                    "1 day 02:00:00",
		"numeric 'NaN'":                               "NaN",
		"numeric '1e20'":                              "100000000000000000000",
		"numeric '0.1'":                               0.1,
		"sum(9223372036854775807)":                    "9223372036854775807",
		"9223372036854775807 + 1::numeric":            "9223372036854775808",
		"timestamptz 'infinity'":                      "infinity",
		"true":                                        true,
		"float4 '0.1'":                                0.1,
		"smallint '-7'":                               int64(-7),
		"oid '4294967295'":                            int64(4294967295),
		"uuid '00000000-0000-0000-0000-000000000001'": "00000000-0000-0000-0000-000000000001",
		"array[1, null]":                              "{1,NULL}",
		"'\\x00ff'::bytea":                            []byte{0, 255},
	} {
		s.everyWay("select "+expression+" as v", want)
	}
	one := s.with(data.Settings{MaxConnections: 1})
	s.sameValue("dates are written one way", one.value("select current_setting('DateStyle')"), "ISO, MDY")
}

func (s *suite) sqliteTypes() {
	s.table("own", "id {id}, yes boolean, at timestamp, day date, n numeric, t text, b blob")
	at := time.Date(2024, 2, 29, 12, 0, 0, 123e6, time.UTC)
	s.insert("insert into own(yes, at, day, n, t, b) values (?, ?, ?, ?, ?, ?)", true, at, "2024-02-29", "12.50", "12.50", []byte{0, 255})
	s.insert("insert into own(t) values (?)", new(big.Int).SetUint64(math.MaxUint64))
	for column, want := range map[string]any{
		"yes": true, "at": at, "day": "2024-02-29", "n": 12.5, "t": "12.50", "b": []byte{0, 255},
	} {
		s.everyWay("select "+column+" from own where id = 1", want)
	}
	s.everyWay("select t from own where id = 2", "18446744073709551615")
}

func (s *suite) documents() {
	s.table("docs", "id {id}, doc {json}")
	const doc = `{"n": [9007199254740993, 0.1, null]}`
	s.insert("insert into docs(doc) values (?)", doc)
	kind := data.JSON
	if s.Dialect() == data.MySQL {
		kind = data.Text // MariaDB's JSON is a text with a check
	}
	for _, rows := range []*data.Rows{s.rows("select doc from docs"), s.rows("select doc from docs where id = ?", 1)} {
		equal(s.t, "the kind", rows.Cell(0, 0).Kind(), kind)
		s.sameValue("the text", rows.Cell(0, 0).Value(), doc)
		if kind == data.JSON {
			equal(s.t, "JSON", string(rows.AppendJSON(nil)), `[{"doc":`+doc+`}]`)
		}
	}
}
