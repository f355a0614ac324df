package oidc

import (
	"errors"
	"io"
	"net/http"
)

// maxBytes is how much is read of an answer.
const maxBytes = 1 << 20

// newClient returns a client whose answers have a bounded size, and which follows no redirects: they could carry a secret elsewhere.
func newClient(transport http.RoundTripper) *http.Client {
	return &http.Client{
		Transport: bounded{transport}, Timeout: patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// bounded cuts off answers.
type bounded struct{ http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := b.RoundTripper.RoundTrip(r)
	if err == nil {
		response.Body = &boundedBody{ReadCloser: response.Body, left: maxBytes}
	}
	return response, err
}

type boundedBody struct {
	io.ReadCloser
	left int
}

var errTooLong = errors.New("the answer is too long")

func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, errTooLong
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left+1)])
	if b.left -= n; b.left < 0 {
		return 0, errTooLong
	}
	return n, err
}
