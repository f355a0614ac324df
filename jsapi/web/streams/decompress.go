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
	"github.com/fwrun/fwrun/jsapi/feed"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// decompressor is the Go side of a DecompressionStream: what is written feeds what is read, so that each side waits for the other.
type decompressor struct {
	*coders
	place

	in *feed.Inflater
}

var (
	errSurplus = errors.New("there is data after the end of the compressed data")
	errShort   = errors.New("the compressed data is incomplete")
)

// decompressor returns the functions of one DecompressionStream: read, which returns a promise of a Uint8Array or of null at the end,
// write, which returns a promise of the offset after a piece when that was read, close and end.
func (c *coders) decompressor(call goja.FunctionCall) goja.Value {
	d := &decompressor{coders: c, place: place{coders: c}, in: feed.NewInflater(decoderOf(call.Argument(0).String()))}
	object := c.Runtime.NewObject()
	for name, fn := range map[string]part.Native{"read": d.read, "write": d.write, "close": d.close, "end": d.end} {
		_ = object.Set(name, fn)
	}
	return object
}

// decoderOf returns what makes a decoder of a format, which reads the format's header.
func decoderOf(format string) func(from *bufio.Reader) (io.Reader, error) {
	return func(from *bufio.Reader) (io.Reader, error) {
		switch format {
		case "gzip":
			decoder, err := gzip.NewReader(from)
			if err == nil {
				decoder.Multistream(false)
			}
			return decoder, err
		case "deflate":
			return zlib.NewReader(from)
		case "brotli":
			return brotli.NewReader(from), nil
		default:
			return flate.NewReader(from), nil
		}
	}
}

func (d *decompressor) write(call goja.FunctionCall) goja.Value {
	data, next := pieceOf(d.Realm, call)
	return d.VM.Go(func(ctx context.Context) (vm.Result, error) {
		err := d.in.Write(ctx, data)
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
		chunk, err := d.next(ctx)
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
func (d *decompressor) next(ctx context.Context) ([]byte, error) {
	chunk, err := d.in.Next(ctx)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, errShort
	}
	if !errors.Is(err, io.EOF) {
		return chunk, err
	}
	surplus, err := d.in.Surplus(ctx)
	switch {
	case err != nil:
		return nil, err
	case surplus:
		return nil, errSurplus
	}
	return nil, io.EOF
}
