package stories

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/fwrun/fwrun/app/tape"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/mcp"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/logging"
	"github.com/fwrun/fwrun/platform/outbound"
	"github.com/fwrun/fwrun/platform/trace"
	"github.com/fwrun/fwrun/queue"
)

// Settings say what is remembered of requests, and of which files are made.
type Settings struct {
	on     bool
	bytes  int64
	editor editor
	record recordSettings
}

// Read reads the sections devtools and record of an application in a folder.
func Read(r *config.Reader, application string, dev bool) Settings {
	return Settings{
		on:     r.Bool("devtools.enabled", dev),
		bytes:  max(r.Size("devtools.memory"), 1<<20),
		editor: readEditor(r, application),
		record: readRecord(r),
	}
}

// Part is what a generation remembers of its requests, jobs and messages.
type Part struct {
	settings   Settings
	about      Application
	recorder   *stories.Recorder // of all generations that remember requests; nil if this one does not
	recordings *recordings       // of this generation; nil if requests are not recorded
}

// Application is what a part has to know of its application.
type Application struct {
	Folder      string
	ContextPath string
	Dev         bool
	Logs        *logging.Log
	KeyHeader   func() string // the header in which keys of the API come; "" if there is none
}

// Open continues to remember requests as the part before does, which may be nil, or begins to, where that is wanted.
func Open(settings Settings, about Application, before *Part) *Part {
	p := &Part{settings: settings, about: about}
	switch {
	case !settings.on:
	case before != nil && before.recorder != nil && before.settings.bytes == settings.bytes:
		p.recorder = before.recorder
	default:
		p.recorder = stories.New(settings.bytes)
	}
	p.recordings = p.openRecordings(before)
	if p.recorder == nil {
		about.Logs.Listen(nil)
		return p
	}
	of := p.recorder
	about.Logs.Listen(func(ctx context.Context, line slog.Record) { of.Heard(ctx, line, logging.LevelName) })
	return p
}

// Closed returns a part that remembers nothing.
func Closed(settings Settings) *Part { return &Part{settings: settings} }

// Close waits until the files of what has ended are written. It does nothing if p is nil.
func (p *Part) Close() {
	if p != nil {
		p.recordings.settle()
	}
}

// Recorder returns the stories; nil if nothing is remembered.
func (p *Part) Recorder() *stories.Recorder { return p.recorder }

// Deck returns what stands between modules and the host: it records requests, if that is wanted, or a recording answers instead.
func (p *Part) Deck(replays bool) tape.Deck {
	deck := tape.Deck{Plays: replays}
	if p.recordings != nil {
		deck.Recorder = p.recordings.recorder
	}
	return deck
}

// EditorPattern returns the links to places in an editor; "" if there are none.
func (p *Part) EditorPattern() string { return p.settings.editor.pattern }

// BeginJob begins the story of a job that runs.
func (p *Part) BeginJob(ctx context.Context, began time.Time) (context.Context, *stories.Story) {
	s := p.recorder.Begin(stories.Schedule, began)
	return stories.With(ctx, s), s
}

// EndJob ends the story of a job, unless another process has run it.
func (p *Part) EndJob(ctx context.Context, s *stories.Story, name string, took time.Duration, err error) {
	if s == nil {
		return
	}
	s.End(&stories.End{Trace: traceID(ctx), Method: "SCHEDULE", Path: name, Handler: name, Took: took, Failure: p.failure(err)})
}

// BeginListener begins the story of a listener that handles messages.
func (p *Part) BeginListener(ctx context.Context, began time.Time) (context.Context, *stories.Story) {
	s := p.recorder.Begin(stories.Message, began)
	return stories.With(ctx, s), s
}

// EndListener ends the story of a listener.
func (p *Part) EndListener(ctx context.Context, s *stories.Story, l *manifest.Listener, batch []*queue.Message, took time.Duration, err error) {
	if s == nil {
		return
	}
	end := &stories.End{Trace: traceID(ctx), Method: "MESSAGE", Path: l.Queue, Handler: l.Name, Took: took, Failure: p.failure(err)}
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

// PassedAspect returns the function to call after each call that went through an aspect; nil if neither stories nor recordings are kept.
func (p *Part) PassedAspect() func(context.Context, aspects.Passage) {
	if p.recorder == nil && p.recordings == nil {
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

// SentRequest returns the function to call after each request that a script has sent; nil if no stories are kept.
func (p *Part) SentRequest() func(*http.Request, time.Time, outbound.Observation) {
	if p.recorder == nil {
		return nil
	}
	of := p.recorder
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

func statusLine(status int) string {
	return strconv.Itoa(status) + " " + http.StatusText(status)
}

// CalledTool returns the function to call after each call of a tool; nil if no stories are kept.
func (p *Part) CalledTool() func(context.Context, mcp.ToolCall) {
	if p.recorder == nil {
		return nil
	}
	of := p.recorder
	return func(ctx context.Context, t mcp.ToolCall) {
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

// longestJSON is the most bytes of a JSON text that a story looks at.
const longestJSON = 4 << 10

func jsonOf(of *stories.Recorder, text string) string {
	if len(text) > longestJSON {
		return of.JSON([]byte(text[:longestJSON]), true) + "…"
	}
	return of.JSON([]byte(text), false)
}

// Sent adds messages that were sent to their story.
func (p *Part) Sent(ctx context.Context, list []messages.Outgoing, took time.Duration, err error) {
	s := stories.Of(ctx)
	if s == nil || p.recorder == nil {
		return
	}
	for i := range list[:min(len(list), 20)] { // the rest is like them
		step := stories.Step{Kind: stories.Send, Began: time.Now().Add(-took), Took: took, Text: "send to " + list[i].Queue}
		if list[i].ContentType == "application/json" {
			step.Detail = []stories.Field{{Name: "payload", Value: jsonOf(p.recorder, string(list[i].Body))}}
		}
		if err != nil {
			step.Failed = stories.Harmless(err.Error())
		}
		s.Add(step)
	}
}

// failure returns what stories say of an error; nil if there is none.
func (p *Part) failure(err error) *stories.Error {
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
	e := &stories.Error{
		Name: thrown.Name, Message: stories.Harmless(thrown.Message), Stack: stories.Harmless(thrown.Stack()), Hint: stories.Harmless(thrown.Hint()),
	}
	if place, known := thrown.Place(); known {
		e.Place, e.Open = place.String(), p.settings.editor.link(place)
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
