package host

import (
	"context"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/report"
	"github.com/fwrun/fwrun/security"
)

// Follower follows a request from the moment that its route is known until it has been answered. It must not block, and keeps nothing of
// what it is given, which may be secret.
type Follower interface {
	// Context returns a context for the work that is done on behalf of the request.
	Context(parent context.Context) context.Context
	// Passed is called for each stage that the request has gone through.
	Passed(s Stage)
	// Answered is called once, with the answer of the request before it is compressed; for a stream, when it has ended.
	Answered(t *Roundtrip)
}

// Choosy is a [Follower] that is called for some answers only, since it takes time to gather what it gets.
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

// The kinds of stages that are reported.
const (
	Guarded StageKind = iota // it was decided whether the request may pass
	Bound                    // the arguments of the handler were made
)

// Roundtrip is a request that has been answered, with what was sent both ways.
type Roundtrip struct {
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
func (w *watching) follow(r *request) {
	if r.table.policies.Follow != nil && r.inner == nil && (r.mount == nil || !r.mount.Private) {
		w.beginFollowing(r)
	}
}

// following is what is remembered of a request that somebody follows. Its memory is used again and again.
type following struct {
	by       Follower
	entered  time.Time // when the stage in progress was entered
	session  bool      // the handler has asked for its session
	answered Roundtrip
	lines    []byte // of the response's header
}

func (w *watching) beginFollowing(r *request) {
	f := w.followed
	if f == nil {
		f = new(following)
	}
	by := r.table.policies.Follow(f.by, r.start)
	if by == nil {
		return
	}
	f.by, f.session = by, false
	w.follower, w.followed = f, nil
}

// isFollowed reports whether the stage that is entered now is reported to a follower.
func (x *exchange) isFollowed() bool {
	if x.watch.follower == nil {
		return false
	}
	return x.stage == before || x.stage == guarding || x.stage == binding && len(x.req.route.arguments) > 0
}

// followedSince returns the time, if somebody wants to know it.
func (w *watching) followedSince(r *request) (now time.Time) {
	if w.follower != nil && (r.table.policies.Security != nil || r.route != nil && r.route.demand != nil) {
		now = time.Now()
	}
	return now
}

// tellFollower reports the answer of the request, once.
func (x *exchange) tellFollower(stream *stream) {
	if x.watch.follower == nil {
		return
	}
	to := x.watch.follower
	if choosy, is := to.by.(Choosy); is && !choosy.Wants(x.req.ctx.Response.StatusCode()) {
		x.watch.follower, x.watch.followed = nil, to
		return
	}
	t := &to.answered
	*t = Roundtrip{
		Began: x.req.start, Took: x.watch.took(&x.req), Method: x.req.method, Path: x.req.fullPath, Route: x.req.routeLabel(),
		Handler: x.req.handlerName(), Mounted: x.req.mount != nil,
		Status: x.req.ctx.Response.StatusCode(), Sent: x.req.sent(stream), Streamed: stream != nil || x.req.ctx.Response.IsBodyStream(),
		Query: x.req.ctx.URI().QueryString(), Request: x.req.ctx.Request.Header.RawHeaders(), Trace: x.req.knownTrace(x.failure.untold != nil),
		RequestType: x.req.ctx.Request.Header.ContentType(), Type: x.req.ctx.Response.Header.ContentType(),
		RequestBytes: x.body.taken(&x.req), Failure: x.failure.err,
	}
	to.lines = appendResponseLines(x.req.ctx, to.lines[:0])
	t.Response = to.lines
	if t.Method == "" {
		t.Method = string(x.req.ctx.Method())
	}
	if t.Path == "" {
		t.Path = x.req.loggedPath()
	}
	if x.who.principal != nil {
		t.User, t.Principal = x.who.principal.Name, x.who.principal
	}
	t.Session = to.session
	if x.body.isRead {
		t.RequestBody = x.body.raw
	}
	if !t.Streamed {
		t.Body = x.req.ctx.Response.Body()
	}
	x.watch.follower, x.watch.followed = nil, to
	to.by.Answered(t)
	t.Failure, t.Principal = nil, nil // the rest is memory that is used again, too
}

// knownTrace returns the id of the request's trace if it is used anywhere, such as in a log: making one that is not used takes time.
func (r *request) knownTrace(logged bool) (id [16]byte) {
	if r.traced || logged || r.logsAccess() {
		id, _, _ = r.ownTrace().Place()
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
func (w *watching) tellAuthorized(who *sender, began time.Time, denied *problem) {
	if w.follower == nil || denied == nil && who.principal == nil {
		return
	}
	s := Stage{Kind: Guarded, Name: "authorization", Began: began}
	if who.principal != nil {
		s.Name = "authorization of " + nameOf(who.principal)
	}
	if denied != nil {
		s.Refused = denied.public()
	}
	w.follower.by.Passed(s)
}

func nameOf(p *security.Principal) string {
	if p.Name == "" {
		return "somebody without a name"
	}
	return p.Name
}

// tellBound reports that the arguments of the handler were made, if it has any.
func (w *watching) tellBound(r *request, began time.Time, refused []report.Refusal, err error) {
	if len(r.route.arguments) == 0 {
		return
	}
	s := Stage{Kind: Bound, Name: r.route.name, Began: began}
	switch {
	case len(refused) > 0:
		s.Refused = refusedText(refused)
	case err != nil:
		s.Refused = err.Error()
	}
	w.follower.by.Passed(s)
}

// refusedText lists what was wrong with arguments.
func refusedText(list []report.Refusal) string {
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
func (w *watching) tellJudged(name string, pass bool) {
	if w.follower == nil {
		return
	}
	s := Stage{Kind: Guarded, Name: "preHandle of " + name, Began: w.follower.entered}
	if !pass {
		s.Refused = "it returned false"
	}
	w.follower.by.Passed(s)
}
