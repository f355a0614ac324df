package host

import (
	"io"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/compress"
)

// maxEncoded is the largest file that is compressed while it is sent: a larger one would keep a processor
// busy for seconds, and could not be gone on with after a break.
const maxEncoded = 10 << 20

// Compression says which responses are compressed. The zero value compresses what is worth it.
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

// bodyStream is a body that is read while it is sent. It can be taken out again, to be
// sent in another form; fasthttp closes what it is given.
type bodyStream struct{ io.ReadCloser }

// setStream sets a response's body. The size is -1 when it is not known; then each Read gives
// what is to be sent at once.
func (x *exchange) setStream(r io.ReadCloser, size int64) {
	x.ctx.Response.SetBodyStream(&bodyStream{r}, int(size))
}

// SupportsBodyWriteTo tells fasthttp whether there is a better way than Read.
func (s *bodyStream) SupportsBodyWriteTo() bool {
	_, ok := s.ReadCloser.(fasthttp.BodyWriterTo)
	return ok
}

// WriteTo is that way.
func (s *bodyStream) WriteTo(w io.Writer) (int64, error) {
	return s.ReadCloser.(io.WriterTo).WriteTo(w)
}

// take leaves nothing to be closed.
func (s *bodyStream) take() io.ReadCloser {
	inner := s.ReadCloser
	s.ReadCloser = io.NopCloser(nil)
	return inner
}

// encode compresses the response if the client takes that and it is worth it.
func (x *exchange) encode() {
	c, response := x.table.compressor, &x.ctx.Response
	switch {
	case c == nil:
	case response.IsBodyStream():
		stream, ok := response.BodyStream().(*bodyStream)
		size := response.Header.ContentLength()
		if ok && (size < 0 || isEncodedSize(c, int64(size))) && x.isEncodable(c) {
			x.encodeStream(c, stream, size < 0)
		}
	case len(response.Body()) >= c.MinBytes() && x.isEncodable(c):
		x.encodeBody(c)
	}
}

// isEncodedSize tells the sizes of files that are compressed.
func isEncodedSize(c *compress.Compressor, size int64) bool {
	return size >= int64(c.MinBytes()) && size <= maxEncoded
}

// isEncodable tells whether the response is one that some client gets compressed, which all of
// them are told.
func (x *exchange) isEncodable(c *compress.Compressor) bool {
	response := &x.ctx.Response
	header := &response.Header
	switch status := response.StatusCode(); {
	case status < 200, hasNoBody(status), status == fasthttp.StatusPartialContent:
		return false
	case len(header.ContentEncoding()) > 0, !c.Fits(viewText(header.ContentType())):
		return false
	case hasToken(header.PeekAll(fasthttp.HeaderCacheControl), "no-transform"):
		return false
	}
	x.vary(fasthttp.HeaderAcceptEncoding)
	return true
}

func (x *exchange) encodeBody(c *compress.Compressor) {
	coding := c.Choose(x.acceptEncoding())
	if coding == compress.None {
		return
	}
	response := &x.ctx.Response
	plain := response.Body()
	encoded := c.Append(coding, nil, plain)
	if len(encoded) >= len(plain) {
		return
	}
	response.SetBody(encoded)
	x.tellCoding(coding)
}

// encodeStream leaves the body alone for clients that do not know how one of unknown length ends.
func (x *exchange) encodeStream(c *compress.Compressor, stream *bodyStream, flushes bool) {
	coding := c.Choose(x.acceptEncoding())
	if coding == compress.None || !x.ctx.Request.Header.IsHTTP11() {
		return
	}
	encoded, ok := c.Stream(coding, stream.ReadCloser, flushes)
	if !ok {
		return
	}
	stream.take()
	x.ctx.Response.SetBodyStream(&bodyStream{encoded}, -1)
	x.tellCoding(coding)
}

// tellCoding says what was done. What is equal byte for byte no longer is, and ranges are those of the
// plain form.
func (x *exchange) tellCoding(coding compress.Coding) {
	header := &x.ctx.Response.Header
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

// acceptEncoding joins the request's Accept-Encoding headers.
func (x *exchange) acceptEncoding() string {
	if all := x.ctx.Request.Header.PeekAll(fasthttp.HeaderAcceptEncoding); len(all) == 1 {
		return viewText(all[0])
	}
	return x.joined(fasthttp.HeaderAcceptEncoding)
}

// vary names a header of the request that the response depends on.
func (x *exchange) vary(name string) {
	header := &x.ctx.Response.Header
	if all := header.PeekAll(fasthttp.HeaderVary); !hasToken(all, name) && !hasToken(all, "*") {
		header.Add(fasthttp.HeaderVary, name)
	}
}

// hasToken looks for a word in the lines of a header, as its lists have it.
func hasToken(lines [][]byte, token string) bool {
	for _, line := range lines {
		for one := range strings.SplitSeq(viewText(line), ",") {
			if strings.EqualFold(strings.TrimSpace(one), token) {
				return true
			}
		}
	}
	return false
}
