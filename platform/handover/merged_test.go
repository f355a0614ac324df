package handover

import (
	"net"
	"os"
	"testing"
	"time"
)

// given is a listener that has something to accept, or whose deadline has passed.
type given struct {
	net.Listener
	conns chan net.Conn
}

func (g given) Accept() (net.Conn, error) {
	select {
	case conn, more := <-g.conns:
		if more {
			return conn, nil
		}
		return nil, net.ErrClosed
	default:
		return nil, os.ErrDeadlineExceeded
	}
}

func (g given) Close() error { close(g.conns); return nil }

func (given) SetDeadline(time.Time) error { return nil }

// TestMergedDeadline: a deadline has passed when it has for all listeners, and none has a connection left. What is accepted until then
// is not lost.
func TestMergedDeadline(t *testing.T) {
	for range 100 {
		a, b := given{conns: make(chan net.Conn, 3)}, given{conns: make(chan net.Conn, 3)}
		for range 3 {
			_, conn := net.Pipe()
			b.conns <- conn
		}
		list := merged([]net.Listener{a, b})
		for i := range 3 {
			conn, err := list.Accept()
			if err != nil {
				t.Fatalf("connection %d: %v", i, err)
			}
			_ = conn.Close()
			if err := list.(*several).SetDeadline(time.Time{}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := list.Accept(); !os.IsTimeout(err) {
			t.Fatalf("got %v", err)
		}
		if err := list.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
