package tcp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime/debug"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/trace"
)

// socket is a connection, or what becomes one. A socket that is secured gives its connection to another one.
type socket struct {
	*realm

	ctx    context.Context // ends with the socket
	cancel context.CancelFunc
	opened *vm.Opened
	later  func(fn func() error) // runs fn on the VM, on behalf of no call
	over   sync.Once

	mu      sync.Mutex
	conn    net.Conn // nil before there is one, and when it was closed or taken
	closed  bool
	taken   bool
	reading chan struct{} // closed when the read that is under way has ended; nil if none is
	early   []byte        // what was read, and has not reached the script
	active  time.Time     // when something was sent or received

	timer *vm.Timer // for the VM only
	limit time.Duration
}

// errFull is the error of one socket too many.
var errFull = errors.New("too many sockets")

// newSocket returns a socket that belongs to the VM.
func (r *realm) newSocket(ctx context.Context) (*socket, error) {
	if r.open.Add(1) > int32(r.MaxOpen) {
		r.open.Add(-1)
		return nil, errFull
	}
	s := &socket{realm: r, active: time.Now()}
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	return s, r.VM.Apart(func() error {
		s.later = r.VM.Later()
		s.opened = r.VM.Open("Socket", s.shut)
		return nil
	})
}

// openSocket returns the functions of a new socket: openSocket(). It throws if there are too many.
func (r *realm) openSocket(goja.FunctionCall) goja.Value {
	s, err := r.newSocket(r.VM.Context())
	if err != nil {
		panic(r.failure(fmt.Errorf("%w: %d are open in this worker; destroy some first", err, r.MaxOpen), ""))
	}
	return s.functions()
}

func (s *socket) functions() goja.Value {
	return s.object(map[string]part.Native{
		"connect": s.connect, "read": s.read, "write": s.write, "end": s.end, "close": s.close, "reset": s.reset, "secure": s.secure,
		"noDelay": s.noDelay, "keepAlive": s.keepAlive, "timeout": s.timeout,
	})
}

// connect opens the connection: connect(network, target, done). done gets an error or null, and the two addresses.
func (s *socket) connect(call goja.FunctionCall) goja.Value {
	network, target := call.Argument(0).String(), call.Argument(1).String()
	done := s.callback(call.Argument(2))
	s.begin(func() {
		conn, err := s.dial(network, target)
		if err == nil && !s.set(conn) {
			_ = conn.Close()
			err = net.ErrClosed
		}
		s.tell(func() error {
			if err != nil {
				return done(s.failure(err, "connect"))
			}
			return done(goja.Null(), s.place(conn.LocalAddr()), s.place(conn.RemoteAddr()))
		})
	})
	return goja.Undefined()
}

// dial opens a connection in a span of the call that asks for it.
func (s *socket) dial(network, target string) (net.Conn, error) {
	ctx, span := trace.Start(s.ctx, trace.Client, "CONNECT "+target)
	conn, err := s.Dial(ctx, network, target)
	if span != nil {
		describe(span, network, target)
		if err != nil {
			span.Fail(codeOf(err), "")
		}
		span.End()
	}
	return conn, err
}

// place returns an address as scripts have it.
func (s *socket) place(at net.Addr) goja.Value {
	address := map[string]any{}
	if tcp, ok := at.(*net.TCPAddr); ok {
		host := tcp.AddrPort().Addr().Unmap()
		family := "IPv6"
		if host.Is4() {
			family = "IPv4"
		}
		address = map[string]any{"address": host.String(), "family": family, "port": tcp.Port}
	}
	return s.Runtime.ToValue(address)
}

// set gives the socket its connection, unless it was closed meanwhile.
func (s *socket) set(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.conn = conn
	return true
}

// begin does work of the socket on a goroutine of its own. A panic ends the socket, and is logged.
func (s *socket) begin(work func()) {
	go func() {
		defer func() {
			if p := recover(); p != nil {
				failure := fault.New("node.tcp", fault.Internal, "a connection failed").Because(fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
				s.later(func() error { return failure })
				s.shut()
			}
		}()
		work()
	}()
}

// tell runs fn on the VM, unless the socket was closed before its turn.
func (s *socket) tell(fn func() error) {
	s.later(func() error {
		if s.ctx.Err() != nil {
			return nil
		}
		return fn()
	})
}

// callback returns a function of the script as one that takes values.
func (s *socket) callback(value goja.Value) func(values ...goja.Value) error {
	fn, ok := goja.AssertFunction(value)
	if !ok {
		panic(s.Runtime.NewTypeError("a callback is not a function"))
	}
	return func(values ...goja.Value) error {
		_, err := fn(goja.Undefined(), values...)
		return err
	}
}

// close ends the socket at once: close().
func (s *socket) close(goja.FunctionCall) goja.Value {
	s.stopTimer()
	s.shut()
	return goja.Undefined()
}

// reset ends the socket, and the peer gets a reset instead of an end: reset().
func (s *socket) reset(call goja.FunctionCall) goja.Value {
	s.mu.Lock()
	if conn, ok := tcpOf(s.conn); ok {
		_ = conn.SetLinger(0)
	}
	s.mu.Unlock()
	return s.close(call)
}

// shut ends the socket, whose script hears nothing of it. Safe from any goroutine.
func (s *socket) shut() {
	s.mu.Lock()
	conn := s.conn
	s.conn, s.closed = nil, true
	s.mu.Unlock()
	s.cancel()
	s.release()
	if conn != nil {
		go func() { _ = conn.Close() }() // that of TLS says goodbye, for which a peer may have no room
	}
}

// release gives back the place of the socket.
func (s *socket) release() {
	s.over.Do(func() {
		s.open.Add(-1)
		if s.opened != nil { // the VM may be leaving its pool already, and has shut it before it was known
			s.opened.Closed()
		}
	})
}

// tcpOf returns the connection of TCP that is at the bottom of another one.
func tcpOf(conn net.Conn) (*net.TCPConn, bool) {
	for {
		switch of := conn.(type) {
		case *net.TCPConn:
			return of, true
		case interface{ TCP() (*net.TCPConn, bool) }:
			return of.TCP()
		case interface{ NetConn() net.Conn }:
			conn = of.NetConn()
		default:
			return nil, false
		}
	}
}
