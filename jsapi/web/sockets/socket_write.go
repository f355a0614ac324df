package sockets

import (
	"bytes"
	"context"

	"github.com/coder/websocket"
	"github.com/dop251/goja"
)

// send adds a text or bytes to what waits to be sent. It returns false if that has become too much, which ends the connection.
func (s *socket) send(call goja.FunctionCall) goja.Value {
	kind, data := websocket.MessageBinary, []byte(nil)
	if view, ok := s.Bytes(call.Argument(0)); ok {
		if !s.out.hasRoom(int64(len(view))) {
			return s.full()
		}
		data = bytes.Clone(view)
	} else {
		text, _ := call.Argument(0).(goja.String)
		if text != nil && !s.out.hasRoom(int64(text.Length())) {
			return s.full()
		}
		kind, data = websocket.MessageText, []byte(call.Argument(0).String())
	}
	if !s.out.add(&parcel{kind: kind, data: data, size: int64(len(data))}) {
		return s.full()
	}
	return s.Runtime.ToValue(true)
}

// full ends the connection, as the standard demands when the buffer is full.
func (s *socket) full() goja.Value {
	s.cut()
	return s.Runtime.ToValue(false)
}

// reserve adds a place for bytes that come later, so that the order of messages is kept: reserve(size). It returns the function that takes the
// bytes, or null if they could not be had; or false if there is no room.
func (s *socket) reserve(call goja.FunctionCall) goja.Value {
	p := &parcel{kind: websocket.MessageBinary, size: call.Argument(0).ToInteger(), ready: make(chan []byte, 1)}
	if p.size < 0 || !s.out.add(p) {
		return s.full()
	}
	return s.Runtime.ToValue(func(call goja.FunctionCall) goja.Value {
		data, ok := s.Bytes(call.Argument(0))
		if !ok || int64(len(data)) != p.size {
			return s.full()
		}
		select {
		case p.ready <- bytes.Clone(data):
		default: // it was called before
		}
		return goja.Undefined()
	})
}

// write sends what waits, until the connection is broken or the script has closed it.
func (s *socket) write(broken context.Context, conn *websocket.Conn) {
	defer close(s.closed)
	defer s.guard()
	for {
		p, ok := s.out.next(broken)
		if !ok {
			return
		}
		if p == nil {
			s.closed <- conn.Close(s.out.goodbye())
			s.cut()
			return
		}
		data, ok := p.content(broken)
		if !ok || writeMessage(conn, p.kind, data) != nil {
			if !s.gone.Load() {
				s.cut() // the goroutine that reads finds out
			}
			return
		}
		s.out.sent(p)
	}
}

// frameSize is the size of the frames of a long message. Between two of them a ping can be answered, however slow the connection is.
const frameSize = 32 << 10

func writeMessage(conn *websocket.Conn, kind websocket.MessageType, data []byte) error {
	ctx := context.Background() // whatever ends the link cuts the connection off
	if len(data) <= frameSize {
		return conn.Write(ctx, kind, data)
	}
	w, err := conn.Writer(ctx, kind)
	if err != nil {
		return err
	}
	for len(data) > 0 && err == nil {
		n := min(frameSize, len(data))
		_, err = w.Write(data[:n])
		data = data[n:]
	}
	if err != nil {
		return err
	}
	return w.Close()
}
