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
func (b *received) checkCoding(r *request) *problem {
	if !hasBody(r.ctx) || len(r.ctx.Request.Header.Peek(fasthttp.HeaderContentEncoding)) == 0 {
		return nil
	}
	var ok bool
	if b.codings, ok = compress.Decodable(joined(r.ctx, fasthttp.HeaderContentEncoding)); ok {
		return nil
	}
	return &problem{
		status: fasthttp.StatusUnsupportedMediaType, detail: "a body of this Content-Encoding is not accepted here; send gzip, br, zstd or deflate",
		headers: []engine.Header{{Name: fasthttp.HeaderAcceptEncoding, Value: "gzip, br, zstd, deflate"}},
	}
}

// incoming returns the reader of the body, which decodes it if need be: it counts towards the limit both as it is sent and as it is read.
// The reader is nil for a body that is in memory as it is.
func (b *received) incoming(r *request, limit int) (io.Reader, *problem) {
	stream := r.ctx.Request.BodyStream()
	if len(b.codings) == 0 {
		return stream, nil
	}
	if !b.decodes {
		if p := takePlace(r.alive(), r.table.decoders, "too many encoded bodies are being read"); p != nil {
			return nil, p
		}
	}
	b.decoded, b.decodes = true, true
	if stream == nil { // the request was made inside of the process
		stream = bytes.NewReader(r.ctx.Request.Body())
	}
	r.ctx.Request.Header.Del(fasthttp.HeaderContentEncoding) // it is not true of what the script gets
	return compress.NewDecoder(b.codings, stream, int64(limit)), nil
}

// leaveDecoder lets another body be decoded.
func (b *received) leaveDecoder(r *request) {
	if b.decodes {
		b.decodes = false
		<-r.table.decoders
	}
}

// announced returns the length of what incoming reads; it is negative if nobody has said it.
func (b *received) announced(r *request) int {
	if b.decoded {
		return chunked
	}
	return r.ctx.Request.Header.ContentLength()
}
