package host

import (
	"context"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/security"
)

// Follower follows a request from the moment that its route is known until it has been answered. It must not block, and keeps nothing of
// what it is given. What it is told may be secret.
type Follower interface {
	// Context returns a context for the work that is done on behalf of the request.
	Context(parent context.Context) context.Context
	// Passed is told of a stage that the request has gone through.
	Passed(s Stage)
	// Answered is told once how the request was answered, before the answer is compressed; of a stream, when it has ended.
	Answered(t *Told)
}

// Choosy is a [Follower] that is told of some answers only, since it takes time to gather what it is told.
type Choosy interface {
	// Wants reports whether Answered is called for an answer with this status. If not, the request is over for the follower.
	Wants(status int) bool
}

// Stage is something before the handler that a request has gone through.
type Stage struct {
	Kind  StageKind
	Name  string // such as "preHandle of Guard"
	Began time.Time

	// Refused says why it let the request not pass; empty if it did.
	Refused string
}

// StageKind is what is done in a stage.
type StageKind uint8

// The kinds of stages that are told of.
const (
	Guarded StageKind = iota // it was decided whether the request may pass
	Bound                    // the arguments of the handler were made
)

// Told is a request that has been answered, with what was sent both ways.
type Told struct {
	Began             time.Time
	Took              time.Duration
	Trace             [16]byte // zero if none was made, and the client has sent none or nobody has looked at it
	Method, Path      string   // the canonical path, or what was sent if that is not one
	Route, Handler    string   // empty if it has reached none
	Mounted           bool     // a part of the process has answered, and no handler
	User              string   // who has sent it; empty if that is not known
	Status            int
	Sent              int // bytes of the response's body
	Streamed          bool
	Query             []byte
	Request, Response []byte              // lines of the headers, ended by line feeds
	RequestType, Type []byte              // media types of the bodies
	RequestBody, Body []byte              // nil if they are not at hand
	RequestBytes      int                 // of the request's body
	Failure           error               // that has ended it; nil mostly
	Principal         *security.Principal // who has sent it; nil if that is not known
	Session           bool                // the handler has asked for its session
}

// follow lets somebody follow the request, if anybody wants to. Requests of tools are part of others.
func (x *exchange) follow() {
	if x.req.table.policies.Follow != nil && x.req.inner == nil && (x.req.mount == nil || !x.req.mount.Private) {
		x.beginFollowing()
	}
}

// following is what is remembered of a request that somebody follows. Its memory is used again and again.
type following struct {
	by      Follower
	entered time.Time // when the stage in progress was entered
	session bool      // the handler has asked for its session
	told    Told
	lines   []byte // of the response's header
}

func (x *exchange) beginFollowing() {
	f := x.followed
	if f == nil {
		f = new(following)
	}
	by := x.req.table.policies.Follow(f.by, x.req.start)
	if by == nil {
		return
	}
	f.by, f.session = by, false
	x.follower, x.followed = f, nil
}

// isTold reports whether somebody is told of the stage that is entered now.
func (x *exchange) isTold() bool {
	if x.follower == nil {
		return false
	}
	return x.stage == before || x.stage == guarding || x.stage == binding && len(x.req.route.arguments) > 0
}

// followedSince returns the time, if somebody wants to know it.
func (x *exchange) followedSince() (now time.Time) {
	if x.follower != nil && (x.req.table.policies.Security != nil || x.req.route != nil && x.req.route.demand != nil) {
		now = time.Now()
	}
	return now
}

// tellFollower reports the answer of the request, once.
func (x *exchange) tellFollower() {
	if x.follower == nil {
		return
	}
	f := x.follower
	if choosy, is := f.by.(Choosy); is && !choosy.Wants(x.req.ctx.Response.StatusCode()) {
		x.follower, x.followed = nil, f
		return
	}
	t := &f.told
	*t = Told{
		Began: x.req.start, Took: x.took(), Method: x.req.method, Path: x.req.fullPath, Route: x.req.routeLabel(), Handler: x.req.handlerName(), Mounted: x.req.mount != nil,
		Status: x.req.ctx.Response.StatusCode(), Sent: x.sent(), Streamed: x.stream != nil || x.req.ctx.Response.IsBodyStream(),
		Query: x.req.ctx.URI().QueryString(), Request: x.req.ctx.Request.Header.RawHeaders(), Trace: x.toldTrace(),
		RequestType: x.req.ctx.Request.Header.ContentType(), Type: x.req.ctx.Response.Header.ContentType(), RequestBytes: x.body.taken(&x.req), Failure: x.failure,
	}
	f.lines = appendResponseLines(x.req.ctx, f.lines[:0])
	t.Response = f.lines
	if t.Method == "" {
		t.Method = string(x.req.ctx.Method())
	}
	if t.Path == "" {
		t.Path = x.req.loggedPath()
	}
	if x.principal != nil {
		t.User, t.Principal = x.principal.Name, x.principal
	}
	t.Session = f.session
	if x.body.isRead {
		t.RequestBody = x.body.raw
	}
	if !t.Streamed {
		t.Body = x.req.ctx.Response.Body()
	}
	x.follower, x.followed = nil, f
	f.by.Answered(t)
	t.Failure, t.Principal = nil, nil // the rest is memory that is used again, too
}

// toldTrace returns the id of the request's trace, if anybody was told it or will be. To make one that nobody knows takes time.
func (x *exchange) toldTrace() (id [16]byte) {
	if x.req.traced || x.untold != nil || x.req.logsAccess() {
		id, _, _ = x.req.ownTrace().Place()
	}
	return id
}

// appendResponseLines copies the header of the response.
func appendResponseLines(ctx *fasthttp.RequestCtx, lines []byte) []byte {
	for name, value := range ctx.Response.Header.All() {
		lines = append(append(append(append(lines, name...), ": "...), value...), '\n')
	}
	return lines
}

// tellAuthorized reports whether the sender of the request may send it, if that was asked.
func (x *exchange) tellAuthorized(began time.Time, denied *problem) {
	if x.follower == nil || denied == nil && x.principal == nil {
		return
	}
	s := Stage{Kind: Guarded, Name: "authorization", Began: began}
	if x.principal != nil {
		s.Name = "authorization of " + nameOf(x.principal)
	}
	if denied != nil {
		s.Refused = denied.public()
	}
	x.follower.by.Passed(s)
}

func nameOf(p *security.Principal) string {
	if p.Name == "" {
		return "somebody without a name"
	}
	return p.Name
}

// tellBound reports that the arguments of the handler were made, if it has any.
func (x *exchange) tellBound(began time.Time, err error) {
	if len(x.req.route.arguments) == 0 {
		return
	}
	s := Stage{Kind: Bound, Name: x.req.route.name, Began: began}
	switch {
	case len(x.refused) > 0:
		s.Refused = refusedText(x.refused)
	case err != nil:
		s.Refused = err.Error()
	}
	x.follower.by.Passed(s)
}

// refusedText lists what was wrong with arguments.
func refusedText(list []refusal) string {
	text := ""
	for i, r := range list {
		if i > 0 {
			text += "; "
		}
		text += r.In + " " + r.Name + ": " + r.Message
	}
	return text
}

// tellJudged reports the verdict of a preHandle.
func (x *exchange) tellJudged(name string, pass bool) {
	if x.follower == nil {
		return
	}
	s := Stage{Kind: Guarded, Name: "preHandle of " + name, Began: x.follower.entered}
	if !pass {
		s.Refused = "it returned false"
	}
	x.follower.by.Passed(s)
}
