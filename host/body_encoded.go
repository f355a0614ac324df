package host

import (
	"bytes"
	"io"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/host/compress"
)

// maxDecoders limits how many bodies are decoded at the same time: a client may ask for a window of 8 or 16 MiB with a few bytes.
const maxDecoders = 100

// checkCoding refuses a body in codings that are not known.
func (x *exchange) checkCoding() *problem {
	if !hasBody(x.req.ctx) || len(x.req.ctx.Request.Header.Peek(fasthttp.HeaderContentEncoding)) == 0 {
		return nil
	}
	var ok bool
	if x.codings, ok = compress.Decodable(joined(x.req.ctx, fasthttp.HeaderContentEncoding)); ok {
		return nil
	}
	return &problem{
		status: fasthttp.StatusUnsupportedMediaType, detail: "a body of this Content-Encoding is not accepted here; send gzip, br, zstd or deflate",
		headers: []engine.Header{{Name: fasthttp.HeaderAcceptEncoding, Value: "gzip, br, zstd, deflate"}},
	}
}

// incoming returns the reader of the body, which decodes it if need be: it counts towards the limit both as it is sent and as it is read.
// The reader is nil for a body that is in memory as it is.
func (x *exchange) incoming(limit int) (io.Reader, *problem) {
	stream := x.req.ctx.Request.BodyStream()
	if len(x.codings) == 0 {
		return stream, nil
	}
	if !x.decodes {
		if p := x.req.takePlace(x.req.table.decoders, "too many encoded bodies are being read"); p != nil {
			return nil, p
		}
	}
	x.decoded, x.decodes = true, true
	if stream == nil { // the request was made inside of the process
		stream = bytes.NewReader(x.req.ctx.Request.Body())
	}
	x.req.ctx.Request.Header.Del(fasthttp.HeaderContentEncoding) // it is not true of what the script gets
	return compress.NewDecoder(x.codings, stream, int64(limit)), nil
}

// leaveDecoder lets another body be decoded.
func (x *exchange) leaveDecoder() {
	if x.decodes {
		x.decodes = false
		<-x.req.table.decoders
	}
}

// announced returns the length of what incoming reads; it is negative if nobody has said it.
func (x *exchange) announced() int {
	if x.decoded {
		return chunked
	}
	return x.req.ctx.Request.Header.ContentLength()
}
