package host

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/host/forwarded"
)

// exhausted is a listener that returns an error until it is closed.
type exhausted struct {
	err    error
	left   int // the errors that come before connections
	tries  []time.Time
	closed atomic.Bool
}

func (e *exhausted) Accept() (net.Conn, error) {
	e.tries = append(e.tries, time.Now())
	switch {
	case e.closed.Load():
		return nil, &net.OpError{Op: "accept", Err: net.ErrClosed}
	case e.left > 0:
		e.left--
		return nil, &net.OpError{Op: "accept", Net: "tcp", Err: os.NewSyscallError("accept4", e.err)}
	}
	one, other := net.Pipe()
	_ = other.Close()
	return one, nil
}

func (e *exhausted) Close() error   { e.closed.Store(true); return nil }
func (e *exhausted) Addr() net.Addr { return &net.TCPAddr{} }

func listenTo(inner net.Listener) (l net.Listener, log *bytes.Buffer) {
	log = new(bytes.Buffer)
	settings := Settings{}
	settings.fill()
	return newConnections(settings, slog.New(slog.NewJSONHandler(log, nil)), func(*conn, *problem) {}, func() *forwarded.Trust { return nil }).
		listen(inner), log
}

// TestAcceptWaits: a temporary error leads to pauses that grow up to a second, and is logged once a minute.
func TestAcceptWaits(t *testing.T) {
	for _, err := range []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, syscall.ECONNABORTED} {
		t.Run(err.Error(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				inner := &exhausted{err: err, left: 130}
				l, log := listenTo(inner)
				began := time.Now()
				if _, err := l.Accept(); err != nil {
					t.Fatal(err)
				}
				first, last := inner.tries[1].Sub(inner.tries[0]), inner.tries[130].Sub(inner.tries[129])
				if first != firstAcceptPause || last != maxAcceptPause {
					t.Errorf("the first pause is %v, the last one %v", first, last)
				}
				took := time.Since(began)
				if lines := strings.Count(log.String(), "\n"); lines != 1+int(took/acceptLogPause) {
					t.Errorf("%d lines in %v:\n%s", lines, took, log)
				}
				inner.left = 1
				if _, err := l.Accept(); err != nil {
					t.Fatal(err)
				}
				if pause := inner.tries[132].Sub(inner.tries[131]); pause != firstAcceptPause {
					t.Errorf("behind a connection the first pause is %v", pause)
				}
			})
		})
	}
}

// TestAcceptStops: a stop ends the wait.
func TestAcceptStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := &exhausted{err: syscall.EMFILE, left: 1e9}
		l, _ := listenTo(inner)
		ended := make(chan error)
		go func() { _, err := l.Accept(); ended <- err }()
		<-time.After(time.Hour)
		_ = l.Close()
		began := time.Now()
		if err := <-ended; !errors.Is(err, net.ErrClosed) || time.Since(began) > 0 {
			t.Errorf("got %v after %v", err, time.Since(began))
		}
	})
}

// TestAcceptFails: a permanent error is returned at once.
func TestAcceptFails(t *testing.T) {
	inner := &exhausted{err: syscall.EINVAL, left: 1}
	l, log := listenTo(inner)
	if _, err := l.Accept(); !errors.Is(err, syscall.EINVAL) || log.Len() > 0 {
		t.Error(fmt.Sprint(err), log)
	}
}
