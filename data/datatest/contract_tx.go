package datatest

import (
	"context"
	"errors"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
)

func (s *suite) begin(o data.TxOptions) *data.Tx {
	s.t.Helper()
	tx, err := s.Begin(s.ctx, o)
	must(s.t, err)
	s.t.Cleanup(func() { must(s.t, tx.Rollback(context.Background())) })
	return tx
}

func (s *suite) commit() {
	s.people()
	tx := s.begin(data.TxOptions{})
	_, err := tx.Update(s.ctx, "insert into people(name) values (?)", data.Positional("Dan"))
	must(s.t, err)
	inside, err := tx.Query(s.ctx, "select count(*) as n from people", data.Args{})
	must(s.t, err)
	s.sameValue("the count inside", inside.Cell(0, 0).Value(), int64(4))
	s.sameValue("the count outside", s.value("select count(*) from people"), int64(3))
	must(s.t, tx.Commit(s.ctx))
	s.sameValue("the count afterwards", s.value("select count(*) from people"), int64(4))
}

func (s *suite) rollback() {
	s.people()
	failed := errors.New("no")
	err := s.Transaction(s.ctx, data.TxOptions{}, func(tx *data.Tx) error {
		must(s.t, tx.Execute(s.ctx, "delete from people"))
		return failed
	})
	equal(s.t, "the error", err, failed)
	s.sameValue("the count after an error", s.value("select count(*) from people"), int64(3))

	func() {
		defer func() { equal(s.t, "the panic", recover(), any("boom")) }()
		_ = s.Transaction(s.ctx, data.TxOptions{}, func(tx *data.Tx) error {
			must(s.t, tx.Execute(s.ctx, "delete from people"))
			panic("boom")
		})
	}()
	s.sameValue("the count after a panic", s.value("select count(*) from people"), int64(3))

	ctx, cancel := context.WithCancel(s.ctx)
	err = s.Transaction(ctx, data.TxOptions{}, func(tx *data.Tx) error {
		must(s.t, tx.Execute(ctx, "delete from people"))
		cancel()
		return nil
	})
	fails(s.t, err, fault.Canceled, data.Canceled)
	s.sameValue("the count after a cancellation", s.value("select count(*) from people"), int64(3))
}

func (s *suite) savepoint() {
	s.people()
	failed := errors.New("no")
	must(s.t, s.Transaction(s.ctx, data.TxOptions{}, func(tx *data.Tx) error {
		must(s.t, tx.Execute(s.ctx, "delete from people where id = 1"))
		err := tx.Savepoint(s.ctx, func() error {
			must(s.t, tx.Execute(s.ctx, "delete from people where id = 2"))
			return failed
		})
		equal(s.t, "the error", errors.Is(err, failed), true)
		return tx.Savepoint(s.ctx, func() error { return tx.Execute(s.ctx, "delete from people where id = 3") })
	}))
	equal(s.t, "who is left", string(s.rows("select id from people").AppendJSON(nil)), `[{"id":2}]`)
}

func (s *suite) ended() {
	s.people()
	tx := s.begin(data.TxOptions{})
	must(s.t, tx.Commit(s.ctx))
	_, err := tx.Query(s.ctx, "select 1", data.Args{})
	contains(s.t, fails(s.t, err, fault.Internal, data.BadParameters).Message, "has ended")
	fails(s.t, tx.Commit(s.ctx), fault.Internal, data.BadParameters)
	must(s.t, tx.Rollback(s.ctx))

	tx = s.begin(data.TxOptions{})
	must(s.t, tx.Rollback(s.ctx))
	fails(s.t, tx.Execute(s.ctx, "delete from people"), fault.Internal, data.BadParameters)
}

func (s *suite) readOnly() {
	s.people()
	tx := s.begin(data.TxOptions{ReadOnly: true, Isolation: data.RepeatableRead})
	count := func() any {
		rows, err := tx.Query(s.ctx, "select count(*) as n from people", data.Args{})
		must(s.t, err)
		return rows.Cell(0, 0).Value()
	}
	s.sameValue("the count", count(), int64(3))
	s.change("delete from people where id = 1")
	s.sameValue("the count of the snapshot", count(), int64(3))
	_, err := tx.Update(s.ctx, "delete from people", data.Args{})
	fails(s.t, err, fault.Internal, data.PermissionDenied)
	must(s.t, tx.Rollback(s.ctx))
	s.sameValue("the count afterwards", s.value("select count(*) from people"), int64(2))
}

func (s *suite) exhausted() {
	few := s.with(data.Settings{MaxConnections: 1, AcquireTimeout: 50 * time.Millisecond})
	few.begin(data.TxOptions{})
	_, err := few.Update(s.ctx, "delete from nowhere", data.Args{})
	e := fails(s.t, err, fault.Unavailable, data.Unavailable)
	contains(s.t, e.Message, `none of the 1 connections of datasource "contract" became free within 50ms`)
}
