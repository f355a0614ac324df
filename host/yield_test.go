package host

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/vm"
)

// TestYield: while another process takes the place of the server, clients that come back end at once, each other connection with its next
// answer, whenever that is, and what is being sent is sent.
func TestYield(t *testing.T) {
	r := start(t, boot(t, streams, vm.Options{}), Settings{StreamGrace: time.Nanosecond})
	idle := r.dial()
	answers := bufio.NewReader(idle)
	ask := func() *http.Response {
		fmt.Fprint(idle, "GET /nowhere HTTP/1.1\r\nHost: h\r\n\r\n")
		response, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.read(response)
		return response
	}
	if ask().Close {
		t.Error("the connection ends too early")
	}
	begin := func(path string, n int64) io.ReadCloser {
		response, err := r.client.Get("http://host" + path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.CopyN(io.Discard, response.Body, n); err != nil {
			t.Fatal(err)
		}
		return response.Body
	}
	events, download := begin("/forever", 12), begin("/endless", 5000)
	ctx, hurry := context.WithCancel(t.Context())
	yielded := make(chan struct{})
	go func() { r.Yield(ctx); close(yielded) }()
	if _, err := io.ReadAll(events); err != nil {
		t.Errorf("the events: %v", err)
	}
	if _, err := io.CopyN(io.Discard, download, 1<<20); err != nil {
		t.Errorf("the download: %v", err)
	}
	if !ask().Close {
		t.Error("the connection does not end with its answer")
	}
	select {
	case <-yielded:
		t.Error("it does not wait for the download")
	default:
	}
	_ = download.Close()
	hurry()
	<-yielded
}
