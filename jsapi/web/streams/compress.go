package streams

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"io"

	"github.com/dop251/goja"
	brotli "github.com/molecule-man/go-brrr"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// brotliLevel makes what gzip makes, in less time.
const brotliLevel = 4

// compressor is the Go side of a CompressionStream.
type compressor struct {
	*coders
	place

	format string
	to     io.WriteCloser // nil until the first bytes
	made   bytes.Buffer
}

// compressor returns the functions of one CompressionStream: push, which returns the offset after a piece and what was made, finish and
// end.
func (c *coders) compressor(call goja.FunctionCall) goja.Value {
	p := &compressor{coders: c, place: place{coders: c}, format: call.Argument(0).String()}
	object := c.Runtime.NewObject()
	for name, fn := range map[string]part.Native{"push": p.push, "finish": p.finish, "end": p.end} {
		_ = object.Set(name, fn)
	}
	return object
}

func (p *compressor) begin() {
	p.take(func() {})
	if p.to != nil {
		return
	}
	switch p.format {
	case "gzip":
		p.to = gzip.NewWriter(&p.made)
	case "deflate":
		p.to = zlib.NewWriter(&p.made)
	case "brotli":
		p.to, _ = brotli.NewWriter(&p.made, brotliLevel) // the level is a constant
	default:
		p.to, _ = flate.NewWriter(&p.made, flate.DefaultCompression) // likewise
	}
}

func (p *compressor) push(call goja.FunctionCall) goja.Value {
	data, next := pieceOf(p.Realm, call)
	p.begin()
	if len(data) <= atOnce {
		_, _ = p.to.Write(data) // a buffer takes everything
		return p.Runtime.NewArray(next, p.taken())
	}
	return p.VM.Go(func(context.Context) (vm.Result, error) {
		_, err := p.to.Write(data)
		return func(rt *goja.Runtime) (goja.Value, error) { return rt.NewArray(next, p.taken()), nil }, err
	})
}

// taken returns what was made since the last call, or null.
func (p *compressor) taken() goja.Value {
	if p.made.Len() == 0 {
		return goja.Null()
	}
	made := bytes.Clone(p.made.Bytes())
	p.made.Reset()
	return p.NewBytes(made)
}

// finish returns the last bytes.
func (p *compressor) finish(goja.FunctionCall) goja.Value {
	p.begin()
	_ = p.to.Close()
	p.leave()
	p.to = nil
	return p.taken()
}

func (p *compressor) end(goja.FunctionCall) goja.Value {
	p.leave()
	return goja.Undefined()
}
