package replay

import (
	"encoding/json"
	"net/http"
	"strings"
)

// Version is that of the files.
const Version = 1

// Suffix is how the names of files end.
const Suffix = ".replay.json"

// Masked is written to a file where there is a secret. In what is expected it means any text.
const Masked = "******"

// File is a recorded request.
type File struct {
	Version  int      `json:"replay"`
	Recorded string   `json:"recorded,omitempty"` // when, in RFC 3339
	Request  Request  `json:"request"`
	Calls    []Call   `json:"calls"`
	Response Response `json:"response"`
}

// Request is what was sent, without secrets.
type Request struct {
	Method  string  `json:"method"`
	Path    string  `json:"path"` // with the query, without the context path
	As      *Sender `json:"as,omitempty"`
	Headers Headers `json:"headers,omitempty"`
	Body
}

// Name returns the method and the path without the query.
func (r *Request) Name() string {
	path, _, _ := strings.Cut(r.Path, "?")
	return r.Method + " " + path
}

// Sender is on whose behalf a request is sent, so that it needs no credentials.
type Sender struct {
	Name   string   `json:"name"`
	Roles  []string `json:"roles,omitempty"`
	Scopes []string `json:"scopes,omitempty"`
}

// Response is the answer that is expected. Anything in its headers and in its body may be a matcher.
type Response struct {
	Status  int     `json:"status"`
	Headers Headers `json:"headers,omitempty"`
	Body
}

// Headers are the fields of a header by their names in small letters. A value is a text, a list of texts, or a matcher.
type Headers map[string]any

// Kind is what a call is about.
type Kind string

// The kinds of calls.
const (
	SQL    Kind = "sql"     // statements and transactions
	Fetch  Kind = "fetch"   // requests of fetch and HttpClient
	Search Kind = "search"  // requests of SearchClient
	Cache  Kind = "cache"   // values by key
	Lock   Kind = "lock"    // names that are held
	Send   Kind = "message" // messages to queues
	Time   Kind = "time"    // the time of day
	Clock  Kind = "elapsed" // performance.now
	Random Kind = "random"  // Math.random
	Bytes  Kind = "bytes"   // crypto.getRandomValues and the like
	UUID   Kind = "uuid"    // crypto.randomUUID
)

// kinds lists the kinds; those that are asked for count as not made any more when they are left over.
var kinds = map[Kind]struct{ asks bool }{
	SQL: {true}, Fetch: {true}, Search: {true}, Cache: {true}, Lock: {true}, Send: {true}, Time: {}, Clock: {}, Random: {}, Bytes: {}, UUID: {},
}

// Call is one thing that was asked of the host, and what came of it.
type Call struct {
	Kind  Kind            `json:"kind"`
	Asks  map[string]any  `json:"asks,omitempty"`
	Gives json.RawMessage `json:"gives,omitempty"`
	Fails *Failure        `json:"fails,omitempty"`
	Times int             `json:"times,omitempty"` // how often in a row; once if it is 0
}

// Failure is why a call has failed.
type Failure struct {
	Message    string `json:"message"`
	Kind       string `json:"kind,omitempty"`       // of the error of a database
	Code       string `json:"code,omitempty"`       // its own, or that of a network's error
	Constraint string `json:"constraint,omitempty"` // that was violated
}

// IsPending reports whether nothing had come of the call when the request was answered.
func (c *Call) IsPending() bool { return c.Asks == nil && c.Gives == nil && c.Fails == nil }

// Set sets what the call gave. A value that JSON has no form for is an error.
func (c *Call) Set(gives any) error {
	text, err := encode(gives)
	c.Gives = text
	return err
}

// Given reads what the call gave.
func (c *Call) Given(into any) error { return decode(c.Gives, into) }

// HeadersOf returns the fields of a header, but for those that are left out.
func HeadersOf(h http.Header, leave func(name string) bool) Headers {
	out := Headers{}
	for name, values := range h {
		name = smallName(name)
		switch {
		case leave(name):
		case len(values) == 1:
			out[name] = values[0]
		default:
			list := make([]any, len(values))
			for i, v := range values {
				list[i] = v
			}
			out[name] = list
		}
	}
	return out
}

// Pairs returns the fields as they are sent.
func (h Headers) Pairs() (pairs [][2]string) {
	for name, value := range h {
		switch value := value.(type) {
		case string:
			pairs = append(pairs, [2]string{name, value})
		case []any:
			for _, one := range value {
				if text, ok := one.(string); ok {
					pairs = append(pairs, [2]string{name, text})
				}
			}
		}
	}
	return pairs
}
