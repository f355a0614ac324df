package inproc

import "net/http"

// Request is a request as a client would send it.
type Request struct {
	Method  string
	Target  string // a path with its query, as in a request line: escaped, and with the context path
	Headers [][2]string
	Body    []byte
}

// Response is the answer to a Request.
type Response struct {
	Status  int
	Headers http.Header
	Body    []byte
}

// Call is a request for one handler, made on behalf of another request, whose credentials it has.
type Call struct {
	Request     // Target is below the context path
	Handler int // the handler that it is for; no other one is called
	Limit   int // of the answer's body in bytes, when that is a stream
	// Tool makes what the handler's McpToolContext reads from, given a function that makes the script's view of
	// this request.
	Tool func(request func() (any, error)) any
}

// Answer is what has come of a Call. It is good until the function returns that it is handed to.
type Answer struct {
	Status      int
	ContentType string
	Body        []byte
	Cut         bool  // the body was longer than the limit
	Late        bool  // the body did not end in time
	Refused     bool  // an interceptor has not let the request pass
	Failure     error // what the handler failed with, if it did
}
