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

// mostAtOnce is how many messages of one client are answered at a time; more wait.
const mostAtOnce = 64

// Post answers one message as the HTTP endpoint does.
type Post func(ctx context.Context, message []byte) (status int, body []byte, err error)

// ServeLines answers the messages that a client on the same machine writes, one in a line, until there are no more or
// ctx ends. Answers are written as they come, each in a line of its own. A line longer than limit is refused.
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

// answerLine answers one message; nil when it wants no answer. What is refused before the message is looked at, by an
// interceptor perhaps, has to say all the same which request it is the answer to: there is nothing else here that
// tells.
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
	if failure.Message == "" || failure.Code == 0 { // in the words of an interceptor
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
	err error // the first
}

// write ends what it writes with the only line break in it: in JSON they are blanks.
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

// lines reads lines that are not blank. Reading is not cut off by ctx, but what is read then is not yielded.
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

// incomingLine is a line that was read, or why there is none.
type incomingLine struct {
	text []byte
	err  error
}

// sendLines reads until there is nothing more or ctx ends, and closes to then.
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

// readLine reads a line, without its end, which is "\n" or "\r\n". Of one that is too long nothing is kept.
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
