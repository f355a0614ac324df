package actuator

import (
	"bytes"
	"context"
	"time"
)

// HeapDump returns the endpoint that answers with a profile of the memory. The function writes one; it collects garbage before if
// live is true.
func HeapDump(write func(ctx context.Context, live bool) ([]byte, error)) Endpoint {
	get := func(r *Request) (Answer, error) {
		profile, err := write(r.Context(), r.Query.Get("live") != "false")
		if err != nil {
			return Answer{}, err
		}
		return Answer{Content: bytes.NewReader(profile), Modified: time.Time{}}, nil
	}
	binary := Get("", get)
	binary.Produces = []string{"application/octet-stream"}
	return Endpoint{ID: "heapdump", Operations: []Operation{binary}}
}
