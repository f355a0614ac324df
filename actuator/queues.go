package actuator

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
)

// queuesBody is the largest body of a request for queues.
const queuesBody = 1 << 20

// Queues returns the endpoint for queues. The handler gets the paths below the endpoint's, and answers in JSON.
func Queues(h http.Handler) Endpoint {
	do := func(method string) func(*Request) (Answer, error) {
		return func(r *Request) (Answer, error) { return delegate(h, method, r) }
	}
	return Endpoint{ID: "queues", Operations: []Operation{
		Get("", do("GET")),
		Get("*path", do("GET")),
		{Method: "POST", Selector: "*path", Body: queuesBody, Do: do("POST")},
	}}
}

// delegate lets a handler answer an operation.
func delegate(h http.Handler, method string, r *Request) (Answer, error) {
	target := &url.URL{Path: "/" + r.Selector, RawQuery: r.Query.Encode()}
	request, err := http.NewRequestWithContext(r.Context(), method, target.String(), bytes.NewReader(r.Body))
	if err != nil {
		return Answer{}, invalid("the path is not valid")
	}
	w := &recorder{header: http.Header{}, status: http.StatusOK}
	h.ServeHTTP(w, request)
	if !json.Valid(w.body.Bytes()) { // a redirect to a cleaner path
		return Answer{}, unknown("queue")
	}
	return Answer{Status: w.status, JSON: json.RawMessage(w.body.Bytes())}, nil
}

// recorder keeps what a handler answers.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *recorder) Header() http.Header { return w.header }

func (w *recorder) WriteHeader(status int) { w.status = status }

func (w *recorder) Write(p []byte) (int, error) { return w.body.Write(p) }
