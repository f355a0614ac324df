package host

import (
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/trace"
)

// request is what is asked, and what that leads to. Everything else that is known of an exchange comes from it; it needs nothing of the
// rest. Its texts lie in the memory of fasthttp's request.
type request struct {
	server *Server
	table  *table
	ctx    *fasthttp.RequestCtx
	inner  *innerCall // nil unless the request was made inside of the process, on behalf of another
	start  time.Time
	hops   int         // how many requests of the application itself it lies within
	trace  trace.Trace // made when first needed
	traced bool

	method      string
	buffer      []byte // fullPath lies in it, followed by pathEnd
	fullPath    string // canonical, with the context path: what scripts see
	path        string // canonical, without it: what routes and patterns see
	outside     bool   // the path is not below the context path, where the application has nothing
	contentType media
	produces    string // the negotiated Content-Type; empty if the route states none
	preflighted bool   // it was a preflight request, and is answered

	route  *route      // nil until one matched
	mount  *Mount      // nil unless the path is a mount's
	static *staticFile // the file that was found where there is no route
}
