package sockets

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// socket is a WebSocket.
type socket struct {
	*link

	address, origin string
	protocols       []string
	out             *outbox

	handshake context.Context // ends when the connection is open, or will never be
	abort     context.CancelCauseFunc

	mu      sync.Mutex
	conn    *websocket.Conn
	body    io.Closer // of the answer to the handshake; closing it cuts the connection off
	patient *time.Timer
	closed  chan error // the result of the closing handshake that the script has begun; closed when nothing more is sent
}

// errGivenUp is the cause of a handshake that ends because the script has closed the WebSocket.
var errGivenUp = errors.New("the WebSocket was closed before it was open")

// openSocket opens a WebSocket: openSocket(url, origin, protocols, emit). emit is called with what happens: open(protocol),
// message(data, origin), sent(bytes) and closed(code, reason, wasClean, failure), the last thing of all.
func (r *realm) openSocket(call goja.FunctionCall) goja.Value {
	s := &socket{address: call.Argument(0).String(), origin: call.Argument(1).String(), closed: make(chan error, 1)}
	r.Runtime.ForOf(call.Argument(2), func(protocol goja.Value) bool {
		s.protocols = append(s.protocols, protocol.String())
		return true
	})
	s.link = r.newLink("WebSocket", call.Argument(3), s.leaves)
	s.out = newOutbox(s.link)
	s.handshake, s.abort = context.WithCancelCause(s.ctx)
	context.AfterFunc(s.ctx, s.tidy)
	s.begin(s.run)
	return s.functions(map[string]part.Native{"send": s.send, "reserve": s.reserve, "close": s.close})
}

// run opens the connection, and reads until it ends.
func (s *socket) run() {
	conn, err := s.dial()
	if err != nil {
		s.tellClosed(ending{code: websocket.StatusAbnormalClosure, failure: why(s.handshake, err)})
		return
	}
	givenUp := false // by a script that was busy while the connection was opened
	opened := s.tell("open", func() goja.Value {
		givenUp = s.handshake.Err() != nil
		return s.Runtime.ToValue(conn.Subprotocol())
	})
	if !opened {
		return
	}
	if givenUp {
		go s.bye(conn, websocket.StatusNormalClosure, "")
		s.tellClosed(ending{code: websocket.StatusAbnormalClosure, failure: why(s.handshake, s.handshake.Err())})
		return
	}
	broken, giveUp := context.WithCancel(s.ctx)
	defer giveUp()
	go s.write(broken, conn)
	end := s.read(conn, giveUp)
	if s.gone.Load() {
		return // leaves ends the connection
	}
	s.cut()
	_ = conn.CloseNow()
	s.tellClosed(end)
}

// ending is how a connection has ended.
type ending struct {
	code    websocket.StatusCode
	reason  string
	clean   bool   // both sides have said goodbye
	failure string // what went wrong; empty if nothing did
}

func (s *socket) tellClosed(e ending) {
	s.release()
	s.tell("closed", s.value(int(e.code)), s.value(e.reason), s.value(e.clean), s.value(e.failure))
}

// close begins the end: close(code, reason). Before the connection is open it is given up. What waits to be sent goes first.
func (s *socket) close(call goja.FunctionCall) goja.Value {
	s.abort(errGivenUp)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.patient == nil {
		s.patient = time.AfterFunc(closeTime, s.cut)
	}
	s.out.end(websocket.StatusCode(call.Argument(0).ToInteger()), call.Argument(1).String())
	return goja.Undefined()
}

// closeTime is how long what was not sent may take after close, and the answer of the peer.
const closeTime = 30 * time.Second

// cut cuts the connection off.
func (s *socket) cut() {
	s.mu.Lock()
	body := s.body
	s.mu.Unlock()
	if body != nil {
		_ = body.Close()
	}
}

// tidy gives back what a link that has ended still has.
func (s *socket) tidy() {
	s.out.drop()
	s.mu.Lock()
	if s.patient != nil {
		s.patient.Stop()
	}
	s.mu.Unlock()
	if !s.gone.Load() {
		s.cut()
	}
}

// leaves says goodbye when nobody listens any more: what the script wanted to say, or that it has gone. It does not wait for an answer for long.
func (s *socket) leaves() {
	s.mu.Lock()
	conn := s.conn
	s.mu.Unlock()
	if conn == nil {
		return
	}
	code, reason := websocket.StatusGoingAway, ""
	if s.out.isEnding() {
		code, reason = s.out.goodbye()
	}
	s.bye(conn, code, reason)
}

// byeTime is how long a peer has to answer when nobody waits for the answer.
const byeTime = time.Second

// bye ends the connection with a code and a reason.
func (s *socket) bye(conn *websocket.Conn, code websocket.StatusCode, reason string) {
	impatient := time.AfterFunc(byeTime, s.cut)
	defer impatient.Stop()
	_ = conn.Close(code, reason)
	s.cut()
}
