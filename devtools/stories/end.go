package stories

import (
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// End is what is known of a request when it has been answered. What it holds may be secret: what is kept of it is not.
type End struct {
	Trace          [16]byte
	Method, Path   string // the texts are copied
	Route, Handler string // these are not
	User           string
	Status         int
	Took           time.Duration
	Sent, Taken    int // bytes of the bodies; negative if that is not known
	Streamed       bool
	Query          []byte

	Request, Response         []byte // headers, in lines of "name: value"
	RequestType, ResponseType []byte
	RequestBody, ResponseBody []byte
	KeyHeader                 string // a header whose value is secret, besides those that are named like secrets

	Failure *Error // nil if it has not failed
}

// Error is why a request has failed. Its texts have no secrets.
type Error struct {
	Name    string `json:"name"`
	Message string `json:"message"`
	Place   string `json:"place,omitempty"` // src/users.ts:3:9; empty if it is not known
	Open    string `json:"open,omitempty"`  // a link that opens the place in an editor
	Excerpt []Line `json:"excerpt,omitempty"`
	Stack   string `json:"stack,omitempty"`
	Hint    string `json:"hint,omitempty"`
}

// Line is a line of a source file.
type Line struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
	Caret  string `json:"caret,omitempty"` // below the line with the place
}

// bound cuts what is too long.
func (e *Error) bound() {
	if e == nil {
		return
	}
	e.Name, e.Message = fault.Shortened(e.Name, maxValue), fault.Shortened(e.Message, maxText)
	e.Stack, e.Hint = fault.Shortened(e.Stack, 2*maxText), fault.Shortened(e.Hint, maxText)
	e.Excerpt = e.Excerpt[:min(len(e.Excerpt), maxFields)]
	for i := range e.Excerpt {
		e.Excerpt[i].Text, e.Excerpt[i].Caret = fault.Shortened(e.Excerpt[i].Text, maxValue), fault.Shortened(e.Excerpt[i].Caret, 2*maxValue)
	}
}

// headline returns a text of one line.
func (e *Error) headline() string {
	if e == nil {
		return ""
	}
	message, _, _ := strings.Cut(e.Message, "\n")
	switch {
	case e.Name == "":
		return message
	case message == "":
		return e.Name
	}
	return e.Name + ": " + message
}

func (e *Error) bytes() int64 {
	if e == nil {
		return 0
	}
	n := 160 + len(e.Name) + len(e.Message) + len(e.Place) + len(e.Open) + len(e.Stack) + len(e.Hint)
	for _, l := range e.Excerpt {
		n += 40 + len(l.Text) + len(l.Caret)
	}
	return int64(n)
}

// methodOf returns a copy of a method; of those that are common, without new memory.
func methodOf(method string) string {
	for _, known := range [...]string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "SCHEDULE", "MESSAGE"} {
		if method == known {
			return known
		}
	}
	return fault.Shortened(strings.Clone(method), maxValue)
}

// write writes down what is kept of the end.
func (e *End) write(f *facts, r *Recorder) {
	e.Failure.bound()
	f.trace, f.traced, f.method = e.Trace, e.Trace != [16]byte{}, methodOf(e.Method)
	f.route, f.handler, f.user = e.Route, e.Handler, fault.Shortened(strings.Clone(e.User), maxValue)
	f.status, f.sent, f.taken, f.took, f.streamed, f.failure = e.Status, e.Sent, e.Taken, e.Took, e.Streamed, e.Failure
	if e.Path == e.Route { // as it is without parameters
		f.path = e.Route
	} else {
		f.path = fault.Shortened(strings.Clone(e.Path), maxText)
	}
	if len(e.Query) > 0 {
		f.query = r.query(fault.Shortened(string(e.Query), maxText))
	}
	f.request.headers, f.response.headers = r.headers(e.Request, e.KeyHeader), r.headers(e.Response, "")
	f.request.body, f.request.note = r.body(e.RequestType, e.RequestBody, e.Taken)
	if e.Streamed {
		f.response.note = "a stream, which is not kept"
	} else {
		f.response.body, f.response.note = r.body(e.ResponseType, e.ResponseBody, e.Sent)
	}
}
