package node

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/feed"
	"github.com/fwrun/fwrun/jsapi/node/zlib"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// maxInflaters is the number of streams that one VM may decompress at a time, each with half a megabyte of its own.
const maxInflaters = 64

// atOnce is the number of bytes that are compressed on the VM: handing them to another goroutine would take as long.
const atOnce = 16 << 10

// zlibFunctions are the functions in Go of node:zlib.
func zlibFunctions(r *part.Realm) map[string]part.Native {
	c := &compression{Realm: r, inflaters: map[*zlib.Inflater]bool{}}
	r.OnDrop(func() {
		for in := range c.inflaters {
			in.Stop()
		}
	})
	return map[string]part.Native{"now": c.now, "later": c.later, "deflater": c.deflater, "inflater": c.inflater, "crc32": c.crc32}
}

// compression is node:zlib in one VM.
type compression struct {
	*part.Realm
	inflaters map[*zlib.Inflater]bool // that have not ended
}

// work compresses or decompresses all bytes.
type work func(ctx context.Context) ([]byte, error)

// work reads the arguments: whether to decompress, the format, the bytes, and the options.
func (c *compression) work(call goja.FunctionCall, data []byte) work {
	format, options := zlib.Format(call.Argument(1).String()), c.options(call.Argument(3))
	if call.Argument(0).ToBoolean() {
		return func(ctx context.Context) ([]byte, error) { return format.Decompress(ctx, data, options) }
	}
	return func(ctx context.Context) ([]byte, error) { return format.Compress(ctx, data, options) }
}

func (c *compression) options(v goja.Value) zlib.Options {
	object := v.ToObject(c.Runtime)
	dictionary, _ := c.Bytes(object.Get("dictionary"))
	return zlib.Options{
		Level: int(object.Get("level").ToInteger()), Dictionary: append([]byte(nil), dictionary...),
		MaxOutput: object.Get("maxOutputLength").ToInteger(), Short: object.Get("short").ToBoolean(),
	}
}

// now does the work on the VM: it counts as what the script computes.
func (c *compression) now(call goja.FunctionCall) goja.Value {
	data, _ := c.Bytes(call.Argument(2))
	ctx, cancel := context.WithTimeout(c.VM.Context(), c.VM.Left())
	defer cancel()
	out, err := c.work(call, data)(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		c.VM.Overrun()
	}
	if err != nil {
		panic(c.failure(err))
	}
	return c.NewBytes(out)
}

// later does the work elsewhere, and returns the promise of the bytes.
func (c *compression) later(call goja.FunctionCall) goja.Value {
	data, _ := c.Bytes(call.Argument(2))
	do := c.work(call, append([]byte(nil), data...))
	return c.VM.GoFor("zlib", func(ctx context.Context) (vm.Result, error) {
		out, err := do(ctx)
		return c.result(out, err), nil
	})
}

// result is bytes, null for none, or an error.
func (c *compression) result(data []byte, err error) vm.Result {
	return func(*goja.Runtime) (goja.Value, error) {
		switch {
		case err != nil:
			return nil, &vm.Thrown{Value: c.failure(err)}
		case data == nil:
			return goja.Null(), nil
		}
		return c.NewBytes(data), nil
	}
}

// failure makes an Error with the properties that Node's errors of zlib have.
func (c *compression) failure(err error) goja.Value {
	known, ok := errors.AsType[*zlib.Error](err)
	if !ok {
		return c.VM.ErrorValue(err)
	}
	class := "Error"
	if known.Code == "ERR_BUFFER_TOO_LARGE" {
		class = "RangeError"
	}
	object, made := c.Runtime.New(c.Runtime.Get(class), c.Runtime.ToValue(known.Reason))
	if made != nil {
		return c.VM.ErrorValue(err)
	}
	_ = object.Set("code", known.Code)
	if known.Number != 0 {
		_ = object.Set("errno", known.Number)
	}
	return part.TrimStack(c.Runtime, object)
}

// deflater returns the functions of a stream that compresses: push, flush and finish. Each returns bytes, or a promise of them.
func (c *compression) deflater(call goja.FunctionCall) goja.Value {
	d, err := zlib.NewDeflater(zlib.Format(call.Argument(0).String()), c.options(call.Argument(1)))
	if err != nil {
		panic(c.failure(err))
	}
	return c.object(map[string]part.Native{
		"push": func(call goja.FunctionCall) goja.Value {
			data, _ := c.Bytes(call.Argument(0))
			if len(data) <= atOnce {
				return c.made(d.Write(data))
			}
			data = append([]byte(nil), data...)
			return c.VM.GoFor("zlib", func(context.Context) (vm.Result, error) {
				out, err := d.Write(data)
				return c.result(append([]byte(nil), out...), err), nil
			})
		},
		"flush":  func(goja.FunctionCall) goja.Value { return c.made(d.Flush()) },
		"finish": func(goja.FunctionCall) goja.Value { return c.made(d.Close()) },
	})
}

func (c *compression) made(data []byte, err error) goja.Value {
	if err != nil {
		panic(c.failure(err))
	}
	return c.NewBytes(append([]byte(nil), data...))
}

func (c *compression) object(functions map[string]part.Native) goja.Value {
	object := c.Runtime.NewObject()
	for name, fn := range maps.All(functions) {
		_ = object.Set(name, fn)
	}
	return object
}

// inflater returns the functions of a stream that decompresses: write, end, next and close. write returns a promise that is fulfilled when
// the bytes are decoded and read, or are not wanted any more; next one of a block, or of undefined at the end of the data.
func (c *compression) inflater(call goja.FunctionCall) goja.Value {
	if len(c.inflaters) >= maxInflaters {
		panic(c.failure(&zlib.Error{Code: "ERR_OUT_OF_RANGE", Reason: fmt.Sprintf("more than %d streams are being decompressed: "+
			"destroy those that are not read to their end", maxInflaters)}))
	}
	in := zlib.NewInflater(zlib.Format(call.Argument(0).String()), c.options(call.Argument(1)))
	c.inflaters[in] = true
	context.AfterFunc(c.VM.Context(), in.Stop)
	leave := func() goja.Value {
		in.Stop()
		delete(c.inflaters, in)
		return goja.Undefined()
	}
	return c.object(map[string]part.Native{
		"write": func(call goja.FunctionCall) goja.Value {
			data, _ := c.Bytes(call.Argument(0))
			data = bytes.Clone(data)
			return c.VM.GoFor("zlib", func(ctx context.Context) (vm.Result, error) {
				_ = in.Write(ctx, data) // which fails only when nobody reads any more
				return func(*goja.Runtime) (goja.Value, error) { return goja.Undefined(), nil }, nil
			})
		},
		"end": func(goja.FunctionCall) goja.Value {
			in.Close()
			return goja.Undefined()
		},
		"next": func(goja.FunctionCall) goja.Value {
			return c.VM.GoFor("zlib", func(ctx context.Context) (vm.Result, error) {
				block, err := in.Next(ctx)
				if errors.Is(err, io.EOF) || errors.Is(err, feed.ErrEnded) {
					return func(*goja.Runtime) (goja.Value, error) { return leave(), nil }, nil
				}
				return c.result(block, err), nil
			})
		},
		"close": func(goja.FunctionCall) goja.Value { return leave() },
	})
}

// crc32 takes bytes and the sum of those before them.
func (c *compression) crc32(call goja.FunctionCall) goja.Value {
	data, _ := c.Bytes(call.Argument(0))
	return c.Runtime.ToValue(crc32.Update(uint32(call.Argument(1).ToInteger()), crc32.IEEETable, data))
}
