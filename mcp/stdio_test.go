package mcp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// lineServer is a running ServeLines, and the client's ends of its pipes.
type lineServer struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *bufio.Reader
	done chan error
}

func serveLines(ctx context.Context, t *testing.T, limit int, post Post) *lineServer {
	t.Helper()
	in, theirs := io.Pipe()
	ours, out := io.Pipe()
	s := &lineServer{t: t, in: theirs, out: bufio.NewReader(ours), done: make(chan error, 1)}
	go func() {
		err := ServeLines(ctx, in, out, limit, post)
		out.Close()
		s.done <- err
	}()
	t.Cleanup(func() { theirs.Close(); ours.Close() })
	return s
}

func (s *lineServer) write(text string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, text); err != nil {
		s.t.Fatal(err)
	}
}

func (s *lineServer) read() string {
	s.t.Helper()
	line, err := s.out.ReadString('\n')
	if err != nil {
		s.t.Fatalf("%q %v", line, err)
	}
	return strings.TrimSuffix(line, "\n")
}

// end closes the client's side, and returns what was written until then.
func (s *lineServer) end() (rest string) {
	s.t.Helper()
	s.in.Close()
	text, err := io.ReadAll(s.out)
	if failed := <-s.done; failed != nil || err != nil {
		s.t.Fatal(failed, err)
	}
	return string(text)
}

func echo(_ context.Context, message []byte) (int, []byte, error) {
	return 200, fmt.Appendf(nil, "<%s>", bytes.TrimSpace(message)), nil
}

// TestServeLines: each message is answered with a line.
func TestServeLines(t *testing.T) {
	s := serveLines(t.Context(), t, 100, echo)
	for _, one := range []string{"a", "b\r", " c ", strings.Repeat("x", 100)} {
		s.write(one + "\n")
		if got, want := s.read(), "<"+strings.TrimSpace(one)+">"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	s.write("\n \r\n\n") // these are not messages
	s.write("the last one has no end")
	if rest := s.end(); rest != "<the last one has no end>\n" {
		t.Errorf("at the end there is %q", rest)
	}
}

// TestServeLinesOfTheLimit: the line break does not count as a part of a message, whichever it is.
func TestServeLinesOfTheLimit(t *testing.T) {
	const limit = 20
	got := make(chan string, 1)
	s := serveLines(t.Context(), t, limit, func(_ context.Context, message []byte) (int, []byte, error) {
		got <- string(message)
		return 200, []byte("{}"), nil
	})
	for _, length := range []int{limit - 1, limit, limit + 1} {
		for _, end := range []string{"\n", "\r\n"} {
			s.write(strings.Repeat("x", length) + end)
			if answer := s.read(); strings.Contains(answer, "too large") != (length > limit) {
				t.Errorf("%d bytes and %q: %s", length, end, answer)
			}
			if length <= limit {
				if message := <-got; len(message) != length {
					t.Errorf("%d bytes and %q arrived as %q", length, end, message)
				}
			}
		}
	}
	s.end()
}

// TestServeLinesLong: a line that is too long is refused, is not kept in memory, and the next one is answered.
func TestServeLinesLong(t *testing.T) {
	const refused = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"The message is too large"}}`
	s := serveLines(t.Context(), t, 100, echo)
	go func() {
		_, _ = io.WriteString(s.in, strings.Repeat("x", 101)+"\n")
		_, _ = io.WriteString(s.in, strings.Repeat("y", 1_000_000)+"\n"+strings.Repeat("z", 100)+"\n")
	}()
	got := map[string]bool{}
	for range 3 {
		got[s.read()] = true
	}
	if !got[refused] || !got["<"+strings.Repeat("z", 100)+">"] || len(got) != 2 {
		t.Errorf("got %v", got)
	}
	s.write(strings.Repeat("x", 110))
	if rest := s.end(); rest != refused+"\n" {
		t.Errorf("at the end there is %q", rest)
	}
}

// TestServeLinesAtOnce: a slow message does not delay others.
func TestServeLinesAtOnce(t *testing.T) {
	gate := make(chan struct{})
	s := serveLines(t.Context(), t, 100, func(ctx context.Context, message []byte) (int, []byte, error) {
		if string(bytes.TrimSpace(message)) == "slow" {
			<-gate
		}
		return echo(ctx, message)
	})
	s.write("slow\nquick\n")
	if got := s.read(); got != "<quick>" {
		t.Errorf("got %q first", got)
	}
	close(gate)
	if got := s.read(); got != "<slow>" {
		t.Errorf("got %q then", got)
	}
	s.end()
}

// TestServeLinesBounded: no more than mostAtOnce messages are answered at a time.
func TestServeLinesBounded(t *testing.T) {
	began, gate := make(chan struct{}, 2*mostAtOnce), make(chan struct{})
	s := serveLines(t.Context(), t, 100, func(ctx context.Context, message []byte) (int, []byte, error) {
		began <- struct{}{}
		<-gate
		return echo(ctx, message)
	})
	go func() { _, _ = io.WriteString(s.in, strings.Repeat("a\n", mostAtOnce+1)) }()
	for range mostAtOnce {
		<-began
	}
	select {
	case <-began:
		t.Errorf("more than %d are answered at once", mostAtOnce)
	default:
	}
	gate <- struct{}{} // one ends, another begins
	s.read()
	<-began
	close(gate)
	for range mostAtOnce {
		s.read()
	}
	s.end()
}

// TestServeLinesAnswers: each answer is one line, whatever it contains; a message that wants no answer gets none.
func TestServeLinesAnswers(t *testing.T) {
	s := serveLines(t.Context(), t, 200, func(_ context.Context, message []byte) (int, []byte, error) {
		switch string(bytes.TrimSpace(message)) {
		case "indented":
			return 200, []byte("{\r\n  \"a\": 1\n}"), nil
		case `{"jsonrpc":"2.0","id":"r","method":"refused"}`:
			return refusedWith(401)
		case `{"jsonrpc":"2.0","id":8,"method":"own"}`:
			return 402, []byte(`{"pay":"please"}`), nil
		case `{"jsonrpc":"2.0","id":9,"method":"text"}`:
			return 403, []byte("no"), nil
		case `{"jsonrpc":"2.0","method":"notification"}`:
			return refusedWith(401)
		}
		return 0, nil, errors.New("the password is hunter2")
	})
	s.write(`{"jsonrpc":"2.0","method":"notification"}` + "\n" + `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n")
	for _, c := range []struct{ message, want string }{
		{"indented", `{    "a": 1 }`},
		{`{"jsonrpc":"2.0","id":"r","method":"refused"}`, `{"jsonrpc":"2.0","id":"r","error":{"code":-32600,"message":"Unauthorized"}}`},
		{`{"jsonrpc":"2.0","id":8,"method":"own"}`, `{"jsonrpc":"2.0","id":8,"error":{"code":-32600,"message":"Payment Required"}}`},
		{`{"jsonrpc":"2.0","id":9,"method":"text"}`, `{"jsonrpc":"2.0","id":9,"error":{"code":-32600,"message":"Forbidden"}}`},
		{`{"jsonrpc":"2.0","id":10,"method":"failed"}`, `{"jsonrpc":"2.0","id":10,"error":{"code":-32603,"message":"Internal error"}}`},
		{`failed`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal error"}}`},
	} {
		s.write(c.message + "\n")
		if got := s.read(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.message, got, c.want)
		}
	}
	if rest := s.end(); rest != "" {
		t.Errorf("at the end there is %q", rest)
	}
}

// TestServeLinesEnds: it ends with its context, while a client is silent; messages in progress are answered.
func TestServeLinesEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	began := make(chan struct{})
	s := serveLines(ctx, t, 100, func(ctx context.Context, message []byte) (int, []byte, error) {
		close(began)
		<-ctx.Done()
		return echo(ctx, message)
	})
	s.write("a\n")
	<-began
	cancel()
	if got := s.read(); got != "<a>" {
		t.Errorf("got %q", got)
	}
	if err := <-s.done; err != nil {
		t.Error(err)
	}
}

// TestServeLinesFails: it returns the errors of reading and writing.
func TestServeLinesFails(t *testing.T) {
	broken := errors.New("broken")
	in, theirs := io.Pipe()
	theirs.CloseWithError(broken)
	if err := ServeLines(t.Context(), in, io.Discard, 100, echo); !errors.Is(err, broken) {
		t.Errorf("reading: %v", err)
	}
	closed, out := io.Pipe()
	closed.CloseWithError(broken)
	if err := ServeLines(t.Context(), strings.NewReader("a\nb\n"), out, 100, echo); !errors.Is(err, broken) {
		t.Errorf("writing: %v", err)
	}
}

func refusedWith(status int) (int, []byte, error) {
	_, body := Refuse(status, http.StatusText(status))
	return status, body, nil
}
