package datatest

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
)

// manyRows is more rows than one piece of a stream has.
const manyRows = 3000

func (s *suite) many() {
	s.table("many", "id bigint primary key, name varchar(50), note {bytes}")
	var batch []data.Args
	for id := range int64(manyRows) {
		batch = append(batch, data.Positional(id, "n"+strings.Repeat("x", int(id%40)), []byte("note")))
	}
	_, err := s.BatchUpdate(s.ctx, "insert into many values (?, ?, ?)", batch)
	must(s.t, err)
}

// pieces reads a cursor to its end and returns the number of rows in each piece, and the first cell
// of the last row.
func (s *suite) pieces(c *data.Cursor) (rows []int, last any) {
	s.t.Helper()
	for {
		piece, err := c.Next(s.ctx)
		must(s.t, err)
		if piece == nil {
			return rows, last
		}
		rows, last = append(rows, piece.Len()), piece.Cell(piece.Len()-1, 0).Value()
	}
}

func (s *suite) stream() {
	s.many()
	one := s.with(data.Settings{MaxConnections: 1, MaxRows: 10, MaxBytes: 2000})
	const query = "select id, name, note from many where id >= :from order by id"
	for range 2 {
		c, err := one.Stream(s.ctx, query, data.Named(map[string]any{"from": 5}))
		must(s.t, err)
		sizes, last := s.pieces(c)
		sum := 0
		for _, n := range sizes {
			sum += n
			equal(s.t, "a piece is small", n > 0 && n <= 256, true)
		}
		equal(s.t, "rows", sum, manyRows-5)
		s.sameValue("the last", last, int64(manyRows-1))
		again, err := c.Next(s.ctx)
		equal(s.t, "behind the end", again == nil && err == nil, true)
		c.Close()
	}
	c, err := one.Stream(s.ctx, query, data.Named(map[string]any{"from": manyRows}))
	must(s.t, err)
	sizes, _ := s.pieces(c)
	equal(s.t, "pieces of nothing", len(sizes), 0)
	s.sameValue("the next", one.value("select count(*) from many"), int64(manyRows))

	c, err = s.Stream(s.ctx, "select id, name, note from many where id in (?) order by id", data.Positional(data.List{3, 4}))
	must(s.t, err)
	piece, err := c.Next(s.ctx)
	must(s.t, err)
	equal(s.t, "JSON", string(piece.AppendJSON(nil)),
		`[{"id":3,"name":"nxxx","note":"bm90ZQ=="},{"id":4,"name":"nxxxx","note":"bm90ZQ=="}]`)
	c.Close()
}

func (s *suite) streamEarly() {
	s.many()
	one := s.with(data.Settings{MaxConnections: 1})
	for range 3 {
		c, err := one.Stream(s.ctx, "select id from many", data.Args{})
		must(s.t, err)
		_, err = c.Next(s.ctx)
		must(s.t, err)
		c.Close()
		c.Close()
		piece, err := c.Next(s.ctx)
		equal(s.t, "after Close", piece == nil && err == nil, true)
		s.sameValue("the next", one.value("select count(*) from many"), int64(manyRows))
	}
	c, err := one.Stream(s.ctx, "select id from many", data.Args{})
	must(s.t, err)
	c.Close() // never read
	s.sameValue("the next", one.value("select count(*) from many"), int64(manyRows))
}

func (s *suite) streamInTransaction() {
	s.many()
	const query = "select id from many where id > ? order by id"
	tx := s.begin(data.TxOptions{})
	_, err := tx.Update(s.ctx, "delete from many where id < ?", data.Positional(1000))
	must(s.t, err)
	c, err := tx.Stream(s.ctx, query, data.Positional(0))
	must(s.t, err)
	piece, err := c.Next(s.ctx)
	must(s.t, err)
	s.sameValue("the first", piece.Cell(0, 0).Value(), int64(1000))

	rows, err := tx.Query(s.ctx, query, data.Positional(2990))
	if s.Dialect() == data.MySQL {
		contains(s.t, fails(s.t, err, fault.Internal, data.BadParameters).Message, "a stream of the transaction is still open")
	} else {
		must(s.t, err)
		equal(s.t, "rows beside the stream", rows.Len(), 9)
	}
	_, last := s.pieces(c)
	s.sameValue("the last", last, int64(manyRows-1))
	_, err = tx.Update(s.ctx, "update many set name = 'y' where id = 2000", data.Args{})
	must(s.t, err)

	early, err := tx.Stream(s.ctx, query, data.Positional(0))
	must(s.t, err)
	_, err = early.Next(s.ctx)
	must(s.t, err)
	early.Close()
	_, err = tx.Update(s.ctx, "update many set name = 'z' where id = 2001", data.Args{})
	must(s.t, err)

	open, err := tx.Stream(s.ctx, query, data.Positional(0))
	must(s.t, err)
	must(s.t, tx.Commit(s.ctx))
	_, err = open.Next(s.ctx)
	contains(s.t, fails(s.t, err, fault.Internal, data.BadParameters).Message, "the transaction has ended")
	open.Close()
	s.sameValue("changed", s.value("select count(*) from many where name in ('y', 'z')"), int64(2))
	s.sameValue("left", s.value("select count(*) from many"), int64(2000))
}

// streamInSavepoint rolls back parts of a transaction in which a stream was begun that is still
// open.
func (s *suite) streamInSavepoint() {
	s.many()
	const query = "select id from many order by id"
	failed := errors.New("no")
	for _, closing := range []bool{true, false} {
		tx := s.begin(data.TxOptions{})
		var inside *data.Cursor
		err := tx.Savepoint(s.ctx, func() (err error) {
			must(s.t, tx.Execute(s.ctx, "update many set name = 'lost' where id = 1"))
			inside, err = tx.Stream(s.ctx, query, data.Args{})
			must(s.t, err)
			_, err = inside.Next(s.ctx)
			must(s.t, err)
			return failed
		})
		equal(s.t, "only the error of the part", err.Error(), failed.Error())
		if closing {
			inside.Close()
		} else if s.Dialect() != data.SQLite {
			_, err = inside.Next(s.ctx)
			contains(s.t, fails(s.t, err, fault.Internal, data.BadParameters).Message, "that opened the stream has been rolled back")
		}
		inside.Close()
		must(s.t, tx.Execute(s.ctx, "update many set name = 'kept' where id = 2"))
		must(s.t, tx.Commit(s.ctx))
	}
	s.sameValue("changed", s.value("select name from many where id = 2"), "kept")
	s.sameValue("undone", s.value("select count(*) from many where name = 'lost'"), int64(0))
	if s.Dialect() == data.MySQL {
		return // no other statement can run while a stream is open
	}
	tx := s.begin(data.TxOptions{})
	outside, err := tx.Stream(s.ctx, query, data.Args{})
	must(s.t, err)
	_, err = outside.Next(s.ctx)
	must(s.t, err)
	_ = tx.Savepoint(s.ctx, func() error { return failed })
	_, last := s.pieces(outside)
	s.sameValue("the last", last, int64(manyRows-1))
	must(s.t, tx.Commit(s.ctx))
}

func (s *suite) streamMistakes() {
	s.people()
	for sql, kind := range map[string]data.ErrorKind{
		"delete from people":                      data.BadParameters,
		"select * from people where id = ?":       data.BadParameters,
		"select wrong from people":                data.Syntax,
		"select * from nowhere":                   data.Syntax,
		"with x as (select 1) delete from people": data.BadParameters,
	} {
		_, err := s.Stream(s.ctx, sql, data.Args{})
		fails(s.t, err, fault.Internal, kind)
	}
	small := s.with(data.Settings{MaxBytes: 100, MaxConnections: 1})
	c, err := small.Stream(s.ctx, "select ? as large", data.Positional(strings.Repeat("x", 200)))
	must(s.t, err)
	_, err = c.Next(s.ctx)
	fails(s.t, err, fault.Internal, data.ResultTooLarge)
	s.sameValue("the next", small.value("select 1"), int64(1))
}

func (s *suite) streamCanceled() {
	one := s.with(data.Settings{MaxConnections: 1})
	read := func(ctx context.Context, db *data.DB) error {
		c, err := db.Stream(ctx, endless[s.Dialect()], data.Args{})
		for err == nil {
			var piece *data.Rows
			if piece, err = c.Next(ctx); piece == nil && err == nil {
				s.t.Fatal("an endless stream has ended")
			}
		}
		return err
	}
	fails(s.t, read(s.ctx, one.WithQueryTimeout(50*time.Millisecond)), fault.Timeout, data.Timeout)
	s.sameValue("the next", one.value("select 1"), int64(1))

	ctx, cancel := context.WithCancel(s.ctx)
	time.AfterFunc(10*time.Millisecond, cancel)
	fails(s.t, read(ctx, one.DB), fault.Canceled, data.Canceled)
	s.sameValue("the next", one.value("select 1"), int64(1))
}
