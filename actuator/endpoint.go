package actuator

import (
	"context"
	"io"
	"net/url"
	"time"
)

// Endpoint is one management endpoint.
type Endpoint struct {
	ID string // health, env, …
	// Path is where it answers if it begins with a slash; otherwise it is below the base path. The default is ID.
	Path       string
	Operations []Operation
	// Quiet: the discovery page does not link to the endpoint itself.
	Quiet bool
}

// Operation is what an endpoint does for a method and a path.
type Operation struct {
	Method string // GET, which answers HEAD, too; POST or DELETE
	// Selector names what follows the endpoint's path, as Spring Boot calls it: "toMatch" for /env/{toMatch}. With an
	// asterisk, as in "*path", it is the rest of the path, of any length. If it is empty nothing may follow.
	Selector string
	// Produces lists the media types of the answer, the preferred one first; those of JSON by default.
	Produces []string
	// Body is the largest body of the request, in bytes. An operation without a body ignores what is sent.
	Body int
	// Do answers a request. The error is a *fault.Error: of kind NotFound, which is answered with 404 and no body, or
	// Invalid (400), Denied (403), Conflict (409), TooLarge (413), Timeout or Unavailable (503). Any other error is a 500.
	Do func(r *Request) (Answer, error)
}

// Request is a request for an operation.
type Request struct {
	Selector string // decoded; of several segments with slashes between them
	Query    url.Values
	Body     []byte
	// AcceptEncoding is the header of that name, for answers that are compressed while they are made.
	AcceptEncoding string
	Accepted       string // the media type among those of the operation that the client prefers
	// Known reports whether the client has proved who it is, or is the owner of the process.
	Known bool

	ctx context.Context
}

// Context ends when nobody waits for the answer any more.
func (r *Request) Context() context.Context { return r.ctx }

// Answer is what an operation answers. The zero value is 204 without a body.
type Answer struct {
	Status int // 200 by default
	JSON   any // written as JSON, if Content is nil
	// Content is sent as it is. Parts of it may be asked for.
	Content     io.ReadSeeker
	ContentType string // default: the accepted media type
	Modified    time.Time
	Header      map[string]string
	// Stream writes the answer while it is made, if it is not nil.
	Stream func(w io.Writer) error
}

// OK answers with a value as JSON.
func OK(value any) (Answer, error) { return Answer{JSON: value}, nil }

// Get returns the operation that reads a value.
func Get(selector string, do func(r *Request) (Answer, error)) Operation {
	return Operation{Method: "GET", Selector: selector, Do: do}
}
