package host

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/fault"
)

// Mount is a path that a part of this process answers instead of a handler of the application. The interceptors whose
// patterns match the path are called before it, as they are before routes.
type Mount struct {
	Path string // canonical, below the context path
	// Below: the mount answers the paths below it, too, except for those of other mounts.
	Below bool
	// Outside: the path is not below the context path, and no interceptor is called.
	Outside bool
	// Yields: routes and static files of the application at the path go first.
	Yields bool
	// About and Methods describe to people what answers at the path; they may be empty.
	About   string
	Methods []string
	// Private: Policies.Exchanged and Policies.Follow are not called with the requests.
	Private bool
	// Quiet: the access log leaves the requests out, unless it is detailed.
	Quiet bool
	// Knows reports whether a value of the header Authorization proves to the mount itself who sends the request: then it is none of the
	// application's credentials, and is not looked at as one. It may be nil.
	Knows func(authorization string) bool
	// Answer answers a request. The Call is valid until it returns.
	Answer func(call *Call)
	// Refuse returns the body, and its Content-Type, of a request that is refused before Answer or after it. If it is
	// nil, errors are answered as elsewhere.
	Refuse func(status int, detail string) (contentType string, body []byte)
	// Finish is called with every answer before it is sent, refusals included. It may be nil.
	Finish func(call *Call)

	observe observer
}

// mounts finds mounts by path: those below the context path and those outside.
type mounts struct{ inside, outside map[string]*Mount }

func newMounts(list []Mount, s *Settings) mounts {
	m := mounts{map[string]*Mount{}, map[string]*Mount{}}
	for _, one := range list {
		if one.Outside {
			one.observe = s.observerOf(one.Path)
			m.outside[one.Path] = &one
		} else {
			one.observe = s.observerOf(s.ContextPath + one.Path)
			m.inside[one.Path] = &one
		}
	}
	return m
}

// mountAt returns the mount of a path, or the nearest mount above it with Below set; nil if there is none.
func mountAt(byPath map[string]*Mount, path string) *Mount {
	if len(byPath) == 0 {
		return nil
	}
	if m := byPath[path]; m != nil {
		return m
	}
	for end := strings.LastIndexByte(path, '/'); end >= 0; end = strings.LastIndexByte(path[:end], '/') {
		if m := byPath[path[:max(end, 1)]]; m != nil && m.Below {
			return m
		}
	}
	return nil
}

// find returns the mount of a path, which is below the context path or not; nil if there is none.
func (m *mounts) find(path string, inContext bool, fullPath string) *Mount {
	if inContext {
		if found := mountAt(m.inside, path); found != nil {
			return found
		}
	}
	return mountAt(m.outside, fullPath)
}

// answerMount lets the mount answer, without a VM, and sets the stage that follows.
func (x *exchange) answerMount() {
	if p := x.body.checkCoding(&x.req); p != nil {
		x.respond(p)
	} else {
		x.req.mount.Answer((*Call)(x))
	}
	x.stage, x.step = after, len(x.chain)-1
}

// addHeaders adds the headers that interceptors have set to a response of the host, such as a mount's or a file's.
func (x *exchange) addHeaders(s *engine.Scope) error {
	if x.given.response == nil {
		return nil
	}
	own := x.given.read(s, &x.req, x.given.response)
	own.body, own.contentType = nil, ""
	if err := own.check(); err != nil {
		return err
	}
	if has(own.headers[0], fasthttp.HeaderCacheControl) { // the interceptors' header takes precedence
		x.req.ctx.Response.Header.Del(fasthttp.HeaderCacheControl)
	}
	own.status = x.req.ctx.Response.StatusCode()
	own.writeHeader(&x.req)
	return nil
}

// refuse answers a problem in the form that the mount's clients understand.
func (m *Mount) refuse(r *request, p *problem) {
	contentType, body := m.Refuse(p.status, p.public())
	p.writeHeaders(r)
	r.ctx.SetStatusCode(p.status)
	r.ctx.SetContentType(contentType)
	r.ctx.Response.SetBodyRaw(body)
}

// knows reports whether the credentials of a request are those of the mount itself. The mount may be nil.
func (m *Mount) knows(ctx *fasthttp.RequestCtx) bool {
	if m == nil || m.Knows == nil {
		return false
	}
	lines := ctx.Request.Header.PeekAll(fasthttp.HeaderAuthorization)
	return len(lines) == 1 && m.Knows(string(lines[0]))
}

// public returns the text of a problem that may be shown to anyone.
func (p *problem) public() string {
	if p.detail == "" || p.status >= http.StatusInternalServerError {
		return fasthttp.StatusMessage(p.status)
	}
	return p.detail
}

// Call is a request that a mount answers. The bytes that it returns lie in the request's memory; strings are copies.
type Call exchange

func (c *Call) exchange() *exchange { return (*exchange)(c) }

// Method returns the request's method, upper case.
func (c *Call) Method() string { return c.req.method }

// Path returns the canonical path of the request, including the context path.
func (c *Call) Path() string { return string([]byte(c.req.fullPath)) }

// Query returns the first parameter of the query with this name.
func (c *Call) Query(name string) string {
	if len(c.req.ctx.URI().QueryString()) == 0 {
		return ""
	}
	return string(c.req.ctx.QueryArgs().Peek(name))
}

// Header returns a header's first line; nil if there is none.
func (c *Call) Header(name string) []byte { return c.req.ctx.Request.Header.Peek(name) }

// Lines returns the number of a header's lines, empty ones included.
func (c *Call) Lines(name string) int { return len(c.req.ctx.Request.Header.PeekAll(name)) }

// Accept returns the Accept headers, joined into one.
func (c *Call) Accept() string { return acceptOf(c.exchange().req.ctx) }

// Host returns the Host header of the connection's request: headers of proxies are not evaluated.
func (c *Call) Host() []byte { return c.req.ctx.Request.Header.Host() }

// Announced returns the length of the body that the client states; negative if it states none.
func (c *Call) Announced() int { return c.req.ctx.Request.Header.ContentLength() }

// Body reads the body, up to limit or the server's limit, whichever is less. The error is a [fault.Error] of the kind
// TooLarge, Timeout or Invalid.
func (c *Call) Body(limit int) ([]byte, error) {
	x := c.exchange()
	if x.body.isRead {
		return x.body.raw, nil
	}
	limit = min(limit, x.req.server.settings.MaxBodyBytes) // nothing was read of a larger body
	if x.req.ctx.Request.Header.ContentLength() > limit {
		return nil, tooLarge()
	}
	defer x.body.leaveDecoder(&x.req)
	if p := x.body.readUpTo(&x.req, limit); p != nil {
		if p.status == fasthttp.StatusRequestEntityTooLarge {
			return nil, tooLarge()
		}
		kind := fault.Invalid
		if p.status == fasthttp.StatusRequestTimeout {
			kind = fault.Timeout
		}
		return nil, fault.New("host.Body", kind, p.detail)
	}
	return x.body.raw, nil
}

func tooLarge() error { return fault.New("host.Body", fault.TooLarge, "the body is too large") }

// Status returns the status of the answer so far.
func (c *Call) Status() int { return c.req.ctx.Response.StatusCode() }

// Refused reports whether an interceptor has refused the request.
func (c *Call) Refused() bool { return c.failure.denied }

// Challenges returns the lines of the response's WWW-Authenticate.
func (c *Call) Challenges() (lines []string) {
	for _, line := range c.req.ctx.Response.Header.PeekAll(fasthttp.HeaderWWWAuthenticate) {
		lines = append(lines, string(line))
	}
	return lines
}

// SetChallenges replaces the lines of the response's WWW-Authenticate.
func (c *Call) SetChallenges(lines []string) {
	c.req.ctx.Response.Header.Del(fasthttp.HeaderWWWAuthenticate)
	for _, line := range lines {
		c.req.ctx.Response.Header.Add(fasthttp.HeaderWWWAuthenticate, line)
	}
}

// AddHeader adds a line of a header to the response.
func (c *Call) AddHeader(name, value string) { c.req.ctx.Response.Header.Add(name, value) }

// SetHeader sets a header of the response.
func (c *Call) SetHeader(name, value string) { c.req.ctx.Response.Header.Set(name, value) }

// Respond sets the answer. The body must not be changed afterwards.
func (c *Call) Respond(status int, contentType string, body []byte) {
	c.req.ctx.SetStatusCode(status)
	if contentType != "" {
		c.req.ctx.SetContentType(contentType)
	}
	c.req.ctx.Response.SetBodyRaw(body)
}

// Run runs a task of scripts on behalf of the request. Once scripts have used the request, all its tasks run on the
// same VM.
func (c *Call) Run(ctx context.Context, task engine.Task) error {
	x := c.exchange()
	if x.lease != nil {
		return x.req.table.app.RunOn(ctx, x.lease, task)
	}
	return x.req.table.app.Run(ctx, time.Now(), task)
}

// Request implements [engine.Requester] for the tasks of the request.
func (c *Call) Request(s *engine.Scope) (engine.Value, error) {
	x := c.exchange()
	if x.lease == nil {
		x.lease = s.Lease()
	}
	return x.given.requestFor(s, &x.req, &x.body)
}

// Context implements [engine.Contexter] for the tasks of the request.
func (c *Call) Context(parent context.Context) context.Context { return c.exchange().Context(parent) }

// Alive returns a context that ends when the server gives up requests in progress.
func (c *Call) Alive() context.Context {
	if c.watch.follower != nil {
		return c.watch.follower.by.Context(c.req.alive())
	}
	return c.req.alive()
}
