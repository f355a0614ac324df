package host

import (
	"io"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/compress"
	"github.com/fwrun/fwrun/platform/view"
)

// maxEncoded is the largest file that is compressed while it is sent: a larger one would occupy a processor for
// seconds, and its download could not be resumed.
const maxEncoded = 10 << 20

// Compression says which responses are compressed. The zero value compresses all responses that are worth it.
type Compression struct {
	Off bool
	compress.Options
}

func newCompressor(c Compression) *compress.Compressor {
	if c.Off {
		return nil
	}
	return compress.New(c.Options)
}

// bodyStream is a body that is read while it is sent. It can be taken out again, to be sent in another form, before
// fasthttp closes it.
type bodyStream struct{ io.ReadCloser }

// setStream sets a response's body. The size is -1 if it is not known; each Read then returns what must be sent at
// once.
func setStream(ctx *fasthttp.RequestCtx, r io.ReadCloser, size int64) {
	if size < 0 && !ctx.Request.Header.IsHTTP11() {
		setUnframed(ctx, r)
		return
	}
	ctx.Response.SetBodyStream(&bodyStream{r}, int(size))
}

// SupportsBodyWriteTo reports whether fasthttp should call WriteTo instead of Read.
func (s *bodyStream) SupportsBodyWriteTo() bool {
	_, ok := s.ReadCloser.(fasthttp.BodyWriterTo)
	return ok
}

// WriteTo writes the body to w.
func (s *bodyStream) WriteTo(w io.Writer) (int64, error) {
	return s.ReadCloser.(io.WriterTo).WriteTo(w)
}

// take returns the body, and leaves nothing that fasthttp could close.
func (s *bodyStream) take() io.ReadCloser {
	inner := s.ReadCloser
	s.ReadCloser = io.NopCloser(nil)
	return inner
}

// encode compresses the response if the client accepts that and it is worth it.
func encode(ctx *fasthttp.RequestCtx, c *compress.Compressor) {
	response := &ctx.Response
	switch {
	case c == nil:
	case response.IsBodyStream():
		stream, ok := response.BodyStream().(*bodyStream)
		size := response.Header.ContentLength()
		if ok && (size < 0 || isEncodedSize(c, int64(size))) && isEncodable(ctx, c) {
			encodeStream(ctx, c, stream, size < 0)
		}
	case len(response.Body()) >= c.MinBytes() && isEncodable(ctx, c):
		encodeBody(ctx, c)
	}
}

// isEncodedSize reports whether a file of this size is compressed.
func isEncodedSize(c *compress.Compressor, size int64) bool {
	return size >= int64(c.MinBytes()) && size <= maxEncoded
}

// isEncodable reports whether some clients get the response compressed; then Vary tells all clients.
func isEncodable(ctx *fasthttp.RequestCtx, c *compress.Compressor) bool {
	response := &ctx.Response
	header := &response.Header
	switch status := response.StatusCode(); {
	case status < 200, hasNoBody(status), status == fasthttp.StatusPartialContent:
		return false
	case len(header.ContentEncoding()) > 0, !c.Fits(view.Text(header.ContentType())):
		return false
	case hasToken(header.PeekAll(fasthttp.HeaderCacheControl), "no-transform"):
		return false
	}
	vary(ctx, fasthttp.HeaderAcceptEncoding)
	return true
}

func encodeBody(ctx *fasthttp.RequestCtx, c *compress.Compressor) {
	coding := c.Choose(acceptEncoding(ctx))
	if coding == compress.None {
		return
	}
	response := &ctx.Response
	plain := response.Body()
	encoded := c.Append(coding, nil, plain)
	if len(encoded) >= len(plain) {
		return
	}
	response.SetBody(encoded)
	tellCoding(ctx, coding)
}

// encodeStream leaves the body unchanged for clients that do not know how a body of unknown length ends.
func encodeStream(ctx *fasthttp.RequestCtx, c *compress.Compressor, stream *bodyStream, flushes bool) {
	coding := c.Choose(acceptEncoding(ctx))
	if coding == compress.None || !ctx.Request.Header.IsHTTP11() {
		return
	}
	encoded, ok := c.Stream(coding, stream.ReadCloser, flushes)
	if !ok {
		return
	}
	stream.take()
	ctx.Response.SetBodyStream(&bodyStream{encoded}, -1)
	tellCoding(ctx, coding)
}

// tellCoding sets the headers of a compressed body. Its ETag becomes weak, since the bytes differ, and ranges are not
// offered, since they are those of the uncompressed form.
func tellCoding(ctx *fasthttp.RequestCtx, coding compress.Coding) {
	header := &ctx.Response.Header
	header.SetContentEncoding(string(coding))
	header.Del(fasthttp.HeaderAcceptRanges)
	if tag := header.Peek(fasthttp.HeaderETag); len(tag) > 0 {
		header.Set(fasthttp.HeaderETag, weakTag(string(tag)))
	}
}

func weakTag(tag string) string {
	if tag == "" || strings.HasPrefix(tag, "W/") {
		return tag
	}
	return "W/" + tag
}

// acceptEncoding returns the request's Accept-Encoding headers, joined into one.
func acceptEncoding(ctx *fasthttp.RequestCtx) string {
	if all := ctx.Request.Header.PeekAll(fasthttp.HeaderAcceptEncoding); len(all) == 1 {
		return view.Text(all[0])
	}
	return joined(ctx, fasthttp.HeaderAcceptEncoding)
}

// vary adds a header of the request, on which the response depends, to Vary.
func vary(ctx *fasthttp.RequestCtx, name string) {
	header := &ctx.Response.Header
	if all := header.PeekAll(fasthttp.HeaderVary); !hasToken(all, name) && !hasToken(all, "*") {
		header.Add(fasthttp.HeaderVary, name)
	}
}

// hasToken reports whether the lines of a header, which are lists, contain a word.
func hasToken(lines [][]byte, token string) bool {
	for _, line := range lines {
		for one := range strings.SplitSeq(view.Text(line), ",") {
			if strings.EqualFold(strings.TrimSpace(one), token) {
				return true
			}
		}
	}
	return false
}
