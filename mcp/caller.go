package mcp

import (
	"context"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/inproc"
)

// Caller is the sender of a message, and what can be done on its behalf.
type Caller interface {
	engine.Requester
	engine.Contexter

	// Run runs a task of scripts. Once they have used the request, all its tasks run on one VM.
	Run(ctx context.Context, task engine.Task) error
	// Dispatch sends a request through the application's pipeline with the credentials of the caller. It passes the
	// answer to take; the answer is valid until take returns.
	Dispatch(ctx context.Context, r *inproc.Call, take func(inproc.Answer))
	// Alive returns a context that ends when the process gives up the requests in progress.
	Alive() context.Context
}

// Exchange is an HTTP request at the path of the server.
type Exchange interface {
	Caller
	Responder
	Header(name string) []byte
	Lines(name string) int // the number of a header's lines; 0 if it was not sent
	Accept() string        // the lines, joined
	Query(name string) string
	Host() []byte
	// Body reads the body. If it exceeds the limit, the error is a [fault.Error] of the kind TooLarge.
	Body(limit int) ([]byte, error)
}

// Responder is an HTTP request to answer.
type Responder interface {
	Method() string // upper case
	SetHeader(name, value string)
	Respond(status int, contentType string, body []byte)
}
