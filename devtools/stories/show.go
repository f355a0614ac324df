package stories

import (
	"encoding/hex"
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/trace"
)

// Entry is a story in a list.
type Entry struct {
	ID       uint64    `json:"id"`
	Trace    string    `json:"trace"` // 32 hex digits; empty if it has none
	At       time.Time `json:"at"`
	Method   string    `json:"method"` // for work that is no request, what it is: SCHEDULE, MESSAGE
	Path     string    `json:"path"`   // likewise, what it was for: the name of a queue
	Route    string    `json:"route"`
	Handler  string    `json:"handler"`
	Status   int       `json:"status"` // 0 for work that is no request
	Millis   float64   `json:"ms"`
	Bytes    int       `json:"bytes"`
	Kind     Kind      `json:"kind"`
	Error    string    `json:"error"`
	SQL      int       `json:"sql"`
	Fetches  int       `json:"fetches"`
	Logs     int       `json:"logs"`
	Repeated int       `json:"repeated"` // how often the statement that was run most often was run; 0 if none was run twice
}

// Whole is a story with all that is remembered of it.
type Whole struct {
	Entry
	User     string  `json:"user,omitempty"`
	Request  Sides   `json:"request"`
	Response Sides   `json:"response"`
	Steps    []Shown `json:"steps"`
	Lost     int     `json:"lost,omitempty"` // steps that were too many
	Error    *Error  `json:"error"`          // instead of the text that lists have
}

// Sides is what was sent in one direction.
type Sides struct {
	Headers []Field `json:"headers"`
	Query   string  `json:"query,omitempty"`
	Body    string  `json:"body"`
	Bytes   int     `json:"bytes"`
	Note    string  `json:"note,omitempty"` // why there is no body, or not all of it
}

// Shown is a step of a story.
type Shown struct {
	Kind     string  `json:"kind"`
	At       float64 `json:"at"` // milliseconds since the beginning of the story
	Millis   float64 `json:"ms"`
	Text     string  `json:"text"`
	Failed   string  `json:"failed,omitempty"`
	Detail   []Field `json:"detail,omitempty"`
	Values   []Field `json:"values,omitempty"`
	Repeated int     `json:"repeated,omitempty"` // how often the statement was run in this story, if more than once
}

// Entry returns the story as lists show it.
func (s *Story) Entry() Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.entry()
}

func (s *Story) entry() Entry {
	f := &s.end
	e := Entry{
		ID: s.id, At: s.began.UTC(), Method: f.method, Path: f.path, Route: f.route, Handler: f.handler, Status: f.status, Millis: millis(f.took),
		Bytes: max(0, f.sent), Kind: s.kind, Error: f.failure.headline(), SQL: s.sql, Fetches: s.fetches, Logs: s.logs,
	}
	e.Trace = f.traceID()
	if s.tool != "" {
		e.Handler = s.tool
	}
	for _, n := range s.shapes {
		if n > 1 {
			e.Repeated = max(e.Repeated, n)
		}
	}
	return e
}

// traceID returns the id of the trace, which is that of the client's header if nothing else has asked for it.
func (f *facts) traceID() string {
	if f.traced {
		return hex.EncodeToString(f.trace[:])
	}
	return f.request.trace()
}

// trace returns the id of the trace in a header; "" if there is none.
func (s *side) trace() string {
	for line := range strings.Lines(s.headers) {
		const name = "traceparent"
		if len(line) > len(name) && line[len(name)] == ':' && strings.EqualFold(line[:len(name)], name) {
			parent := strings.TrimSpace(line[len(name)+1:])
			if t, ok := trace.Remote([]byte(parent), nil); ok {
				return t.ID()
			}
		}
	}
	return ""
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Whole returns all that is remembered of the story.
func (s *Story) Whole() Whole {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := &s.end
	w := Whole{
		Entry: s.entry(), User: f.user, Lost: s.lost, Error: f.failure,
		Request:  f.request.show(f.taken),
		Response: f.response.show(f.sent),
		Steps:    make([]Shown, len(s.steps)),
	}
	w.Request.Query = f.query
	for i := range s.steps {
		w.Steps[i] = s.show(&s.steps[i])
	}
	return w
}

func (s *Story) show(step *Step) Shown {
	shown := Shown{
		Kind: step.Kind, At: millis(step.Began.Sub(s.began)), Millis: millis(step.Took), Text: step.Text, Failed: step.Failed, Detail: step.Detail,
		Values: step.Values,
	}
	if n := s.shapes[step.shape]; step.shape != 0 && n > 1 {
		shown.Repeated = n
	}
	return shown
}

func (s *side) show(size int) Sides {
	m := Sides{Headers: []Field{}, Body: s.body, Bytes: max(0, size), Note: s.note}
	for line := range strings.Lines(s.headers) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		m.Headers = append(m.Headers, Field{name, value})
	}
	return m
}

// contains reports whether a text is somewhere in what the story tells, whatever its case.
func (s *Story) contains(small string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := &s.end
	for _, text := range []string{f.method, f.path, f.query, f.handler, s.tool, f.user, f.failure.headline(), f.traceID()} {
		if strings.Contains(strings.ToLower(text), small) {
			return true
		}
	}
	for i := range s.steps {
		if strings.Contains(strings.ToLower(s.steps[i].Text), small) {
			return true
		}
	}
	return false
}
