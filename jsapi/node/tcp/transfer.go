package tcp

import (
	"bytes"
	"errors"
	"io"
	"net"
	"sync"
	"time"

	"github.com/dop251/goja"
)

// chunk is the most that is read at a time.
const chunk = 64 << 10

var chunks = sync.Pool{New: func() any { return new([chunk]byte) }}

// read asks for the next bytes: read(done). done gets an error, or bytes, or null at the end. It does nothing while a read is under way.
func (s *socket) read(call goja.FunctionCall) goja.Value {
	done := s.callback(call.Argument(0))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn == nil || s.reading != nil || len(s.early) > 0 {
		return goja.Undefined()
	}
	conn, ended := s.conn, make(chan struct{})
	s.reading = ended
	s.begin(func() {
		defer close(ended)
		data, err := next(conn)
		if !s.fits(len(data)) {
			data, err = nil, errMemory
		}
		s.mu.Lock()
		s.reading, s.early, s.active = nil, data, time.Now()
		taken := s.taken
		s.mu.Unlock()
		if !taken {
			s.tell(func() error { return s.arrived(err, done) })
		}
	})
	return goja.Undefined()
}

// next waits for the next bytes of a connection.
func next(conn net.Conn) ([]byte, error) {
	into := chunks.Get().(*[chunk]byte)
	defer chunks.Put(into)
	n, err := conn.Read(into[:])
	if n > 0 {
		err = nil // it comes again
	}
	return bytes.Clone(into[:n]), err
}

// errMemory is the error of a socket whose peer sends more than there is memory for.
var errMemory = errors.New("what the peer sends has no room within server.memory-limit")

// fits reports whether there is memory for what sockets read: scripts may keep it in runs that are too short to be stopped, and long after
// the call that has opened them. It looks once for some reads.
func (r *realm) fits(count int) bool {
	if r.unlooked.Add(int64(count)) < chunk {
		return true
	}
	r.unlooked.Store(0)
	made, err := r.VM.Room(chunk)
	if err == nil {
		made()
	}
	return err == nil
}

// arrived passes to the script what was read, unless the connection was taken meanwhile, with what was read of it.
func (s *socket) arrived(err error, done func(...goja.Value) error) error {
	s.mu.Lock()
	data, taken := s.early, s.taken
	s.early = nil
	s.mu.Unlock()
	switch {
	case taken:
		return nil
	case len(data) > 0:
		return done(goja.Null(), s.NewBuffer(data))
	case errors.Is(err, io.EOF):
		return done(goja.Null(), goja.Null())
	}
	return done(s.failure(err, "read"))
}

// write sends bytes: write(bytes, done). done gets an error or null. The script waits for it before it writes again.
func (s *socket) write(call goja.FunctionCall) goja.Value {
	view, ok := s.Bytes(call.Argument(0))
	if !ok {
		panic(s.Runtime.NewTypeError("only bytes can be written"))
	}
	made, err := s.VM.Room(len(view))
	if err != nil {
		panic(s.VM.ErrorValue(err))
	}
	data := bytes.Clone(view)
	made()
	s.with(call.Argument(1), "write", func(conn net.Conn) error {
		_, err := conn.Write(data)
		return err
	})
	return goja.Undefined()
}

// end says that nothing more is sent: end(done).
func (s *socket) end(call goja.FunctionCall) goja.Value {
	s.with(call.Argument(0), "shutdown", closeWrite)
	return goja.Undefined()
}

// closeWrite ends one direction of a connection. TLS says goodbye before.
func closeWrite(conn net.Conn) error {
	half, ok := conn.(interface{ CloseWrite() error })
	if !ok {
		return nil
	}
	err := half.CloseWrite()
	if below, ok := conn.(interface{ NetConn() net.Conn }); ok && err == nil {
		return closeWrite(below.NetConn())
	}
	return err
}

// with does something to the connection on a goroutine, and tells the script of its end.
func (s *socket) with(then goja.Value, call string, do func(conn net.Conn) error) {
	done := s.callback(then)
	s.mu.Lock()
	conn := s.conn
	s.active = time.Now()
	s.mu.Unlock()
	s.begin(func() {
		err := net.ErrClosed
		if conn != nil {
			err = do(conn)
		}
		s.mu.Lock()
		s.active = time.Now()
		s.mu.Unlock()
		s.tell(func() error {
			if err != nil {
				return done(s.failure(err, call))
			}
			return done(goja.Null())
		})
	})
}

// noDelay says whether small pieces are sent at once: noDelay(on).
func (s *socket) noDelay(call goja.FunctionCall) goja.Value {
	s.mu.Lock()
	defer s.mu.Unlock()
	if conn, ok := tcpOf(s.conn); ok {
		_ = conn.SetNoDelay(call.Argument(0).ToBoolean())
	}
	return goja.Undefined()
}

// keepAlive says whether the system asks a silent peer if it is still there: keepAlive(on, milliseconds).
func (s *socket) keepAlive(call goja.FunctionCall) goja.Value {
	s.mu.Lock()
	defer s.mu.Unlock()
	if conn, ok := tcpOf(s.conn); ok {
		idle := time.Duration(call.Argument(1).ToInteger()) * time.Millisecond
		_ = conn.SetKeepAliveConfig(net.KeepAliveConfig{Enable: call.Argument(0).ToBoolean(), Idle: idle})
	}
	return goja.Undefined()
}

// timeout calls the script once when nothing was sent or received for so long: timeout(milliseconds, fire). 0 ends that.
func (s *socket) timeout(call goja.FunctionCall) goja.Value {
	s.stopTimer()
	if s.limit = time.Duration(call.Argument(0).ToFloat() * float64(time.Millisecond)); s.limit <= 0 {
		return goja.Undefined()
	}
	fire := s.callback(call.Argument(1))
	s.mu.Lock()
	s.active = time.Now()
	s.mu.Unlock()
	s.wait(s.limit, fire)
	return goja.Undefined()
}

func (s *socket) stopTimer() {
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
}

func (s *socket) wait(left time.Duration, fire func(...goja.Value) error) {
	s.timer = s.VM.AfterForNone(left, func() error {
		if s.ctx.Err() != nil {
			return nil
		}
		s.mu.Lock()
		left := s.limit - time.Since(s.active)
		s.mu.Unlock()
		if left > 0 {
			s.wait(left, fire)
			return nil
		}
		s.timer = nil
		return fire()
	})
}
