package coding

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/devtools/toolbox"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
)

const requestInput = `{"type":"object","properties":{
"method":{"type":"string","default":"GET"},
"path":{"type":"string","description":"path below the context path, with its query: /tasks?limit=5"},
"headers":{"type":"object","additionalProperties":{"type":"string"}},
"json":{"description":"body that is sent as JSON"},
"body":{"type":"string","description":"body as text; name its type in headers"},
"as":{"type":"string","description":"name of a user on whose behalf it is sent, without credentials"},
"roles":{"type":"array","items":{"type":"string"},"description":"roles of that user"}
},"required":["path"],"additionalProperties":false}`

const (
	requestTime  = 30 * time.Second
	mostAnswered = 256 << 10 // bytes of a body that are read
	mostShown    = 16 << 10  // of which are shown
)

// sending are the arguments of request.
type sending struct {
	Method  string            `json:"method"`
	Path    string            `json:"path"`
	Headers map[string]string `json:"headers"`
	JSON    json.RawMessage   `json:"json"`
	Body    string            `json:"body"`
	As      string            `json:"as"`
	Roles   []string          `json:"roles"`
}

// sent is what request tells.
type sent struct {
	Status  int                 `json:"status,omitempty"`
	Headers map[string][]string `json:"headers,omitempty"`
	JSON    json.RawMessage     `json:"json,omitempty"` // the body, if it is JSON
	Body    string              `json:"body,omitempty"` // or a text
	Base64  string              `json:"base64,omitempty"`
	Millis  int64               `json:"ms"`
	Paused  string              `json:"paused,omitempty"` // where a breakpoint has stopped it; there is no answer yet
	Hint    string              `json:"hint,omitempty"`
	Stale   string              `json:"stale,omitempty"` // why the application is older than its files
	Story   any                 `json:"story,omitempty"`
}

func (p *project) request(ctx context.Context, a sending) (any, error) {
	running, stale := p.Running(ctx)
	if running == nil {
		return nil, notRunning(stale)
	}
	if !strings.HasPrefix(a.Path, "/") {
		return nil, fault.New("coding.request", fault.Invalid, "the path must begin with a slash, such as /tasks")
	}
	if a.As != "" {
		ctx = running.Serving().As(ctx, a.As, a.Roles)
	}
	began, r := time.Now(), a.request()
	trace := traceOf(&r)
	answer, place, err := p.send(ctx, running, r)
	switch {
	case err != nil:
		return nil, err
	case place != "":
		return sent{Paused: place, Hint: pausedHint, Millis: time.Since(began).Milliseconds(), Stale: problem(stale)}, nil
	}
	s := sent{Status: answer.Status, Headers: answer.Headers, Millis: time.Since(began).Milliseconds(), Stale: problem(stale)}
	s.take(answer.Body)
	s.Story = storyOf(ctx, running, trace)
	return s, nil
}

const pausedHint = "a breakpoint has stopped it: debug_wait, debug_locals and debug_evaluate look at that, debug_step goes on. " +
	"requests shows what it has answered in the end"

// send sends a request, and returns its answer, or the place at which a breakpoint of the agent has stopped something meanwhile: the request
// goes on then, as long as it takes.
func (p *project) send(ctx context.Context, running *app.App, r inproc.Request) (answer inproc.Response, place string, err error) {
	desk := p.desks.at(running)
	if desk == nil || !desk.Attends() {
		ctx, cancel := context.WithTimeout(ctx, requestTime)
		defer cancel()
		answer, err = running.Send(ctx, r)
		return answer, "", err
	}
	type outcome struct {
		inproc.Response
		error
	}
	done := make(chan outcome, 1)
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx)) // a pause lasts longer than the call of the tool
	go func() {
		defer cancel()
		answer, err := running.Send(longer, r)
		done <- outcome{answer, err}
	}()
	timer := time.NewTimer(requestTime)
	defer timer.Stop()
	for before, _ := desk.At(); ; {
		now, changed := desk.At()
		if now != "" && now != before {
			return answer, now, nil
		}
		if now == "" {
			before = ""
		}
		select {
		case o := <-done:
			return o.Response, "", o.error
		case <-changed:
		case <-ctx.Done():
			cancel()
			return answer, "", ctx.Err()
		case <-timer.C:
			if now != "" { // it may wait for a worker that is paused
				return answer, now, nil
			}
			cancel()
			o := <-done
			return o.Response, "", o.error
		}
	}
}

func (a sending) request() inproc.Request {
	r := inproc.Request{Method: strings.ToUpper(a.Method), Target: a.Path, Body: []byte(a.Body), Limit: mostAnswered}
	if r.Method == "" {
		r.Method = http.MethodGet
	}
	if len(a.JSON) > 0 {
		r.Body = a.JSON
		r.Headers = append(r.Headers, [2]string{"Content-Type", "application/json"})
	}
	for name, value := range a.Headers {
		r.Headers = append(r.Headers, [2]string{name, value})
	}
	return r
}

// traceOf returns the trace of a request, to which it adds one if it has none.
func traceOf(r *inproc.Request) string {
	const header = "traceparent"
	for _, h := range r.Headers {
		if strings.EqualFold(h[0], header) {
			if parts := strings.Split(h[1], "-"); len(parts) == 4 {
				return parts[1]
			}
		}
	}
	var id [24]byte
	_, _ = rand.Read(id[:]) // never fails
	trace := hex.EncodeToString(id[:16])
	r.Headers = append(r.Headers, [2]string{header, "00-" + trace + "-" + hex.EncodeToString(id[16:]) + "-01"})
	return trace
}

// take shows a body as what it is.
func (s *sent) take(body []byte) {
	switch {
	case len(body) == 0:
	case json.Valid(body) && len(body) <= mostShown:
		s.JSON = body
	case utf8.Valid(body):
		s.Body = toolbox.Cut(string(body), mostShown)
	default:
		s.Base64 = toolbox.Cut(base64.StdEncoding.EncodeToString(body), mostShown/4)
	}
}

// notRunning is the error that the application does not run.
func notRunning(why error) error {
	text := "the application does not run"
	if why != nil {
		text += ": " + fault.Text(why)
	}
	return fault.New("coding.running", fault.Unavailable, text).WithHint("call check for all mistakes, with places and hints")
}

// storyWait is how long a story is waited for, which is kept when its answer has been sent.
const storyWait = 300 * time.Millisecond

// storyOf returns what the request of a trace did; nil if that is not known.
func storyOf(ctx context.Context, running *app.App, trace string) any {
	of := running.Serving().Stories().Recorder()
	if of == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, storyWait)
	defer cancel()
	for again := time.NewTicker(2 * time.Millisecond); ; {
		if found := of.List(stories.Filter{Trace: trace, Kind: stories.HTTP, Limit: 1}).Stories; len(found) > 0 {
			if one := of.Story(found[0].ID); one != nil {
				return brief(one.Whole())
			}
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			again.Stop()
			return nil
		}
	}
}
