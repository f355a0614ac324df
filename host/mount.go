package host

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/fault"
)

// Mount is a path that a part of this process answers itself, and no handler of the application. The
// interceptors whose patterns match the path stand before it, as they do before routes.
type Mount struct {
	Path string // canonical, below the context path
	// Below: the paths below it are the mount's, too, except for those of mounts of their own.
	Below bool
	// Outside: the path is not below the context path, and no interceptor stands before it.
	Outside bool
	// Answer answers a request. The Call is good until it returns.
	Answer func(call *Call)
	// Refuse is the body, and its Content-Type, of what is refused before Answer or behind it. When nil,
	// errors are told as elsewhere.
	Refuse func(status int, detail string) (contentType string, body []byte)
	// Finish sees every answer before it is sent, refusals too. May be nil.
	Finish func(call *Call)
}

// mounts finds mounts by path: those below the context path and those outside.
type mounts struct{ inside, outside map[string]*Mount }

func newMounts(list []Mount) mounts {
	m := mounts{map[string]*Mount{}, map[string]*Mount{}}
	for i := range list {
		if one := &list[i]; one.Outside {
			m.outside[one.Path] = one
		} else {
			m.inside[one.Path] = one
		}
	}
	return m
}

// mountAt is the mount of a path, or the nearest one above it that has the paths below it; nil for none.
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

// findMount reports whether the path is a mount's.
func (x *exchange) findMount() bool {
	x.mount = x.mountAt(x.path, !x.outside)
	return x.mount != nil
}

// mountAt is the mount of a path, which is in the context path or not; nil for none.
func (x *exchange) mountAt(path string, inContext bool) *Mount {
	if inContext {
		if m := mountAt(x.table.mounts.inside, path); m != nil {
			return m
		}
	}
	return mountAt(x.table.mounts.outside, x.fullPath)
}

// answerMount lets the mount answer, without a VM. What comes behind it finds the request in its
// stage.
func (x *exchange) answerMount() {
	x.mount.Answer((*Call)(x))
	x.stage, x.step = after, len(x.chain)-1
}

// addHeaders adds what interceptors put on their response to the one that the host has made: a mount's, a file's.
func (x *exchange) addHeaders(s *engine.Scope) error {
	if x.injected == nil {
		return nil
	}
	own := x.read(s, x.injected)
	own.body, own.contentType = nil, ""
	if err := own.check(); err != nil {
		return err
	}
	if has(own.headers[0], fasthttp.HeaderCacheControl) { // theirs wins
		x.ctx.Response.Header.Del(fasthttp.HeaderCacheControl)
	}
	own.status = x.ctx.Response.StatusCode()
	own.writeHeader(x.ctx)
	return nil
}

// refuseMount tells a problem the way the mount's clients understand.
func (x *exchange) refuseMount(p *problem) {
	contentType, body := x.mount.Refuse(p.status, p.public())
	p.writeHeaders(x.ctx)
	x.ctx.SetStatusCode(p.status)
	x.ctx.SetContentType(contentType)
	x.ctx.Response.SetBodyRaw(body)
}

// public is what anybody may know of a problem.
func (p *problem) public() string {
	if p.detail == "" || p.status >= http.StatusInternalServerError {
		return fasthttp.StatusMessage(p.status)
	}
	return p.detail
}

// Call is a request that a mount answers. What it gives out lies in the request's memory, except for texts.
type Call exchange

func (c *Call) exchange() *exchange { return (*exchange)(c) }

// Method is the request's, upper case.
func (c *Call) Method() string { return c.method }

// Path is the canonical path that was asked for, the context path included.
func (c *Call) Path() string { return string([]byte(c.fullPath)) }

// Query is a parameter of the query, the first of its name.
func (c *Call) Query(name string) string {
	if len(c.ctx.URI().QueryString()) == 0 {
		return ""
	}
	return string(c.ctx.QueryArgs().Peek(name))
}

// Header is a header's first line; nil when there is none.
func (c *Call) Header(name string) []byte { return c.ctx.Request.Header.Peek(name) }

// Lines counts the lines of a header, those that say nothing among them.
func (c *Call) Lines(name string) int { return len(c.ctx.Request.Header.PeekAll(name)) }

// Accept joins the Accept headers.
func (c *Call) Accept() string { return c.exchange().accept() }

// Host is whom the client says it wanted to reach, as the connection has it: proxies are not asked.
func (c *Call) Host() []byte { return c.ctx.Request.Header.Host() }

// Announced is the length of the body as the client states it; below zero when it does not.
func (c *Call) Announced() int { return c.ctx.Request.Header.ContentLength() }

// Body reads the body, up to a limit or the server's, whichever is less. The error is a [fault.Error] of the kind TooLarge, Timeout or
// Invalid.
func (c *Call) Body(limit int) ([]byte, error) {
	x := c.exchange()
	if x.bodyRead {
		return x.body, nil
	}
	limit = min(limit, x.server.settings.MaxBodyBytes) // of more nothing was read
	if x.ctx.Request.Header.ContentLength() > limit {
		return nil, tooLarge()
	}
	if p := x.readBodyUpTo(limit); p != nil {
		if p.status == fasthttp.StatusRequestEntityTooLarge {
			return nil, tooLarge()
		}
		kind := fault.Invalid
		if p.status == fasthttp.StatusRequestTimeout {
			kind = fault.Timeout
		}
		return nil, fault.New("host.Body", kind, p.detail)
	}
	return x.body, nil
}

func tooLarge() error { return fault.New("host.Body", fault.TooLarge, "the body is too large") }

// Status is that of the answer so far.
func (c *Call) Status() int { return c.ctx.Response.StatusCode() }

// Refused tells whether an interceptor has not let the request pass.
func (c *Call) Refused() bool { return c.turned }

// AddHeader adds a line of a header to the response.
func (c *Call) AddHeader(name, value string) { c.ctx.Response.Header.Add(name, value) }

// SetHeader sets a header of the response.
func (c *Call) SetHeader(name, value string) { c.ctx.Response.Header.Set(name, value) }

// Respond answers. The body must not be changed any more.
func (c *Call) Respond(status int, contentType string, body []byte) {
	c.ctx.SetStatusCode(status)
	if contentType != "" {
		c.ctx.SetContentType(contentType)
	}
	c.ctx.Response.SetBodyRaw(body)
}

// Run lets scripts do something on behalf of the request. All runs of one request are on the same
// VM, once scripts have looked at the request.
func (c *Call) Run(ctx context.Context, task engine.Task) error {
	x := c.exchange()
	if x.lease != nil {
		return x.table.app.RunOn(ctx, x.lease, task)
	}
	return x.table.app.Run(ctx, time.Now(), task)
}

// Request implements [engine.Requester] for the tasks of the request.
func (c *Call) Request(s *engine.Scope) (engine.Value, error) {
	x := c.exchange()
	if x.lease == nil {
		x.lease = s.Lease()
	}
	return x.request(s)
}

// Context implements [engine.Contexter] for the tasks of the request.
func (c *Call) Context(parent context.Context) context.Context { return c.exchange().Context(parent) }

// Alive ends when requests under way are given up.
func (c *Call) Alive() context.Context { return c.server.alive }
