package mcp

import (
	"context"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/inproc"
)

// Caller is who has sent a message, and what can be done on its behalf.
type Caller interface {
	engine.Requester
	engine.Contexter

	// Run lets scripts do something. Once they have looked at the request, all runs are on one VM.
	Run(ctx context.Context, task engine.Task) error
	// Dispatch sends a request through the application's pipeline with the credentials of the caller. take
	// gets the answer, which is good until it returns.
	Dispatch(ctx context.Context, r *inproc.Call, take func(inproc.Answer))
	// Alive ends when the process gives up the requests under way.
	Alive() context.Context
}

// Exchange is a request of HTTP at the path of the server.
type Exchange interface {
	Caller
	Responder
	Header(name string) []byte
	Lines(name string) int // of a header; 0 when it was not sent
	Accept() string        // the lines joined
	Query(name string) string
	Host() []byte
	// Body reads the body; a [fault.Error] of the kind TooLarge tells one that is over the limit.
	Body(limit int) ([]byte, error)
}

// Responder is a request of HTTP that wants an answer.
type Responder interface {
	Method() string // upper case
	SetHeader(name, value string)
	Respond(status int, contentType string, body []byte)
}
