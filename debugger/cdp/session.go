package cdp

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/fwrun/fwrun/debugger"
)

// The limits of a session.
const (
	longestFrame = 32 << 20 // that a client sends
	longestQueue = 16 << 20 // bytes that wait for a client to read them
	mostCommands = 10_000   // that wait to be done
	mostEvents   = 100_000  // that wait to be written
	writeTimeout = 30 * time.Second
	pingInterval = 20 * time.Second
	pongTimeout  = 40 * time.Second
)

// session is one debugger.
type session struct {
	server *Server
	number int // another one for each session of the server
	client debugger.Client
	conn   *websocket.Conn
	ctx    context.Context
	cancel context.CancelFunc
	over   chan struct{} // closed when everything has ended

	commands *lane // in the order in which they came
	values   *lane // those that ask a worker
	out      *lane // what is written
	queued   atomic.Int64

	pingEvery, pongWithin time.Duration

	mu      sync.Mutex
	enabled map[string]bool // domains
	context int             // of execution: another one for each generation
	paused  *paused
	pauses  int
	told    bool              // that a worker is paused; of the goroutine that writes
	noAsync bool              // no stacks before an await
	thrown  int               // exceptions that were described
	placed  map[string]string // breakpoints that the client has set, by what it asked for
	groups  map[string]bool   // of handles that the client may have
}

// paused is a pause that the client knows, or will know.
type paused struct {
	*debugger.Pause
	number int
	ctx    context.Context // until it is over
	end    context.CancelFunc
}

func newSession(s *Server) *session {
	ctx, cancel := context.WithCancel(context.Background())
	return &session{
		server: s, ctx: ctx, cancel: cancel, over: make(chan struct{}), commands: newLane(), values: newLane(), out: newLane(),
		enabled: map[string]bool{}, placed: map[string]string{}, groups: map[string]bool{}, context: 1, pingEvery: pingInterval, pongWithin: pongTimeout,
	}
}

// serve serves a client until it goes.
func (s *session) serve(conn *websocket.Conn) {
	s.mu.Lock()
	s.conn = conn
	s.mu.Unlock()
	if s.ctx.Err() != nil { // the server was closed meanwhile
		_ = conn.CloseNow() // it is gone
		return
	}
	conn.SetReadLimit(longestFrame)
	s.client = s.server.o.Client(events{s})
	var running sync.WaitGroup
	for _, run := range []func(){s.commands.run, s.values.run, s.out.run, s.watch} {
		running.Go(run)
	}
	s.read()
	s.cancel()
	for _, l := range []*lane{s.commands, s.values, s.out} {
		l.close()
	}
	running.Wait()
	s.forget()
	s.client.Close()
	_ = conn.CloseNow() // it is gone
}

// group returns the group of handles for one that the client has named, or for what it has named none: the same names of other clients are
// other groups.
func (s *session) group(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := strconv.Itoa(s.number) + ":" + name
	s.groups[own] = true
	return own
}

// forget releases the handles of the client, if a worker has time for that. All are gone when the last client is.
func (s *session) forget() {
	const patience = time.Second
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if len(s.groups) == 0 {
		return
	}
	_ = s.client.On(ctx, "", func(o debugger.Objects) {
		for group := range s.groups {
			o.ReleaseGroup(group)
		}
	})
}

// end ends the session.
func (s *session) end(why websocket.StatusCode, reason string) {
	s.mu.Lock()
	conn := s.conn
	s.mu.Unlock()
	if conn == nil {
		s.cancel()
		return
	}
	const farewell = time.Second
	time.AfterFunc(farewell, s.cancel)
	go func() {
		_ = conn.Close(why, reason) // the client may be gone
		s.cancel()
	}()
}

// watch ends the session when the client is gone without a word.
func (s *session) watch() {
	tick := time.NewTicker(s.pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
		}
		ctx, cancel := context.WithTimeout(s.ctx, s.pongWithin)
		err := s.conn.Ping(ctx)
		cancel()
		if err != nil {
			s.cut()
			return
		}
	}
}

// cut cuts the client off.
func (s *session) cut() {
	s.cancel()
	_ = s.conn.CloseNow() // it is not listening
}

// read reads commands until the client goes.
func (s *session) read() {
	for {
		_, text, err := s.conn.Read(s.ctx)
		if err != nil {
			return
		}
		r, hasID, err := readRequest(text)
		if err != nil {
			s.answer(r.id, hasID, nil, err)
			continue
		}
		if s.commands.add(func() { s.do(r) }) > mostCommands {
			s.cut()
			return
		}
	}
}

// do does a command.
func (s *session) do(r request) {
	reply := func(result any, err error) { s.answer(r.id, true, result, err) }
	run, known := methods[r.method]
	if !known {
		reply(nil, &protocolError{Code: codeNotFound, Message: "'" + r.method + "' wasn't found"})
		return
	}
	run.do(s, r.params, reply)
}

// answer writes the answer to a command.
func (s *session) answer(id int32, hasID bool, result any, err error) {
	message := map[string]any{}
	if hasID {
		message["id"] = id
	}
	var refused *protocolError
	switch {
	case errors.As(err, &refused):
		message["error"] = refused
	case err != nil:
		message["error"] = &protocolError{Code: codeServer, Message: err.Error()}
	case result == nil:
		message["result"] = struct{}{}
	default:
		message["result"] = result
	}
	s.send(message)
}

// event writes an event.
func (s *session) event(method string, params any) {
	s.send(map[string]any{"method": method, "params": params})
}

// send queues a message. A client that has left too much unread is cut off.
func (s *session) send(message any) {
	text, err := json.Marshal(message)
	if err != nil {
		text, _ = json.Marshal(map[string]any{"error": &protocolError{Code: codeServer, Message: err.Error()}})
	}
	waiting := s.queued.Add(int64(len(text))) - int64(len(text))
	if waiting > longestQueue {
		s.cut()
		return
	}
	s.queue(func() {
		s.write(text)
		s.queued.Add(-int64(len(text)))
	})
}

// queue lets the goroutine that writes do something in its turn.
func (s *session) queue(fn func()) {
	if s.out.add(fn) > mostEvents {
		s.cut()
	}
}

// write writes a message now.
func (s *session) write(text []byte) {
	ctx, cancel := context.WithTimeout(s.ctx, writeTimeout)
	defer cancel()
	if err := s.conn.Write(ctx, websocket.MessageText, text); err != nil {
		s.cut()
	}
}

// isEnabled reports whether the client has enabled a domain.
func (s *session) isEnabled(domain string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.enabled[domain]
}

func (s *session) enable(domain string, on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.enabled[domain] = on
}

// on lets a worker answer, and replies with what went wrong. It is called on the line of those commands.
func (s *session) on(handle string, reply func(any, error), fn func(debugger.Objects) (any, error)) {
	s.onWorker(s.ctx, handle, reply, func(o debugger.Objects) { reply(fn(o)) })
}

func (s *session) onWorker(ctx context.Context, handle string, reply func(any, error), fn func(debugger.Objects)) {
	if err := s.client.On(ctx, handle, fn); err != nil {
		reply(nil, err)
	}
}
