package stories

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/host"
)

// Follow returns what follows requests; nil if nothing is remembered of them, and nothing recorded.
func (p *Part) Follow() func(before host.Follower, began time.Time) host.Follower {
	if p.recorder == nil && p.recordings == nil {
		return nil
	}
	return p.follow
}

// follow begins the story of a request.
func (p *Part) follow(before host.Follower, began time.Time) host.Follower {
	remembered := !p.recorder.Paused()
	if !remembered && !p.recordings.keeps() {
		return nil
	}
	f, known := before.(*follower)
	if !known {
		f = new(follower)
	}
	f.of, f.remembered = p, remembered
	if remembered {
		f.story = p.recorder.BeginOwned(f.story, stories.HTTP, began)
	}
	return f
}

// follower adapts a story to [host.Follower].
type follower struct {
	story      *stories.Story // from an answer to the next request, memory for that one's
	remembered bool           // what is done becomes a story; else it is only recorded
	tape       atomic.Pointer[replay.Tape]
	of         *Part // nil from an answer to the next request, so that no generation is kept
}

func (f *follower) Context(parent context.Context) context.Context {
	if f.remembered {
		parent = stories.With(parent, f.story)
	}
	if f.of.recordings != nil {
		parent = replay.With(parent, f.recording())
	}
	return parent
}

// recording returns the tape of the request, which is begun when its context is asked for: without that nothing can be recorded.
func (f *follower) recording() *replay.Tape {
	if t := f.tape.Load(); t != nil {
		return t
	}
	t := f.of.recordings.begin()
	if f.tape.CompareAndSwap(nil, t) {
		return t
	}
	return f.tape.Load()
}

func (f *follower) Passed(s host.Stage) {
	if !f.remembered {
		return
	}
	step := stories.Step{Kind: stories.Guard, Began: s.Began, Took: time.Since(s.Began), Text: s.Name, Failed: stories.Harmless(s.Refused)}
	if s.Kind == host.Bound {
		step.Kind = stories.Binding
	}
	f.story.Add(step)
}

// Wants implements [host.Choosy]: in production, most answers are not needed.
func (f *follower) Wants(status int) bool {
	if f.remembered || f.of.recordings.wants(status) {
		return true
	}
	f.of = nil
	f.tape.Swap(nil).Drop()
	return false
}

func (f *follower) Answered(t *host.Roundtrip) {
	p := f.of
	f.of = nil
	end := &stories.End{
		Trace: t.Trace, Method: t.Method, Path: t.Path, Route: t.Route, Handler: t.Handler, User: t.User, Status: t.Status, Took: t.Took,
		Sent: t.Sent, Taken: t.RequestBytes, Streamed: t.Streamed, Query: t.Query, Request: t.Request, Response: t.Response,
		RequestType: t.RequestType, ResponseType: t.Type, RequestBody: t.RequestBody, ResponseBody: t.Body,
		KeyHeader: p.about.KeyHeader(),
	}
	made := p.recordings.end(f.tape.Swap(nil), t, end, f.remembered)
	if !f.remembered {
		return
	}
	end.Failure = p.failure(t.Failure)
	if made != nil {
		f.story.Attach(made, made.bytes())
	}
	f.story = f.story.EndOwned(end)
}
