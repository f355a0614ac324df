package outbound

import (
	"io"
	"net/http"
)

// enter waits for a place for a request.
func (t *Transport) enter(r *http.Request) (leave func(), err error) {
	if t.own != nil && t.own.has(r.URL) {
		return t.share.Enter(r.Context(), "the application itself", t.maxOwn)
	}
	host := canonical(r.URL.Hostname())
	return t.share.Enter(r.Context(), host+":"+port(r.URL), 0)
}

// placed lets a response keep the place of its request until its body has been read or closed.
func placed(response *http.Response, leave func()) *http.Response {
	if response.Body == http.NoBody {
		leave()
		return response
	}
	body := placedBody{response.Body, leave}
	response.Body = body
	if writer, ok := body.ReadCloser.(io.Writer); ok { // of a response that changes the protocol
		response.Body = struct {
			placedBody
			io.Writer
		}{body, writer}
	}
	return response
}

type placedBody struct {
	io.ReadCloser
	leave func()
}

func (b placedBody) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	if err != nil { // no more is read, and the connection is free again
		b.leave()
	}
	return n, err
}

func (b placedBody) Close() error {
	defer b.leave()
	return b.ReadCloser.Close()
}
