package mcp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/mcp/jsonrpc"
)

// mostAtOnce is how many messages of one client are answered at a time; further ones wait.
const mostAtOnce = 64

// Post answers one message as the HTTP endpoint does.
type Post func(ctx context.Context, message []byte) (status int, body []byte, err error)

// ServeLines answers the messages that a client on the same machine writes, one in each line, until in ends or ctx
// ends. Answers are written as they are ready, each in a line of its own. A line longer than limit is refused.
func ServeLines(ctx context.Context, in io.Reader, out io.Writer, limit int, post Post) error {
	w := &lineWriter{out: out}
	slots := make(chan struct{}, mostAtOnce)
	var running sync.WaitGroup
	defer running.Wait()
	for line, err := range lines(ctx, in, limit) {
		switch {
		case errors.Is(err, errLongLine):
			w.write((&jsonrpc.Error{Code: jsonrpc.InvalidRequest, Message: "The message is too large"}).Append(nil, nil))
			continue
		case err != nil:
			return err
		}
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			if answer := answerLine(ctx, line, post); answer != nil {
				w.write(answer)
			}
		})
	}
	running.Wait()
	return w.err
}

// answerLine answers one message; it returns nil if the message wants no answer. An answer that refuses the request
// before its message was read, perhaps by an interceptor, gets the id of the request: without HTTP nothing else
// connects the two.
func answerLine(ctx context.Context, line []byte, post Post) []byte {
	status, body, err := post(ctx, line)
	message, bad := jsonrpc.Read(line)
	switch {
	case bad == nil && !message.WantsAnswer():
		return nil
	case err != nil:
		return (&jsonrpc.Error{Code: jsonrpc.InternalError, Message: "Internal error"}).Append(nil, message.ID)
	case status < http.StatusBadRequest:
		return body
	}
	answered := gjson.ParseBytes(body)
	failure := &jsonrpc.Error{Code: int(answered.Get("error.code").Int()), Message: answered.Get("error.message").String()}
	if failure.Message == "" || failure.Code == 0 { // an interceptor's own body
		failure = &jsonrpc.Error{Code: jsonrpc.InvalidRequest, Message: http.StatusText(status)}
	}
	if data := answered.Get("error.data"); data.Exists() {
		failure.Data = []byte(data.Raw)
	}
	return failure.Append(nil, message.ID)
}

// lineWriter writes one answer after the other.
type lineWriter struct {
	mu  sync.Mutex
	out io.Writer
	err error // the first one
}

// write writes an answer as one line: line breaks within it, which are white space in JSON, become blanks.
func (w *lineWriter) write(answer []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	line := append(bytes.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return ' '
		}
		return r
	}, answer), '\n')
	if _, err := w.out.Write(line); err != nil && w.err == nil {
		w.err = err
	}
}

var errLongLine = errors.New("the line is too long")

// lines yields the lines that are not blank. Reading is not interrupted by ctx, but a line that is read afterwards is
// not yielded.
func lines(ctx context.Context, in io.Reader, limit int) func(yield func([]byte, error) bool) {
	return func(yield func([]byte, error) bool) {
		incoming := make(chan incomingLine)
		go sendLines(ctx, in, limit, incoming)
		for {
			select {
			case one, more := <-incoming:
				if !more || !yield(one.text, one.err) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// incomingLine is a line that was read, or the error of reading it.
type incomingLine struct {
	text []byte
	err  error
}

// sendLines reads until the input ends or ctx ends, and then closes to.
func sendLines(ctx context.Context, in io.Reader, limit int, to chan<- incomingLine) {
	defer close(to)
	r := bufio.NewReaderSize(in, 64<<10)
	for ended := false; !ended; {
		text, err := readLine(r, limit)
		ended = err != nil && !errors.Is(err, errLongLine)
		if errors.Is(err, io.EOF) {
			err = nil
		}
		if err == nil && len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		select {
		case to <- incomingLine{text, err}:
		case <-ctx.Done():
			return
		}
	}
}

// readLine reads a line, without its end, which is "\n" or "\r\n". Nothing is kept of a line that is too long.
func readLine(r *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	isLong := false
	for {
		part, err := r.ReadSlice('\n')
		if isLong = isLong || len(line)+len(part) > limit+len("\r\n"); isLong {
			line = nil
		} else {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if ended, is := bytes.CutSuffix(line, []byte("\n")); is {
			line = bytes.TrimSuffix(ended, []byte("\r"))
		}
		if isLong = isLong || len(line) > limit; isLong && (err == nil || errors.Is(err, io.EOF)) {
			return nil, errLongLine
		}
		return line, err
	}
}
