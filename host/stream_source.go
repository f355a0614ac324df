package host

import (
	"context"
	"errors"
	"io"

	"github.com/fwrun/fwrun/engine"
)

// openSource begins a response whose body is bytes that the host has: they go to the client without a trip through scripts.
func (x *exchange) openSource(s *engine.Scope, a answer, source engine.Stream) (engine.Value, error) {
	err := a.check()
	unchanged := false
	if err == nil {
		unchanged, err = isUnchanged(x.req.ctx, x.req.method, &a)
	}
	if err != nil {
		source.Stop()
		return nil, err
	}
	if unchanged {
		source.Stop()
		a.writeHeader(&x.req)
		leaveUnsent(x.req.ctx, x.req.table.compressor, unknownSize)
		return nil, nil
	}
	if hasNoBody(a.status) {
		source.Stop()
		a.body = nil
		return nil, x.send(s, &a)
	}
	if a.contentType == "" {
		a.contentType = typeBytes
	}
	t := x.newStream(a)
	t.form, t.source = textForm, source
	t.begin(s, nil)
	if x.req.ctx.IsHead() {
		source.Stop()
		x.complete()
		return x.advance(s)
	}
	t.await = forSource
	return s.Wait(func(ctx context.Context) { t.cause = t.pump(ctx) }), nil
}

// pump passes the bytes of the source to the client's side, until they end or the client wants no more. It begins when the first of
// them are asked for: until then the request is in the hands of the connection's goroutine.
func (t *stream) pump(ctx context.Context) error {
	defer t.source.Stop()
	select {
	case <-t.asked:
	case <-t.gone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
	for {
		chunk, err := t.source.Next(ctx)
		switch {
		case errors.Is(err, io.EOF), err != nil && t.isGone():
			return nil
		case err != nil:
			return err
		}
		select {
		case t.items <- chunk:
		case <-t.gone:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// sourceEnded ends the task of a stream whose source has ended.
func (t *stream) sourceEnded(s *engine.Scope) (engine.Value, error) {
	if t.cause != nil {
		t.x.failed(t.cause)
	}
	t.x.complete()
	return t.x.advance(s)
}
