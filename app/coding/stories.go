package coding

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/devtools/toolbox"
	"github.com/fwrun/fwrun/platform/fault"
)

const requestsInput = `{"type":"object","properties":{
"id":{"type":"integer","minimum":1,"description":"of one of the list: its whole story, with headers, bodies, steps and error"},
"text":{"type":"string","description":"somewhere in the story: a path, a statement, an error"},
"status":{"type":"string","description":"404, 5xx, or error for all that failed"},
"kind":{"type":"string","enum":["http","tool","message","schedule"]},
"limit":{"type":"integer","minimum":1,"maximum":200,"default":20}
},"additionalProperties":false}`

const logsInput = `{"type":"object","properties":{
"level":{"type":"string","enum":["debug","info","warn","error"],"description":"this level and higher ones"},
"logger":{"type":"string"},
"text":{"type":"string"},
"trace":{"type":"string","description":"of a request, as requests tells it"},
"limit":{"type":"integer","minimum":1,"maximum":500,"default":50}
},"additionalProperties":false}`

// recorder returns what is remembered.
func (p *project) recorder(ctx context.Context) (of *stories.Recorder, stale string, err error) {
	running, why := p.Running(ctx)
	if running == nil {
		return nil, "", notRunning(why)
	}
	if of = running.Serving().Stories().Recorder(); of == nil {
		return nil, "", fault.New("coding.stories", fault.Unavailable, "requests and the log are not kept").
			WithHint("devtools.enabled is false in the configuration; see settings")
	}
	return of, problem(why), nil
}

func (p *project) requests(ctx context.Context, a struct {
	ID     uint64 `json:"id"`
	Text   string `json:"text"`
	Status string `json:"status"`
	Kind   string `json:"kind"`
	Limit  int    `json:"limit"`
},
) (any, error) {
	of, stale, err := p.recorder(ctx)
	if err != nil {
		return nil, err
	}
	if a.ID > 0 {
		one := of.Story(a.ID)
		if one == nil {
			return nil, fault.New("coding.requests", fault.NotFound, fmt.Sprintf("the request %d is not kept, or no longer", a.ID))
		}
		return whole(one.Whole()), nil
	}
	if a.Limit <= 0 {
		a.Limit = 20
	}
	page := of.List(stories.Filter{Text: a.Text, Status: a.Status, Kind: stories.Kind(a.Kind), Limit: a.Limit})
	out := map[string]any{"requests": page.Stories}
	put(out, "more", int(page.Next))
	if stale != "" {
		out["stale"] = stale
	}
	return out, nil
}

func (p *project) logs(ctx context.Context, a struct {
	Level  string `json:"level"`
	Logger string `json:"logger"`
	Text   string `json:"text"`
	Trace  string `json:"trace"`
	Limit  int    `json:"limit"`
},
) (any, error) {
	of, _, err := p.recorder(ctx)
	if err != nil {
		return nil, err
	}
	if a.Limit <= 0 {
		a.Limit = 50
	}
	page := of.Lines(stories.LogFilter{Text: a.Text, Logger: a.Logger, Trace: a.Trace, Levels: from(a.Level), Limit: a.Limit})
	lines := make([]string, len(page.Lines))
	for i := range page.Lines {
		lines[i] = lineOf(&page.Lines[i])
	}
	out := map[string]any{"lines": lines}
	if page.Next > 0 {
		out["more"] = true
	}
	return out, nil
}

// from returns the levels from one on; all if it is empty.
func from(level string) []string {
	levels := []string{"trace", "debug", "info", "warn", "error"}
	if i := slices.Index(levels, level); i > 0 {
		return levels[i:]
	}
	return nil
}

// lineOf writes a line of the log as one text, which costs fewer tokens than an object.
func lineOf(l *stories.Logged) string {
	text := l.At.Format("15:04:05.000") + " " + l.Level + " " + l.Logger + ": " + l.Message
	for _, f := range l.Fields {
		text += " " + f.Name + "=" + f.Value
	}
	if l.Trace != "" {
		text += " trace=" + l.Trace
	}
	return toolbox.Cut(text, 2000)
}

// mostSteps are the steps of a story that are shown.
const mostSteps = 60

// whole returns a story, with bodies and long lists cut.
func whole(w stories.Whole) any {
	w.Request.Body, w.Response.Body = toolbox.Cut(w.Request.Body, 8<<10), toolbox.Cut(w.Response.Body, 8<<10)
	lost := w.Lost
	if len(w.Steps) > mostSteps {
		lost += len(w.Steps) - mostSteps
		w.Steps = w.Steps[:mostSteps]
	}
	w.Lost = lost
	return w
}

// brief returns of a story what a request's answer does not show already.
func brief(w stories.Whole) any {
	out := map[string]any{"id": w.ID, "handler": w.Handler, "route": w.Route}
	var steps []string
	for i := range w.Steps {
		if i == mostSteps {
			steps = append(steps, fmt.Sprintf("… and %d more: call requests with the id", len(w.Steps)-i))
			break
		}
		steps = append(steps, stepOf(&w.Steps[i]))
	}
	if steps != nil {
		out["steps"] = steps
	}
	if w.Error != nil {
		out["error"] = w.Error
	}
	return out
}

// stepOf writes a step as one text.
func stepOf(s *stories.Shown) string {
	text := fmt.Sprintf("%s %.1f ms: %s", s.Kind, s.Millis, strings.Join(strings.Fields(s.Text), " "))
	var values []string
	for _, v := range s.Values {
		values = append(values, strings.TrimPrefix(v.Name+"="+v.Value, "="))
	}
	if values != nil {
		text += " [" + strings.Join(values, ", ") + "]"
	}
	if s.Repeated > 1 {
		text += fmt.Sprintf(" (run %d times in this request)", s.Repeated)
	}
	if s.Failed != "" {
		text += " failed: " + s.Failed
	}
	return toolbox.Cut(text, 1000)
}
