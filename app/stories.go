package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/logging"
	"github.com/fwrun/fwrun/mcp"
	"github.com/fwrun/fwrun/outbound"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/trace"
)

// storySettings holds what is remembered of requests.
type storySettings struct {
	on     bool
	bytes  int64
	editor editor
}

func readStories(r *config.Reader, options Options) storySettings {
	return storySettings{
		on:     r.Bool("devtools.enabled", options.Dev),
		bytes:  max(r.Size("devtools.memory"), 1<<20),
		editor: readEditor(r, options.Folder),
	}
}

// prepareStories continues to remember requests, or begins to, where that is wanted. What is remembered outlives reloads.
func (g *generation) prepareStories(options Options, before *generation) {
	wanted := g.settings.stories
	switch {
	case !options.serves || !wanted.on:
	case before != nil && before.stories != nil && before.settings.stories.bytes == wanted.bytes:
		g.stories = before.stories
	default:
		g.stories = stories.New(wanted.bytes)
	}
}

// tellStories lets all that is done be told to the stories of requests; where nothing is remembered, to nobody.
func (g *generation) tellStories() {
	if g.stories != nil || g.recordings != nil {
		g.settings.host.Policies.Follow = g.follow
	}
	if g.stories == nil {
		g.logs.Listen(nil)
		return
	}
	of := g.stories
	g.logs.Listen(func(ctx context.Context, line slog.Record) { of.Heard(ctx, line, logging.LevelName) })
}

// storyJob begins the story of a job that runs.
func (g *generation) storyJob(ctx context.Context, began time.Time) (context.Context, *stories.Story) {
	s := g.stories.Begin(stories.Schedule, began)
	return stories.With(ctx, s), s
}

// endJob ends the story of a job, unless another process has run it.
func (g *generation) endJob(ctx context.Context, s *stories.Story, name string, took time.Duration, err error) {
	if s == nil {
		return
	}
	s.End(&stories.End{Trace: traceID(ctx), Method: "SCHEDULE", Path: name, Handler: name, Took: took, Failure: g.storyError(err)})
}

// storyListener begins the story of a listener that handles messages.
func (g *generation) storyListener(ctx context.Context, began time.Time) (context.Context, *stories.Story) {
	s := g.stories.Begin(stories.Message, began)
	return stories.With(ctx, s), s
}

func (g *generation) endListener(ctx context.Context, s *stories.Story, l *manifest.Listener, batch []*queue.Message, took time.Duration, err error) {
	if s == nil {
		return
	}
	end := &stories.End{Trace: traceID(ctx), Method: "MESSAGE", Path: l.Queue, Handler: l.Name, Took: took, Failure: g.storyError(err)}
	for _, m := range batch {
		end.Taken += len(m.Body)
	}
	if len(batch) == 1 {
		end.RequestType, end.RequestBody = []byte(batch[0].ContentType), batch[0].Body
	}
	s.End(end)
}

func traceID(ctx context.Context) (id [16]byte) {
	if t, ok := trace.From(ctx); ok {
		id, _, _ = t.Place()
	}
	return id
}

// passedAspect returns what is told of calls that go through aspects; nil if nobody wants to know.
func (g *generation) passedAspect() func(context.Context, aspects.Passage) {
	if g.stories == nil && g.recordings == nil {
		return nil
	}
	return func(ctx context.Context, p aspects.Passage) {
		if s := stories.Of(ctx); s != nil {
			s.Add(stories.Step{
				Kind: stories.Aspect, Began: p.Began, Took: time.Since(p.Began), Text: "@" + p.Decorator + " " + p.Method, Failed: stories.Harmless(p.Failed),
			})
		}
	}
}

// sentRequest returns what is told of requests that scripts have sent; nil if nobody wants to know.
func (g *generation) sentRequest() func(*http.Request, time.Time, outbound.Observation) {
	if g.stories == nil {
		return nil
	}
	of := g.stories
	return func(r *http.Request, began time.Time, o outbound.Observation) {
		s := stories.Of(r.Context())
		if s == nil {
			return
		}
		step := stories.Step{Kind: stories.Fetch, Began: began, Took: o.Took, Text: o.Method + " " + of.URL(r.URL), Failed: o.Failure}
		if o.Status != 0 {
			step.Detail = []stories.Field{{Name: "status", Value: statusLine(o.Status)}}
		}
		s.Add(step)
	}
}

// calledTool returns what is told of calls of tools; nil if nobody wants to know.
func (g *generation) calledTool() func(context.Context, mcp.Told) {
	if g.stories == nil {
		return nil
	}
	of := g.stories
	return func(ctx context.Context, t mcp.Told) {
		s := stories.Of(ctx)
		if s == nil {
			return
		}
		s.Call(t.Tool)
		step := stories.Step{Kind: stories.Call, Began: t.Began, Took: t.Took, Text: t.Tool, Detail: []stories.Field{
			{Name: "arguments", Value: jsonOf(of, t.Arguments)}, {Name: "result", Value: jsonOf(of, string(t.Result))},
		}}
		if t.Outcome != "ok" {
			step.Failed = t.Outcome
		}
		s.Add(step)
	}
}

// toldJSON is how much of a JSON text is looked at.
const toldJSON = 4 << 10

func jsonOf(of *stories.Recorder, text string) string {
	if len(text) > toldJSON {
		return of.JSON([]byte(text[:toldJSON]), true) + "…"
	}
	return of.JSON([]byte(text), false)
}

// noteSent adds messages that were sent to their story.
func (g *generation) noteSent(ctx context.Context, list []messages.Outgoing, took time.Duration, err error) {
	s := stories.Of(ctx)
	if s == nil {
		return
	}
	for i := range list[:min(len(list), 20)] { // the rest is like them
		step := stories.Step{Kind: stories.Send, Began: time.Now().Add(-took), Took: took, Text: "send to " + list[i].Queue}
		if list[i].ContentType == "application/json" {
			step.Detail = []stories.Field{{Name: "payload", Value: jsonOf(g.stories, string(list[i].Body))}}
		}
		if err != nil {
			step.Failed = stories.Harmless(err.Error())
		}
		s.Add(step)
	}
}

// storyError returns what stories say of an error; nil if there is none.
func (g *generation) storyError(err error) *stories.Error {
	if err == nil {
		return nil
	}
	thrown, ok := errors.AsType[*engine.ScriptError](err)
	if !ok {
		e := &stories.Error{Message: stories.Harmless(err.Error())}
		if known, is := errors.AsType[*fault.Error](err); is {
			e.Hint = stories.Harmless(known.Hint)
		}
		return e
	}
	e := &stories.Error{Name: thrown.Name, Message: stories.Harmless(thrown.Message), Stack: stories.Harmless(thrown.Stack()), Hint: stories.Harmless(thrown.Hint())}
	if place, known := thrown.Place(); known {
		e.Place, e.Open = place.String(), g.settings.stories.editor.link(place)
	}
	if frames := thrown.SourceFrames(excerptLines); len(frames) > 0 {
		for _, l := range frames[0].Lines {
			e.Excerpt = append(e.Excerpt, stories.Line{Number: l.Number, Text: l.Text, Caret: l.Caret})
		}
	}
	return e
}

// excerptLines is how many lines of source are kept above and below the place of an error.
const excerptLines = 5

func statusLine(status int) string { return strconv.Itoa(status) + " " + http.StatusText(status) }
