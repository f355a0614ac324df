package http

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"testing"
)

// TestTrailersThatDoNotEnd: a chunked body whose trailers are cut off is not complete, whatever its chunks say. A multipart body has its
// own end, which changes nothing.
func TestTrailersThatDoNotEnd(t *testing.T) {
	t.Parallel()
	f := startFlooded(t)
	const parts = "--b\r\nContent-Disposition: form-data; name=\"word\"\r\n\r\nhello\r\n--b--\r\n"
	for path, body := range map[string]struct{ media, text string }{
		"/echo": {"text/plain", "hello"},
		"/form": {"multipart/form-data; boundary=b", parts},
	} {
		head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: h\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n", path, body.media)
		chunk := fmt.Sprintf("%x\r\n%s\r\n", len(body.text), body.text)
		for end, want := range map[string]int{
			"0\r\n": http.StatusBadRequest, "0\r\nX": http.StatusBadRequest, "0\r\nX: y": http.StatusBadRequest, "0\r\nX: y\r\n": http.StatusBadRequest,
			"0\r\nX: y\r\n\r\n": http.StatusOK, "0\r\n\r\n": http.StatusOK,
		} {
			c := f.Dial()
			fmt.Fprint(c, head+chunk+end)
			if err := c.(*net.TCPConn).CloseWrite(); err != nil {
				t.Fatal(err)
			}
			response, err := http.ReadResponse(bufio.NewReader(c), nil)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			if response.StatusCode != want {
				t.Errorf("%s, the end %q: got %d, want %d", path, end, response.StatusCode, want)
			}
		}
	}
}
