package streams

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"io"

	"github.com/dop251/goja"
	brotli "github.com/molecule-man/go-brrr"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// decompressor is the Go side of a DecompressionStream: what is written feeds what is read, so that each side waits for the other.
type decompressor struct {
	*coders
	place

	format string
	in     *feed
	coded  *bufio.Reader // of in
	from   io.Reader     // decodes coded; nil until the first read
	room   []byte        // of the last read, if most of it was left
}

var (
	errSurplus = errors.New("there is data behind the end of the compressed data")
	errShort   = errors.New("the compressed data is incomplete")
)

// decompressor returns the functions of one DecompressionStream: read, which returns a promise of a Uint8Array or of null at the end,
// write, which returns a promise of the offset after a piece when that was read, close and end.
func (c *coders) decompressor(call goja.FunctionCall) goja.Value {
	in := newFeed()
	d := &decompressor{coders: c, place: place{coders: c}, format: call.Argument(0).String(), in: in, coded: bufio.NewReader(in)}
	object := c.Runtime.NewObject()
	for name, fn := range map[string]part.Native{"read": d.read, "write": d.write, "close": d.close, "end": d.end} {
		_ = object.Set(name, fn)
	}
	return object
}

func (d *decompressor) write(call goja.FunctionCall) goja.Value {
	data, next := pieceOf(d.Realm, call)
	return d.VM.Go(func(ctx context.Context) (vm.Result, error) {
		defer context.AfterFunc(ctx, d.in.Stop)()
		_, err := d.in.Write(data)
		return d.settled(d.Runtime.ToValue(next), err), nil
	})
}

func (d *decompressor) close(goja.FunctionCall) goja.Value {
	d.in.Close()
	return goja.Undefined()
}

func (d *decompressor) end(goja.FunctionCall) goja.Value {
	d.in.Stop()
	d.leave()
	return goja.Undefined()
}

func (d *decompressor) read(goja.FunctionCall) goja.Value {
	d.take(d.in.Stop)
	return d.VM.Go(func(ctx context.Context) (vm.Result, error) {
		defer context.AfterFunc(ctx, d.in.Stop)()
		chunk, err := d.next()
		if errors.Is(err, io.EOF) {
			return func(*goja.Runtime) (goja.Value, error) {
				d.leave()
				return goja.Null(), nil
			}, nil
		}
		if err != nil {
			return d.settled(nil, err), nil
		}
		return func(*goja.Runtime) (goja.Value, error) { return d.NewBytes(chunk), nil }, nil
	})
}

// settled returns a value or, for an error, a TypeError.
func (d *decompressor) settled(value goja.Value, err error) vm.Result {
	return func(rt *goja.Runtime) (goja.Value, error) {
		if err != nil {
			return nil, &vm.Thrown{Value: part.TrimStack(rt, rt.NewTypeError("DecompressionStream: %s", err.Error()))}
		}
		return value, nil
	}
}

// next decodes some bytes. It returns io.EOF when both the compressed data and what was written have ended.
func (d *decompressor) next() ([]byte, error) {
	if d.from == nil {
		if err := d.begin(); err != nil {
			return nil, incomplete(err)
		}
	}
	if d.room == nil {
		d.room = make([]byte, piece)
	}
	for {
		n, err := d.from.Read(d.room)
		switch {
		case n > piece/2:
			chunk := d.room[:n]
			d.room = nil
			return chunk, nil
		case n > 0:
			return append([]byte(nil), d.room[:n]...), nil
		case errors.Is(err, io.EOF):
			return nil, d.finish()
		case err != nil:
			return nil, incomplete(err)
		}
	}
}

// finish waits for the end of what is written.
func (d *decompressor) finish() error {
	if _, err := d.coded.Peek(1); err != nil {
		return err // io.EOF, if all is well
	}
	return errSurplus
}

// begin reads the header of the format.
func (d *decompressor) begin() (err error) {
	switch d.format {
	case "gzip":
		var from *gzip.Reader
		if from, err = gzip.NewReader(d.coded); err == nil {
			from.Multistream(false)
			d.from = from
		}
	case "deflate":
		d.from, err = zlib.NewReader(d.coded)
	case "brotli":
		d.from = brotli.NewReader(d.coded)
	default:
		d.from = flate.NewReader(d.coded)
	}
	return err
}

// incomplete says what the end of the input means while a decoder needs more.
func incomplete(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errShort
	}
	return err
}
