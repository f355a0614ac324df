package locks_test

import (
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/data/locks"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestRedisUndoes: an answer that is lost does not leave behind a lock without a holder.
func TestRedisUndoes(t *testing.T) {
	server := datatest.Redis(t)
	line := newLine(t, strings.TrimPrefix(server.URL, "redis+unix://"))
	far, near := openRedis(t, "redis+unix://"+line.socket+"?timeout=100ms", ""), openRedis(t, server.URL, "")
	if err := acquire(t, far, "a").Release(t.Context()); err != nil { // the server has the scripts now
		t.Fatal(err)
	}
	line.lose.Store(true)
	_, err := far.Acquire(t.Context(), locks.Request{Name: "invoices", Owner: "a", TTL: time.Hour})
	if fault.KindOf(err) != fault.Unavailable {
		t.Fatalf("got %v", err)
	}
	if _, err := near.Acquire(t.Context(), locks.Request{
		Name: "invoices", Owner: "b", Wait: 10 * time.Second, TTL: time.Hour,
	}); err != nil {
		t.Error(err)
	}
}

// line forwards requests to a server, and the answers back unless one is to be lost.
type line struct {
	socket string
	lose   atomic.Bool // drop the next answer
}

func newLine(t *testing.T, server string) *line {
	t.Helper()
	dir, err := os.MkdirTemp("", "line") // t.TempDir may be longer than a socket's name
	if err != nil {
		t.Fatal(err)
	}
	l := &line{socket: filepath.Join(dir, "sock")}
	listener, err := net.Listen("unix", l.socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close(); _ = os.RemoveAll(dir) })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go l.carry(client, server)
		}
	}()
	return l
}

func (l *line) carry(client net.Conn, server string) {
	conn, err := net.Dial("unix", server)
	if err != nil {
		_ = client.Close()
		return
	}
	go func() { _, _ = io.Copy(l.answers(client), conn); _ = client.Close() }()
	_, _ = io.Copy(conn, client)
	_ = conn.Close()
}

// answers returns a writer of the answers to a client.
func (l *line) answers(client net.Conn) io.Writer { return answers{l, client} }

type answers struct {
	line   *line
	client net.Conn
}

func (a answers) Write(p []byte) (int, error) {
	if a.line.lose.CompareAndSwap(true, false) {
		return len(p), nil
	}
	return a.client.Write(p)
}
