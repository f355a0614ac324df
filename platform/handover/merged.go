package handover

import (
	"errors"
	"net"
	"sync"
	"time"
)

// several accepts from several listeners.
type several struct {
	list     []net.Listener
	accepted chan accepted
	closed   chan struct{}
	once     sync.Once
	err      error

	mu      sync.Mutex
	late    int           // listeners whose deadline has passed
	renewed chan struct{} // closed by the next SetDeadline
}

type accepted struct {
	conn net.Conn
	err  error
}

// merged returns one listener for several.
func merged(list []net.Listener) net.Listener {
	if len(list) == 1 {
		return list[0]
	}
	s := &several{list: list, accepted: make(chan accepted), closed: make(chan struct{}), renewed: make(chan struct{})}
	for _, l := range list {
		go s.accept(l)
	}
	return s
}

// accept passes on what one listener accepts. A server that gets an error waits before the next call, and so does this.
func (s *several) accept(l net.Listener) {
	for {
		conn, err := l.Accept()
		if timeout, is := err.(interface{ Timeout() bool }); is && timeout.Timeout() && s.isEarly() {
			continue
		}
		select {
		case s.accepted <- accepted{conn, err}:
		case <-s.closed:
			if conn != nil {
				_ = conn.Close()
			}
			return
		}
		if errors.Is(err, net.ErrClosed) {
			return
		}
	}
}

// isEarly is called when the deadline of a listener has passed. It reports whether there is another one since. The last listener of all
// passes the error on: who gets it closes the listeners, and must have got all connections before.
func (s *several) isEarly() bool {
	s.mu.Lock()
	s.late++
	last, renewed := s.late == len(s.list), s.renewed
	s.mu.Unlock()
	if last {
		return false
	}
	select {
	case <-renewed:
		return true
	case <-s.closed:
		return false
	}
}

// Accept implements net.Listener.
func (s *several) Accept() (net.Conn, error) {
	select {
	case a := <-s.accepted:
		return a.conn, a.err
	case <-s.closed:
		return nil, net.ErrClosed
	}
}

// Close closes all listeners.
func (s *several) Close() error {
	s.once.Do(func() {
		close(s.closed)
		s.err = closeAll(s.list)
	})
	return s.err
}

// Addr returns the address of the first listener.
func (s *several) Addr() net.Addr { return s.list[0].Addr() }

// SetDeadline sets the deadline of Accept.
func (s *several) SetDeadline(t time.Time) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.list {
		if timed, is := l.(interface{ SetDeadline(t time.Time) error }); is {
			err = errors.Join(err, timed.SetDeadline(t))
		}
	}
	s.late = 0
	close(s.renewed)
	s.renewed = make(chan struct{})
	return err
}
