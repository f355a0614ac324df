package sockets_test

import (
	"bufio"
	"context"
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// newPeer starts a server of WebSockets: one that does what is right, and ways of doing what is wrong.
func newPeer(t testing.TB) string {
	t.Helper()
	mux := http.NewServeMux()
	over := t.Context()
	accepting := func(path string, talk func(ctx context.Context, conn *websocket.Conn, r *http.Request)) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"chat", "superchat"}})
			if err != nil {
				return
			}
			conn.SetReadLimit(-1)
			talk(over, conn, r)
			_ = conn.CloseNow()
		})
	}
	accepting("/echo", func(ctx context.Context, conn *websocket.Conn, _ *http.Request) {
		for {
			kind, data, err := conn.Read(ctx)
			if err != nil || conn.Write(ctx, kind, data) != nil {
				return
			}
		}
	})
	accepting("/lengths", func(ctx context.Context, conn *websocket.Conn, _ *http.Request) {
		for {
			kind, data, err := conn.Read(ctx)
			if err != nil || conn.Write(ctx, websocket.MessageText, []byte(kind.String()+strconv.Itoa(len(data)))) != nil {
				return
			}
		}
	})
	accepting("/close", func(ctx context.Context, conn *websocket.Conn, r *http.Request) {
		code, _ := strconv.Atoi(r.FormValue("code"))
		_ = conn.Close(websocket.StatusCode(code), r.FormValue("reason"))
	})
	accepting("/closed", func(ctx context.Context, conn *websocket.Conn, _ *http.Request) {
		_, _, err := conn.Read(ctx)
		var said websocket.CloseError
		if errors.As(err, &said) {
			farewells <- strconv.Itoa(int(said.Code)) + " " + said.Reason
		} else {
			farewells <- "none"
		}
	})
	accepting("/ping", func(ctx context.Context, conn *websocket.Conn, _ *http.Request) {
		conn.CloseRead(ctx)
		answer := "pong"
		if err := conn.Ping(ctx); err != nil {
			answer = err.Error()
		}
		_ = conn.Write(ctx, websocket.MessageText, []byte(answer))
		_ = conn.Close(websocket.StatusNormalClosure, "")
	})
	accepting("/big", func(ctx context.Context, conn *websocket.Conn, r *http.Request) {
		n, _ := strconv.Atoi(r.FormValue("n"))
		_ = conn.Write(ctx, websocket.MessageText, []byte(strings.Repeat("x", n)))
		_, _, _ = conn.Read(ctx)
	})
	accepting("/request", func(ctx context.Context, conn *websocket.Conn, r *http.Request) {
		user, password, _ := r.BasicAuth()
		_ = conn.Write(ctx, websocket.MessageText,
			[]byte(r.UserAgent()+" "+r.URL.RequestURI()+" "+user+":"+password+" "+r.Header.Get("Sec-WebSocket-Extensions")))
		_ = conn.Close(websocket.StatusNormalClosure, "")
	})
	mux.Handle("/redirect", http.RedirectHandler("/echo", http.StatusFound))
	mux.HandleFunc("/silent", func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-over.Done():
		}
	})
	mux.HandleFunc("/raw", rawPeer)
	server := httptest.NewServer(mux)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return "ws" + strings.TrimPrefix(server.URL, "http")
}

// farewells are what clients of /closed have said at the end.
var farewells = make(chan string, 100)

// rawPeer answers the handshake and sends the bytes that the URL has in base 64; then it does not read until the client goes, or, with cut,
// ends the connection.
func rawPeer(w http.ResponseWriter, r *http.Request) {
	sent, _ := base64.RawURLEncoding.DecodeString(r.FormValue("send"))
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	more, _ := strconv.Atoi(r.FormValue("more"))
	sent = append(sent, strings.Repeat("x", more)...)
	sum := sha1.Sum([]byte(r.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	accept := base64.StdEncoding.EncodeToString(sum[:])
	if r.FormValue("accept") != "" {
		accept = r.FormValue("accept")
	}
	answer := "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept + "\r\n"
	if more := r.FormValue("header"); more != "" {
		answer += more + "\r\n"
	}
	_, _ = io.WriteString(conn, answer+"\r\n"+string(sent))
	if r.FormValue("cut") != "" {
		return
	}
	_, _ = io.Copy(io.Discard, bufio.NewReader(conn))
}

// raw returns the path of a peer that sends bytes after the handshake.
func raw(text string) string {
	return "/raw?send=" + base64.RawURLEncoding.EncodeToString([]byte(text))
}

// listen accepts connections that nobody answers.
func listen(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return "ws://" + l.Addr().String()
}
