package sql

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// stream is the result of a query that is read in pieces: an async iterable, and its own async iterator. The query
// runs when the first row is read; until then it holds no resources. An open cursor is closed when its call ends, at
// the latest.
type stream struct {
	realm.Properties

	realm   *Realm
	session Session
	sql     string
	args    Args
	class   *rowClass // of the rows; nil for plain objects

	cursor  Cursor
	rows    Rows                              // rows that have been read; those before at have been returned
	made    func(row int) (goja.Value, error) // an object of a row, if they have a class; nil until the first of rows
	at      int
	pending bool // rows are being fetched
	over    bool
	lent    func()      // gives back what was lent to it; nil before it is read, and if it is part of a transaction
	cut     atomic.Bool // it was closed because the call that opened it ended
}

var _ engine.Chunks = (*stream)(nil)

// stream implements SqlTemplate.stream.
func (t *template) stream(call goja.FunctionCall) (engine.Value, error) {
	sql, args, err := t.prepared(call)
	if err != nil {
		return nil, err
	}
	rows := &stream{realm: t.Realm, session: t.Session(t.database), sql: sql, args: args}
	if class, ok := classArgument(call); ok {
		rows.class = t.rowClassOf(class)
	}
	return t.streams.New(rows), nil
}

// installStream adds the methods of SqlStream.
func (r *Realm) installStream() {
	r.streams = realm.Dynamic[*stream](r.Realm, "SqlStream", "{} was called on something that is not a SqlStream")
	r.streams.Behind(streamIn)
	r.streams.Method("next", func(s *stream, _ goja.FunctionCall) (engine.Value, error) { return s.next() })
	r.streams.Method("return", func(s *stream, _ goja.FunctionCall) (engine.Value, error) { return s.end() })
}

func streamIn(object *goja.Object) (*stream, bool) {
	if object.ClassName() != "Object" {
		return nil, false
	}
	stream, ok := object.Export().(*stream)
	return stream, ok
}

// next returns the next row, as async iterators do.
func (s *stream) next() (goja.Value, error) {
	if s.rows != nil && s.at < s.rows.Len() {
		row, err := s.row()
		return s.settled(row, false), err
	}
	if s.over {
		return s.settled(goja.Undefined(), true), nil
	}
	return s.fetch(func() (goja.Value, error) {
		if s.over {
			return s.item(goja.Undefined(), true), nil
		}
		row, err := s.row()
		return s.item(row, false), err
	})
}

// NextChunk implements [engine.Chunks].
func (s *stream) NextChunk() (goja.Value, error) {
	if s.rows != nil && s.at < s.rows.Len() {
		return s.chunk()
	}
	if s.over {
		return goja.Null(), nil
	}
	return s.fetch(func() (goja.Value, error) {
		if s.over {
			return goja.Null(), nil
		}
		return s.chunk()
	})
}

// row returns the next row that has been read.
func (s *stream) row() (goja.Value, error) {
	at := s.at
	s.at++
	if s.class != nil {
		if s.made == nil {
			made, err := s.realm.makerOf(s.rows, s.class)
			if err != nil {
				return nil, err
			}
			s.made = made
		}
		return s.made(at)
	}
	return s.realm.Row(s.rows, at), nil
}

// chunk returns all rows that have been read.
func (s *stream) chunk() (goja.Value, error) {
	if s.at == 0 && s.class == nil {
		s.at = s.rows.Len()
		return s.realm.Result(s.rows), nil
	}
	var list []any
	for s.at < s.rows.Len() {
		row, err := s.row()
		if err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return s.realm.Runtime.NewArray(list...), nil
}

// fetch reads more rows on another goroutine. It returns a promise of the result of give.
func (s *stream) fetch(give func() (goja.Value, error)) (goja.Value, error) {
	if s.pending {
		return nil, errors.New("the next row of a stream was requested before the previous one arrived; await each row")
	}
	s.pending = true
	if outside, ok := s.session.(*outside); ok && s.lent == nil {
		s.lent = outside.ledger.lend()
	}
	end, cursor := s.afterCall(), s.cursor
	return s.realm.VM.Go(func(ctx context.Context) (vm.Result, error) {
		cursor, rows, err := s.read(ctx, end, cursor)
		free := rows == nil || cursor.Over()
		return func(*goja.Runtime) (goja.Value, error) {
			s.pending, s.cursor = false, cursor
			if s.over && cursor != nil {
				go cursor.Close() // the script left the loop meanwhile
				rows = nil
			}
			s.rows, s.made, s.at, s.over = rows, nil, 0, rows == nil
			if free || s.over {
				s.giveBack()
			}
			if err != nil {
				return nil, s.realm.Rejection(err)
			}
			return give()
		}, nil
	}), nil
}

// giveBack gives back what was lent to the stream: its connection is free.
func (s *stream) giveBack() {
	if s.lent != nil {
		s.lent()
	}
}

// read reads rows. Without a cursor it opens one first, and passes it to end, which closes it when the call ends.
func (s *stream) read(ctx context.Context, end func(Cursor), cursor Cursor) (Cursor, Rows, error) {
	if cursor == nil {
		var err error
		if cursor, err = s.session.Stream(ctx, s.sql, s.args); err != nil {
			return nil, nil, err
		}
		end(cursor)
	}
	rows, err := cursor.Next(ctx)
	if rows == nil && err == nil && s.cut.Load() {
		err = errCut
	}
	return cursor, rows, err
}

var errCut = errors.New("the stream has ended with the request, or the start, that opened it; read it there, or open another stream")

// afterCall closes the stream's cursor when the running call ends or, outside of calls, when the engine calls
// Release.
func (s *stream) afterCall() func(Cursor) {
	end := func(c Cursor) {
		s.cut.Store(true)
		c.Close()
		s.realm.VM.Enqueue(nil, func() error { s.giveBack(); return nil })
	}
	if call := s.realm.VM.Current(); call != nil {
		return func(c Cursor) { closeAfter(call, func() { end(c) }) }
	}
	uncalled := s.realm.uncalled
	return func(c Cursor) { context.AfterFunc(uncalled, func() { end(c) }) }
}

// Release implements [engine.Releaser].
func (r *Realm) Release() {
	r.release()
	r.uncalled, r.release = context.WithCancel(context.Background())
}

// closeAfter calls end when the call is over. A detached call, whose answer is being sent, goes on with another
// context.
func closeAfter(call *vm.Call, end func()) {
	ctx := call.Context()
	context.AfterFunc(ctx, func() {
		if !call.Over() && call.Context() != ctx {
			closeAfter(call, end)
			return
		}
		end()
	})
}

// end implements return, which a loop calls when it is left early.
func (s *stream) end() (goja.Value, error) {
	s.over, s.rows = true, nil
	done := s.item(goja.Undefined(), true)
	cursor := s.cursor
	if cursor == nil {
		return s.resolved(done), nil
	}
	return s.realm.VM.Go(func(context.Context) (vm.Result, error) {
		cursor.Close()
		return func(*goja.Runtime) (goja.Value, error) { s.giveBack(); return done, nil }, nil
	}), nil
}

func (s *stream) settled(value goja.Value, done bool) goja.Value {
	return s.resolved(s.item(value, done))
}

func (s *stream) resolved(value goja.Value) goja.Value {
	promise, resolve, _ := s.realm.Runtime.NewPromise()
	_ = resolve(value)
	return s.realm.Runtime.ToValue(promise)
}

// item returns the result of an iterator's next.
func (s *stream) item(value goja.Value, done bool) goja.Value {
	item := s.realm.Runtime.NewObject()
	_ = item.Set("value", value)
	_ = item.Set("done", done)
	return item
}
