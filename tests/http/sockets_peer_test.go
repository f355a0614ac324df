package http

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// socketPeer is a server of WebSockets and event streams that knows how its connections have ended.
type socketPeer struct {
	url   string
	open  atomic.Int32
	ended chan string // "of code reason"
}

func newSocketPeer(t *testing.T) *socketPeer {
	t.Helper()
	p := &socketPeer{ended: make(chan string, 2000)}
	mux := http.NewServeMux()
	accept := func(path string, talk func(ctx context.Context, conn *websocket.Conn) error) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			conn, err := websocket.Accept(w, r, nil)
			if err != nil {
				return
			}
			p.open.Add(1)
			defer p.open.Add(-1)
			ctx, cancel := context.WithCancel(context.Background())
			failed := make(chan error, 1)
			go func() { failed <- talk(ctx, conn) }()
			err = <-failed
			cancel()
			if path == "/ticks" {
				// What the other side has said at the end is found by reading on.
				if websocket.CloseStatus(err) == -1 {
					_, _, err = conn.Read(context.Background())
				}
				p.ended <- fmt.Sprintf("%s %d", r.FormValue("of"), websocket.CloseStatus(err))
			}
			_ = conn.CloseNow()
		})
	}
	accept("/ticks", func(ctx context.Context, conn *websocket.Conn) error {
		gone := make(chan error, 1)
		go func() {
			_, _, err := conn.Read(ctx)
			gone <- err
		}()
		for n := 0; ; n++ {
			if err := conn.Write(ctx, websocket.MessageText, []byte(strconv.Itoa(n))); err != nil {
				return <-gone
			}
			select {
			case err := <-gone:
				return err
			case <-time.After(5 * time.Millisecond):
			}
		}
	})
	accept("/echo", func(ctx context.Context, conn *websocket.Conn) error {
		for {
			kind, data, err := conn.Read(ctx)
			if err == nil {
				err = conn.Write(ctx, kind, data)
			}
			if err != nil {
				return err
			}
		}
	})
	accept("/flood", func(ctx context.Context, conn *websocket.Conn) error {
		for {
			if err := conn.Write(ctx, websocket.MessageText, []byte("x")); err != nil {
				return err
			}
		}
	})
	mux.HandleFunc("/events", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for r.Context().Err() == nil {
			_, _ = io.WriteString(w, strings.Repeat("data:x\n\n", 100))
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	p.url = "ws" + strings.TrimPrefix(server.URL, "http")
	return p
}
