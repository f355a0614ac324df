package sockets

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"
	"github.com/dop251/goja"
)

// read passes each message to the script, and returns how the connection has ended.
// broken is called as soon as nothing more can be sent.
func (s *socket) read(conn *websocket.Conn, broken func()) ending {
	for {
		kind, data, leave, err := s.message(conn)
		if err != nil {
			leave()
			broken()
			return s.ending(conn, err)
		}
		ok := s.tell("message", func() goja.Value { return s.content(kind, data) }, s.value(s.origin))
		leave()
		if !ok {
			return ending{code: websocket.StatusAbnormalClosure}
		}
	}
}

// content returns a message as a text or an ArrayBuffer.
func (s *socket) content(kind websocket.MessageType, data []byte) goja.Value {
	if kind == websocket.MessageText {
		return s.Runtime.ToValue(string(data))
	}
	return s.NewBuffer(data)
}

// errText is the error of a text that is not valid UTF-8.
var errText = errors.New("a text is not valid UTF-8")

// message waits for the next message. leave gives back the place that it has if it is large. There is no time limit for small ones: while
// the peer is silent, the connection is in good order.
func (s *socket) message(conn *websocket.Conn) (kind websocket.MessageType, data []byte, leave func(), err error) {
	leave = func() {}
	kind, from, err := conn.Reader(context.Background())
	if err != nil {
		return 0, nil, leave, err
	}
	var into bytes.Buffer
	n, err := io.CopyN(&into, from, largeSize)
	if err == nil && n == largeSize {
		if leave, err = s.place(); err == nil {
			slow := time.AfterFunc(largeTime, s.cut)
			_, err = into.ReadFrom(from)
			slow.Stop()
		}
	} else if errors.Is(err, io.EOF) {
		err = nil
	}
	if err == nil && kind == websocket.MessageText && !utf8.Valid(into.Bytes()) {
		err = errText
	}
	return kind, into.Bytes(), leave, err
}

// place waits for a place for a large message, and returns the function that gives it back.
func (l *link) place() (leave func(), err error) {
	select {
	case l.Room.large <- struct{}{}:
		return func() { <-l.Room.large }, nil
	case <-l.ctx.Done():
		return func() {}, l.ctx.Err()
	}
}

// ending finds out how the connection has ended.
func (s *socket) ending(conn *websocket.Conn, err error) ending {
	if errors.Is(err, errText) {
		go s.bye(conn, websocket.StatusInvalidFramePayloadData, "")
		return ending{code: websocket.StatusAbnormalClosure, failure: err.Error()}
	}
	if said, ok := goodbye(err); ok {
		return said
	}
	if s.out.isEnding() {
		return s.answered()
	}
	return ending{code: websocket.StatusAbnormalClosure, failure: why(s.ctx, err)}
}

// goodbye returns what the peer has said at the end.
func goodbye(err error) (ending, bool) {
	var said websocket.CloseError
	if !errors.As(err, &said) {
		return ending{}, false
	}
	if !utf8.ValidString(said.Reason) {
		return ending{code: websocket.StatusAbnormalClosure, failure: "the reason of the end is not valid UTF-8"}, true
	}
	return ending{code: said.Code, reason: said.Reason, clean: true}, true
}

// answered returns how the end has gone that the script wanted. The goroutine that sent the goodbye may have read the answer.
func (s *socket) answered() ending {
	select {
	case err, begun := <-s.closed:
		if begun && err == nil {
			code, reason := s.out.goodbye()
			return ending{code: code, reason: reason, clean: true}
		}
		if said, ok := goodbye(err); ok {
			return said
		}
	case <-s.ctx.Done():
	}
	return ending{code: websocket.StatusAbnormalClosure}
}
