package http

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"testing"
)

// TestHalfARequestBehind: an answer that is ready does not wait for the rest of the request behind it, which gets its own
// answer when it does not arrive in time.
func TestHalfARequestBehind(t *testing.T) {
	t.Parallel()
	f := startFlooded(t, "SERVER_READ_TIMEOUT=1s")
	patient := startFlooded(t, "SERVER_READ_TIMEOUT=10m") // only the answers before can be read there
	const first = "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n"
	for name, half := range map[string]string{
		"half a request line": "GET /he",
		"half a head":         "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Le",
		"half a body":         "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nhalf ",
		"half a large body":   "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\nhalf ",
		"half a chunk":        "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nha",
	} {
		readStatuses(t, name, patient, first+first+half, 200, 200)
		readStatuses(t, name, f, first+first+half, 200, 200, 408)
	}
}

func readStatuses(t *testing.T, name string, f *server, text string, statuses ...int) {
	t.Helper()
	c := f.Dial()
	fmt.Fprint(c, text)
	reader := bufio.NewReader(c)
	for i, want := range statuses {
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			t.Errorf("%s: the answer %d: %v", name, i, err)
			return
		}
		_, _ = io.Copy(io.Discard, response.Body)
		if response.StatusCode != want {
			t.Errorf("%s: the answer %d is %d, want %d", name, i, response.StatusCode, want)
		}
	}
}
