package host

import (
	"path"
	"slices"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/compress"
	"github.com/fwrun/fwrun/host/files"
)

// Static is a folder whose files are served as they are. Prefix and Folder are required; each other field has the
// stated default.
type Static struct {
	Prefix       string // of the path, below the context path: "/", "/assets"
	Folder       string // an absolute path
	Index        string // the file that a folder is served as; index.html
	CacheControl string // no-cache: stored, and revalidated each time

	// Fallback serves the index for paths without a file to clients that want a page: for applications that route in
	// the browser.
	Fallback bool

	// Precompressed sends a.css.br, a.css.gz or a.css.zst, made in advance, for a.css.
	Precompressed bool
}

// static is a Static prepared for requests.
type static struct {
	Static
	foldsCase bool // the file system ignores the case of names
	observe   observer
}

// newStatics prepares the folders and sorts them, the longest prefix first.
func newStatics(list []Static, settings *Settings) []static {
	out := make([]static, len(list))
	for i, s := range list {
		s.Prefix = strings.TrimSuffix(s.Prefix, "/")
		orElseText(&s.Index, "index.html")
		orElseText(&s.CacheControl, "no-cache")
		out[i] = static{s, files.FoldsCase(s.Folder), settings.observerOf(settings.ContextPath + s.Prefix + "/**")}
	}
	slices.SortStableFunc(out, func(a, b static) int { return len(b.Prefix) - len(a.Prefix) })
	return out
}

func orElseText(value *string, fallback string) {
	if *value == "" {
		*value = fallback
	}
}

// staticFile is a file that answers a request.
type staticFile struct {
	in         *static
	name       string // path below the folder
	isFallback bool   // it is sent in place of a file that does not exist
}

// findStatic looks for a file that the application serves at the path.
func (r *request) findStatic() bool {
	for i := range r.table.statics {
		s := &r.table.statics[i]
		rest, ok := strings.CutPrefix(r.path, s.Prefix)
		if !ok || rest != "" && rest[0] != '/' {
			continue
		}
		found, ok := s.find(strings.TrimPrefix(rest, "/"))
		switch {
		case !ok:
			return false
		case found.name == "": // there is no such file
			if !s.Fallback || !wantsPage(r.ctx, r.method) || s.kindOf(s.Index) != files.Regular {
				return false
			}
			found.name, found.isFallback = s.Index, true
		}
		r.static = &found
		return true
	}
	return false
}

// find returns the file at a path below the folder, or a folder's index; the name is empty if there is no such file. ok
// is false for a path at which nothing may be served, whatever the folder contains.
func (s *static) find(rest string) (found staticFile, ok bool) {
	found.in = s
	switch {
	case rest == "":
		found.name = s.Index
	case !files.Public(rest):
		return found, false
	default:
		switch s.kindOf(rest) {
		case files.Regular:
			found.name = strings.Clone(rest)
			return found, true
		case files.Folder:
			found.name = path.Join(rest, s.Index)
		default:
			return found, true
		}
	}
	if s.kindOf(found.name) != files.Regular {
		found.name = ""
	}
	return found, true
}

func (s *static) kindOf(name string) files.Kind {
	kind := files.KindOf(s.Folder, name)
	if kind != files.Nothing && s.foldsCase && !files.Exact(s.Folder, name) {
		return files.Nothing
	}
	return kind
}

// wantsPage reports whether a browser is navigating to the address, as opposed to a script that fetches something.
func wantsPage(ctx *fasthttp.RequestCtx, method string) bool {
	if method != fasthttp.MethodGet && method != fasthttp.MethodHead {
		return false
	}
	for one := range strings.SplitSeq(acceptOf(ctx), ",") {
		if m := parseMedia(one); (m.is("text", "html") || m.is("application", "xhtml+xml")) && weightOf(one) > 0 {
			return true
		}
	}
	return false
}

// sendStatic answers with the file that was found, if there is one.
func (x *exchange) sendStatic() *problem {
	f := x.req.static
	switch {
	case f == nil:
		return nil
	case x.req.method == fasthttp.MethodOptions:
		sendAllow(x.req.ctx, x.req.allowedStatic())
		return nil
	case x.req.method != fasthttp.MethodGet && x.req.method != fasthttp.MethodHead:
		allowed := x.req.allowedStatic()
		return &problem{
			status: fasthttp.StatusMethodNotAllowed, allow: allowed,
			detail: x.req.method + " is not allowed here; allowed: " + allowed,
		}
	}
	return x.sendStaticFile(f)
}

// allowedStatic lists the methods that the file and the routes of its path answer.
func (r *request) allowedStatic() string {
	routes := strings.Split(r.table.matcher.allowed(r.closedPath()), ", ")
	return allowList(func(method string) bool {
		return method == fasthttp.MethodGet || method == fasthttp.MethodHead || slices.Contains(routes, method)
	})
}

func (x *exchange) sendStaticFile(f *staticFile) *problem {
	file, err := files.OpenIn(f.in.Folder, f.name)
	if err != nil {
		if files.Missing(err) { // it was removed after it was found
			return notFound()
		}
		return x.failed(err)
	}
	o := &offer{
		file: file, version: file.Version(), contentType: file.MediaType(f.name), cacheControl: f.in.CacheControl,
	}
	if f.in.Precompressed {
		preferCompressed(x.req.ctx, o, f)
	}
	status, contentType, refused := x.req.take(o)
	if refused != nil {
		return refused
	}
	x.req.ctx.SetStatusCode(status)
	if contentType != "" {
		x.req.ctx.SetContentType(contentType)
	}
	return nil
}

// compressedEndings are the endings of files that were compressed in advance.
var compressedEndings = map[compress.Coding]string{compress.Brotli: ".br", compress.Gzip: ".gz", compress.Zstd: ".zst"}

// preferCompressed replaces the file by a compressed form that the client accepts, if there is one that is not older.
func preferCompressed(ctx *fasthttp.RequestCtx, o *offer, f *staticFile) {
	vary(ctx, fasthttp.HeaderAcceptEncoding)
	accept := acceptEncoding(ctx)
	best := []compress.Coding{compress.Brotli, compress.Zstd, compress.Gzip} // compressed in advance, Brotli is the smallest
	coding := compress.Negotiate(accept, slices.DeleteFunc(best, func(c compress.Coding) bool {
		wanted := compress.Negotiate(accept, []compress.Coding{c}) != compress.None
		return !wanted || f.in.kindOf(f.name+compressedEndings[c]) != files.Regular
	}))
	if coding == compress.None {
		return
	}
	file, err := files.OpenIn(f.in.Folder, f.name+compressedEndings[coding])
	if err != nil {
		return
	}
	if file.Modified.Before(o.file.Modified) {
		_ = file.Close()
		return
	}
	_ = o.file.Close()
	o.file, o.coding, o.version = file, coding, file.Version()
	if o.version.ETag != "" {
		o.version.ETag = strings.TrimSuffix(o.version.ETag, `"`) + "-" + string(coding) + `"`
	}
}
