package stories

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// Endpoint answers a request with a value to be written as JSON. The error is a *fault.Error.
type Endpoint struct {
	Method string // GET, POST or DELETE
	Path   string // with wildcards as http.ServeMux has them
	Do     func(r *http.Request) (any, error)
}

// Endpoints returns the endpoints of what is remembered:
//
//	GET    stories          the list: text, method, route, kind, status, trace, before, limit
//	DELETE stories          forgets them, and the log
//	GET    stories/{id}     one story
//	POST   stories/pause    {"paused": true}
//	GET    errors           the errors by place
//	GET    logs             the latest lines: text, logger, level, trace, before, limit
func (r *Recorder) Endpoints() []Endpoint {
	return []Endpoint{
		{http.MethodGet, "stories", func(q *http.Request) (any, error) { return r.List(filterOf(q.URL.Query())), nil }},
		{http.MethodDelete, "stories", r.clearAll},
		{http.MethodGet, "stories/{id}", r.one},
		{http.MethodPost, "stories/pause", r.pause},
		{http.MethodGet, "errors", func(*http.Request) (any, error) { return map[string]any{"errors": r.Errors()}, nil }},
		{http.MethodGet, "logs", func(q *http.Request) (any, error) { return r.Lines(logFilterOf(q.URL.Query())), nil }},
	}
}

func (r *Recorder) clearAll(*http.Request) (any, error) {
	r.Clear()
	return struct{}{}, nil
}

func (r *Recorder) pause(q *http.Request) (any, error) {
	var wanted struct {
		Paused *bool `json:"paused"`
	}
	if err := json.NewDecoder(q.Body).Decode(&wanted); err != nil || wanted.Paused == nil {
		return nil, fault.New("stories.pause", fault.Invalid, `the body must be {"paused": true} or {"paused": false}`)
	}
	r.Pause(*wanted.Paused)
	return map[string]bool{"paused": *wanted.Paused}, nil
}

func (r *Recorder) one(q *http.Request) (any, error) {
	id, err := strconv.ParseUint(q.PathValue("id"), 10, 64)
	if err != nil {
		return nil, fault.New("stories.story", fault.NotFound, "there is no such story")
	}
	s := r.Story(id)
	if s == nil {
		return nil, fault.New("stories.story", fault.NotFound, "the story is no longer kept")
	}
	return s.Whole(), nil
}

func filterOf(q url.Values) Filter {
	return Filter{
		Text: q.Get("text"), Method: q.Get("method"), Route: q.Get("route"), Kind: Kind(q.Get("kind")), Status: q.Get("status"), Trace: q.Get("trace"),
		Before: number(q, "before"), Limit: limitOf(q),
	}
}

func logFilterOf(q url.Values) LogFilter {
	f := LogFilter{Text: q.Get("text"), Logger: q.Get("logger"), Trace: q.Get("trace"), Before: number(q, "before"), Limit: limitOf(q)}
	if levels := q.Get("level"); levels != "" {
		f.Levels = strings.Split(levels, ",")
	}
	return f
}

// number returns a parameter that is a number, or 0.
func number(q url.Values, name string) uint64 {
	n, _ := strconv.ParseUint(q.Get(name), 10, 64)
	return n
}

func limitOf(q url.Values) int { return int(min(number(q, "limit"), 1<<20)) }
