package tests

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"testing"
)

// TestTrailersThatDoNotEnd: a chunked body whose trailers are cut off is not complete, whatever its chunks say.
func TestTrailersThatDoNotEnd(t *testing.T) {
	f := startFlooded(t)
	for _, end := range []string{"0\r\n", "0\r\nX", "0\r\nX: y", "0\r\nX: y\r\n"} {
		c := f.dial()
		fmt.Fprint(c, "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"+end)
		if err := c.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		response, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusBadRequest {
			t.Errorf("the end %q: got %d, want 400", end, response.StatusCode)
		}
	}
}
