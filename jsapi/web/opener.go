package web

import (
	"net/http"

	"github.com/fwrun/fwrun/platform/trace"
)

// opener sends the requests that open WebSockets and event streams, as fetch sends its own, each in a span of the trace.
type opener struct {
	http.RoundTripper
	untraced bool
}

func (c Client) opener() http.RoundTripper {
	through := c.HTTP.Transport
	if through == nil {
		through = http.DefaultTransport
	}
	return opener{through, c.Untraced}
}

// RoundTrip implements http.RoundTripper. The span ends with the head of the answer.
func (o opener) RoundTrip(request *http.Request) (response *http.Response, err error) {
	ctx, span := trace.Start(request.Context(), trace.Client, "")
	sent := request.Clone(ctx)
	if span != nil {
		defer func() {
			var got *incoming
			if response != nil {
				got = &incoming{response: response}
			}
			endSpan(span, got, err)
		}()
		describeSpan(span, sent)
	}
	if !o.untraced {
		passTrace(sent)
	}
	return o.RoundTripper.RoundTrip(sent)
}
