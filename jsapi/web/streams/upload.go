package streams

import (
	"context"
	"io"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/feed"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// NewUpload returns a script object that is written to, and whose source has what was written. Its functions are write, which takes a
// chunk and an offset, and returns a promise of the offset of the rest, or of -1 if nobody reads any more; close, after the last
// chunk; and cancel, if there is no more although that was not the end.
func NewUpload(r *part.Realm) goja.Value {
	p := feed.NewPipe()
	object := NewSource(r, p, nil)
	_ = object.Set("write", func(call goja.FunctionCall) goja.Value {
		data, next := pieceOf(r, call)
		return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
			if err := p.Write(ctx, data); err != nil {
				next = -1
			}
			return func(rt *goja.Runtime) (goja.Value, error) { return rt.ToValue(next), nil }, nil
		})
	})
	_ = object.Set("close", func(goja.FunctionCall) goja.Value {
		p.Close()
		return goja.Undefined()
	})
	return object
}

// Reader returns the bytes of a source as an [io.ReadCloser], whose Close stops the source.
func Reader(ctx context.Context, source Source) io.ReadCloser {
	return &reader{ctx: ctx, source: source}
}

type reader struct {
	ctx    context.Context
	source Source
	rest   []byte
}

func (r *reader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		chunk, err := r.source.Next(r.ctx)
		if err != nil {
			return 0, err
		}
		r.rest = chunk
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func (r *reader) Close() error {
	r.source.Stop()
	return nil
}
