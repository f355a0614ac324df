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
			x := &exchange{ctx: &fasthttp.RequestCtx{}, table: &table{compressor: newCompressor(Compression{})}}
			x.ctx.Request.Header.Set("Accept", "*/*")
			x.ctx.Response.SetBodyString(strings.Repeat("x", size))
			x.ctx.SetContentType(typeJSON)
			b.ReportAllocs()
			for b.Loop() {
				if size > 1000 {
					x.ctx.Response.Header.Del(fasthttp.HeaderVary)
				}
				encode(x.ctx, x.table.compressor)
			}
		})
	}
}
