package host

import (
	"net/http"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/host/compress"
	"github.com/fwrun/fwrun/host/files"
	"github.com/fwrun/fwrun/platform/view"
)

// offer is a file that is to answer a request, with its headers.
type offer struct {
	file         *files.File
	version      files.Version
	contentType  string
	disposition  string // empty for no header
	cacheControl string
	coding       compress.Coding // the coding that the file already has
	whole        bool            // conditions and ranges are ignored
}

// take answers with the file, or with the result of the client's conditions. It returns the status, and the
// Content-Type of the body, if there is one. The offer's file is closed, now or after it was sent.
func (r *request) take(o *offer) (status int, contentType string, refused *problem) {
	answer := files.Answer{Status: fasthttp.StatusOK}
	if !o.whole {
		answer = askedOfFile(r.ctx).Answer(o.version, o.file.Size)
	}
	switch answer.Status {
	case fasthttp.StatusPreconditionFailed:
		refused = &problem{status: answer.Status, detail: "the file has changed"}
	case fasthttp.StatusRequestedRangeNotSatisfiable:
		refused = &problem{
			status: answer.Status, detail: "the file has no such range",
			headers: []engine.Header{{Name: fasthttp.HeaderContentRange, Value: files.Unsatisfied(o.file.Size)}},
		}
	}
	if refused != nil {
		_ = o.file.Close() // it was only read
		return 0, "", refused
	}
	describeFile(r.ctx, o)
	if answer.Status == fasthttp.StatusNotModified {
		describeUnsent(r.ctx, r.table.compressor, o)
		_ = o.file.Close()
		return answer.Status, "", nil
	}
	body := o.file.Body(answer.Ranges, o.contentType)
	if len(answer.Ranges) == 1 {
		r.ctx.Response.Header.Set(fasthttp.HeaderContentRange, answer.Ranges[0].ContentRange(o.file.Size))
	}
	setStream(r.ctx, &fileStream{body, r.server.pace(r.ctx)}, body.Size)
	return answer.Status, body.ContentType, nil
}

func askedOfFile(ctx *fasthttp.RequestCtx) files.Asked {
	one := func(name string) string { return view.Text(ctx.Request.Header.Peek(name)) }
	return files.Asked{
		Head:    ctx.IsHead(),
		IfMatch: joined(ctx, fasthttp.HeaderIfMatch), IfNoneMatch: joined(ctx, fasthttp.HeaderIfNoneMatch),
		IfModifiedSince: one(fasthttp.HeaderIfModifiedSince), IfUnmodifiedSince: one(fasthttp.HeaderIfUnmodifiedSince),
		IfRange: one(fasthttp.HeaderIfRange), Range: joined(ctx, fasthttp.HeaderRange),
	}
}

// describeFile writes the headers of the file. Browsers must not guess another type: they might run a file that is only to
// be shown.
func describeFile(ctx *fasthttp.RequestCtx, o *offer) {
	header := &ctx.Response.Header
	set := func(name, value string) {
		if value != "" {
			header.Set(name, value)
		}
	}
	if !o.whole {
		set(fasthttp.HeaderAcceptRanges, "bytes")
		set(fasthttp.HeaderETag, o.version.ETag)
		if !o.version.Modified.IsZero() {
			set(fasthttp.HeaderLastModified, o.version.Modified.UTC().Format(http.TimeFormat))
		}
	}
	set(fasthttp.HeaderContentEncoding, string(o.coding))
	set(fasthttp.HeaderContentDisposition, o.disposition)
	set(fasthttp.HeaderCacheControl, o.cacheControl)
	set("X-Content-Type-Options", "nosniff")
}

// describeUnsent gives a 304 the headers that the file would be sent with: a cache replaces its stored headers with
// them.
func describeUnsent(ctx *fasthttp.RequestCtx, c *compress.Compressor, o *offer) {
	header := &ctx.Response.Header
	header.Del(fasthttp.HeaderContentEncoding)
	header.Del(fasthttp.HeaderContentDisposition)
	if c == nil || o.coding != compress.None || !isEncodedSize(c, o.file.Size) || !c.Fits(o.contentType) {
		return
	}
	vary(ctx, fasthttp.HeaderAcceptEncoding)
	if c.Choose(acceptEncoding(ctx)) != compress.None {
		header.Set(fasthttp.HeaderETag, weakTag(o.version.ETag))
	}
}
