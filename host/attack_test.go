package host

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestDripping: a client that sends a byte now and then gets no more time than a silent one, and occupies no more than
// a connection: the handler is not called.
func TestDripping(t *testing.T) {
	app, calls := counted(fakeRoutes("POST /").takesBody())
	s := listening(t, app, Settings{ReadTimeout: 200 * time.Millisecond}) // the beginning has to be sent within it
	for name, begin := range map[string]string{
		"the request line": "GET /",
		"a header":         "GET / HTTP/1.1\r\nHost: h\r\nX: ",
		"many headers":     "GET / HTTP/1.1\r\nHost: h\r\n",
		"a body":           "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9000\r\n\r\n",
		"a large body":     "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9000000\r\n\r\n" + strings.Repeat("a", 10_000),
		"a chunk":          "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n",
		"a chunk's size":   "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0",
		"an extension":     "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1;",
		"a trailer":        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ",
	} {
		more := "a"
		switch name {
		case "many headers":
			more = "a:b\r\n"
		case "a chunk's size":
			more = "0"
		}
		if got := drip(s, begin, more); got.status != 408 && !(name == "a chunk's size" && got.status == 400) {
			t.Errorf("%s: got %d %s", name, got.status, got.body)
		}
	}
	if n := calls[0].Load(); n != 0 {
		t.Errorf("the handler was called %d times", n)
	}
}

// drip sends the beginning of a request and then, again and again, a little more, until there is an answer. It stays
// below the number of headers that a request may have, however long the answer takes.
func drip(s *onTCP, begin, more string) reply {
	c := s.dial()
	fmt.Fprint(c, begin)
	done := make(chan struct{})
	go func() {
		pause := time.NewTicker(5 * time.Millisecond)
		defer pause.Stop()
		for range 60 {
			select {
			case <-pause.C:
				_, _ = io.WriteString(c, more) // fails in the end
			case <-done:
				return
			}
		}
	}()
	defer close(done)
	return s.answer(bufio.NewReader(c))
}

// TestSilent: a connection that has been answered and sends no further request is closed after the idle timeout,
// without an answer. A connection that has never sent a request is closed, too.
func TestSilent(t *testing.T) {
	s := listening(t, fakeRoutes("GET /"), Settings{IdleTimeout: time.Second, ReadTimeout: time.Hour}) // the second request has to arrive within it
	c := s.dial()
	reader := bufio.NewReader(c)
	fmt.Fprint(c, strings.Repeat("GET / HTTP/1.1\r\nHost: h\r\n\r\n", 2)) // at once: the connection must not be idle between them
	for range 2 {
		if got := s.answer(reader); got.status != 200 {
			t.Fatalf("got %d", got.status)
		}
	}
	if rest, err := io.ReadAll(reader); err != nil || len(rest) > 0 {
		t.Errorf("the end is %q, %v", rest, err)
	}
	s = listening(t, fakeRoutes("GET /"), Settings{IdleTimeout: time.Hour, ReadTimeout: 30 * time.Millisecond})
	if all := s.talk(""); short(all) != "408" && short(all) != "" {
		t.Errorf("who never asked got %s", short(all))
	}
	s = listening(t, fakeRoutes("GET /"), Settings{IdleTimeout: 30 * time.Millisecond, ReadTimeout: time.Hour})
	if all := s.talk(""); short(all) != "408" && short(all) != "" {
		t.Errorf("who never asked, and was idle for too long, got %s", short(all))
	}
}

// TestUnreadAnswer: a client that does not read its answer loses the connection.
func TestUnreadAnswer(t *testing.T) {
	app := boot(t, `@RestController export class C { @GetMapping("/") f() { return "x".repeat(12000000); } }`, patientPool)
	s := listening(t, app, Settings{WriteTimeout: 500 * time.Millisecond})
	c := s.dial()
	fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
	reader := bufio.NewReader(c)
	if _, err := reader.Peek(1); err != nil { // the answer has begun, and the rest is not read
		t.Fatal(err)
	}
	eventually(t, "the connection is cut", func() bool { return s.openNow() == 0 })
	response, err := http.ReadResponse(reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, response.Body); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("%d bytes arrived, then %v", n, err)
	}
}

// TestBodyThatEndsEarly: a body that is shorter than announced is refused, and no handler is called.
func TestBodyThatEndsEarly(t *testing.T) {
	app, calls := counted(fakeRoutes("POST /").takesBody())
	s := listening(t, app, Settings{})
	for name, text := range map[string]string{
		"nothing":              "Content-Length: 5\r\n\r\n",
		"a part":               "Content-Length: 5\r\n\r\nhell",
		"a part of 8 KiB":      "Content-Length: 8192\r\n\r\n" + strings.Repeat("a", 8191),
		"8 KiB of more":        "Content-Length: 20000\r\n\r\n" + strings.Repeat("a", 8192),
		"a part of much":       "Content-Length: 200000\r\n\r\n" + strings.Repeat("a", 100_000),
		"no chunk":             "Transfer-Encoding: chunked\r\n\r\n",
		"a part of a size":     "Transfer-Encoding: chunked\r\n\r\n1",
		"a part of a chunk":    "Transfer-Encoding: chunked\r\n\r\n5\r\nhell",
		"no end of a chunk":    "Transfer-Encoding: chunked\r\n\r\n5\r\nhello",
		"half an end":          "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r",
		"no last chunk":        "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
		"a part of the last":   "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0",
		"half of the last":     "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r",
		"many chunks, no last": "Transfer-Encoding: chunked\r\n\r\n" + strings.Repeat("5\r\nhello\r\n", 10_000),
	} {
		c := s.dial()
		fmt.Fprint(c, "POST / HTTP/1.1\r\nHost: h\r\n"+text)
		_ = c.CloseWrite()
		if all := s.answers(c); short(all) != "400" {
			t.Errorf("%s: got %s", name, short(all))
		}
	}
	if n := calls[0].Load(); n != 0 {
		t.Errorf("the handler was called %d times", n)
	}
}

// TestManyInARow: ten thousand requests sent at once are answered one by one, in their order.
func TestManyInARow(t *testing.T) {
	s := listening(t, fakeRoutes("GET /"), Settings{})
	const n = 10_000
	c := s.dial()
	go func() {
		w := bufio.NewWriter(c)
		for i := range n {
			fmt.Fprintf(w, "GET /%d HTTP/1.1\r\nHost: h\r\n\r\n", i)
		}
		_ = w.Flush()
	}()
	reader := bufio.NewReader(c)
	for i := range n {
		got := s.answer(reader)
		if want := fmt.Sprintf(`"instance":"/%d"`, i); got.status != 404 || !strings.Contains(got.body, want) {
			t.Fatalf("answer %d is %d %s", i, got.status, got.body)
		}
	}
}

// TestShutdownOfSilence: idle connections do not delay a stop, however many there are.
func TestShutdownOfSilence(t *testing.T) {
	s := listening(t, fakeRoutes("GET /"), Settings{})
	for range 200 {
		s.dial()
	}
	idle := s.dial()
	fmt.Fprint(idle, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
	reader := bufio.NewReader(idle)
	s.answer(reader)
	eventually(t, "all are known", func() bool { return s.openNow() == 201 })
	ctx, cancel := context.WithTimeout(context.Background(), long)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	if _, err := reader.ReadByte(); !errors.Is(err, io.EOF) {
		t.Errorf("the idle connection: %v", err)
	}
}

// TestAnswerReachesWhoStillSends: a client that goes on sending for a while can read a refusal.
func TestAnswerReachesWhoStillSends(t *testing.T) {
	s := listening(t, fakeRoutes("POST /").takesBody(), Settings{})
	for name, text := range map[string]string{
		"a violation":       "POST / HTTP/9.9\r\n\r\n",
		"a bad chunk":       "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
		"too large headers": "POST / HTTP/1.1\r\nHost: h\r\nX: ",
		"too large a body":  "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999\r\n\r\n",
	} {
		c := s.dial()
		_, err := io.WriteString(c, text+strings.Repeat("a", 2<<20))
		if err != nil && !errors.Is(err, syscall.EPIPE) && !errors.Is(err, syscall.ECONNRESET) && !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
		if got := s.answer(bufio.NewReader(c)); got.status < 400 || got.status > 431 {
			t.Errorf("%s: got %d", name, got.status)
		}
	}
}
