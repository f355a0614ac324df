package inproc

import "net/http"

// Request is a request as a client would send it.
type Request struct {
	Method  string
	Target  string // a path with its query, as in a request line: escaped, and with the context path
	Headers [][2]string
	Body    []byte
	Limit   int // of the answer's body in bytes, whose rest is not read; 0 for none
}

// Response is the answer to a Request.
type Response struct {
	Status  int
	Headers http.Header
	Body    []byte
}

// Call is a request for one handler, made on behalf of another request, whose credentials it uses.
type Call struct {
	Request     // Target is below the context path
	Handler int // the number of the handler to call; no other handler is called
	Limit   int // of the answer's body in bytes, if that is a stream
	// Tool returns the source of the handler's McpToolContext. Its argument is a function that returns the
	// script's view of this request.
	Tool func(request func() (any, error)) any
}

// Answer is the outcome of a Call. It is valid until the function that received it returns.
type Answer struct {
	Status      int
	ContentType string
	Body        []byte
	Cut         bool  // the body was longer than the limit
	Late        bool  // the body did not end in time
	Refused     bool  // the request was refused by an interceptor, or because of who sends it
	Failure     error // the error with which the handler failed, if it did
}
