package host

import (
	"strings"
	"testing"

	"github.com/valyala/fasthttp"
)

// BenchmarkEncodeUnasked measures what compression costs for responses that are not compressed.
func BenchmarkEncodeUnasked(b *testing.B) {
	for name, size := range map[string]int{"small": 50, "large": 5000} {
		b.Run(name, func(b *testing.B) {
			x := &exchange{req: request{ctx: &fasthttp.RequestCtx{}, table: &table{compressor: newCompressor(Compression{})}}}
			x.req.ctx.Request.Header.Set("Accept", "*/*")
			x.req.ctx.Response.SetBodyString(strings.Repeat("x", size))
			x.req.ctx.SetContentType(typeJSON)
			b.ReportAllocs()
			for b.Loop() {
				if size > 1000 {
					x.req.ctx.Response.Header.Del(fasthttp.HeaderVary)
				}
				encode(x.req.ctx, x.req.table.compressor)
			}
		})
	}
}
