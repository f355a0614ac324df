package redisclient

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"
)

// answered is an error that a server has answered.
type answered string

// Error implements error.
func (a answered) Error() string { return string(a) }

// conn is a connection to a server. One goroutine at a time uses it.
type conn struct {
	net.Conn
	in     *bufio.Reader
	broken bool      // an answer may still arrive: it is of no use any more
	used   time.Time // last
}

// do sends commands, and returns an answer to each, within a time.
func (c *conn) do(ctx context.Context, within time.Duration, commands ...Command) ([]any, error) {
	c.used = time.Now()
	deadline := c.used.Add(within)
	if end, has := ctx.Deadline(); has && end.Before(deadline) {
		deadline = end
	}
	err := errors.Join(ctx.Err(), c.SetDeadline(deadline))
	if err == nil {
		err = c.write(commands...)
	}
	answers := make([]any, len(commands))
	for i := range answers {
		if err == nil {
			answers[i], err = c.read(0)
		}
	}
	if err != nil {
		c.broken = true
		return nil, err
	}
	return answers, nil
}

func (c *conn) write(commands ...Command) error {
	var b []byte
	for _, command := range commands {
		b = appendHead(b, '*', len(command))
		for _, argument := range command {
			b = appendArgument(b, argument)
		}
	}
	_, err := c.Conn.Write(b)
	return err
}

func appendHead(b []byte, kind byte, n int) []byte {
	return append(strconv.AppendInt(append(b, kind), int64(n), 10), "\r\n"...)
}

func appendArgument(b []byte, argument any) []byte {
	if data, is := argument.([]byte); is {
		return append(append(appendHead(b, '$', len(data)), data...), "\r\n"...)
	}
	var text string
	switch v := argument.(type) {
	case string:
		text = v
	case int:
		text = strconv.Itoa(v)
	case int64:
		text = strconv.FormatInt(v, 10)
	default:
		text = fmt.Sprint(v)
	}
	return append(append(appendHead(b, '$', len(text)), text...), "\r\n"...)
}

// The limits of an answer: those of the servers.
const (
	longestText = 512 << 20
	longestList = 1 << 20
	deepestList = 32
)

var errAnswer = errors.New("the server does not speak Redis' protocol")

// read reads an answer: a string, an int64, a list, nil or an answered error.
func (c *conn) read(depth int) (any, error) {
	line, err := c.in.ReadSlice('\n')
	if err != nil {
		if errors.Is(err, bufio.ErrBufferFull) {
			err = errAnswer
		}
		return nil, err
	}
	if len(line) < 3 || line[len(line)-2] != '\r' {
		return nil, errAnswer
	}
	kind, text := line[0], string(line[1:len(line)-2])
	switch kind {
	case '+':
		return text, nil
	case '-':
		return answered(text), nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil:
		return nil, errAnswer
	case kind == ':':
		return n, nil
	case n == -1 && (kind == '$' || kind == '*'):
		return nil, nil
	case kind == '$' && n >= 0 && n <= longestText:
		return c.readText(int(n))
	case kind == '*' && n >= 0 && n <= longestList && depth < deepestList:
		return c.readList(int(n), depth)
	}
	return nil, errAnswer
}

func (c *conn) readText(n int) (any, error) {
	data := make([]byte, n+2)
	if _, err := io.ReadFull(c.in, data); err != nil {
		return nil, err
	}
	return string(data[:n]), nil
}

func (c *conn) readList(n, depth int) (any, error) {
	list := make([]any, 0, min(n, 1024))
	for range n {
		one, err := c.read(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}
