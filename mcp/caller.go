package mcp

import (
	"context"

	"github.com/fwrun/fwrun/engine"
)

// Caller is who has sent a message, and what can be done on its behalf.
type Caller interface {
	engine.Requester
	engine.Contexter

	// Run lets scripts do something. Once they have looked at the request, all runs are on one VM.
	Run(ctx context.Context, task engine.Task) error
	// Dispatch sends a request through the application's pipeline with the credentials of the caller. take
	// gets the response, which is good until it returns.
	Dispatch(ctx context.Context, r Request, take func(Response))
	// Alive ends when the process gives up the requests under way.
	Alive() context.Context
}

// Request is one for an endpoint of the application.
type Request struct {
	Method      string
	Path        string // with its query, below the context path, and escaped
	Handler     int    // whom it is meant for; another one is not called
	Accept      string
	ContentType string // of the body; empty for none
	Body        []byte
	Limit       int // of the response's body, when that is made while it is sent
	// Tool makes what the endpoint's McpToolContext reads from; request gives the HttpRequest made for it.
	Tool func(request func() (engine.Value, error)) any
}

// Response is what the endpoint has answered.
type Response struct {
	Status      int
	ContentType string
	Body        []byte
	Cut         bool  // the body went on
	Late        bool  // the body did not end in time
	Refused     bool  // an interceptor has not let the request pass
	Failure     error // what the handler failed with, if it did
}

// Exchange is a request of HTTP at the path of the server.
type Exchange interface {
	Caller
	Method() string // upper case
	Header(name string) []byte
	Lines(name string) int // of a header; 0 when it was not sent
	Accept() string        // the lines joined
	Query(name string) string
	Host() []byte
	// Body reads the body; a [fault.Error] of the kind TooLarge tells one that is over the limit.
	Body(limit int) ([]byte, error)
	SetHeader(name, value string)
	Respond(status int, contentType string, body []byte)
}
