package sockets

import (
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

// dial opens the connection. A redirect is not followed.
func (s *socket) dial() (*websocket.Conn, error) {
	limit := s.Timeout
	slow := time.AfterFunc(limit, func() { s.abort(&slowError{"the handshake", limit}) })
	defer slow.Stop()
	//nolint:bodyclose // Dial has closed it, or it is the connection
	conn, _, err := websocket.Dial(s.handshake, s.address, &websocket.DialOptions{
		HTTPClient: &http.Client{
			Transport:     keeping{s.Transport, s.keep},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		HTTPHeader:   http.Header{"User-Agent": {userAgent}},
		Subprotocols: s.protocols,
	})
	if err == nil && len(s.protocols) > 0 && conn.Subprotocol() == "" {
		err = errors.New("the server has chosen none of the protocols")
	}
	if err == nil && s.handshake.Err() != nil {
		err = s.handshake.Err()
	}
	if err != nil {
		if conn != nil {
			go s.bye(conn, websocket.StatusNormalClosure, "")
		}
		return nil, err
	}
	conn.SetReadLimit(s.MaxMessage)
	s.mu.Lock()
	s.conn = conn
	s.mu.Unlock()
	if s.gone.Load() { // leaves may not have seen it
		s.cut()
		_ = conn.CloseNow()
		return nil, net.ErrClosed
	}
	return conn, nil
}

// userAgent is the name of the sender in requests, as in those of fetch.
const userAgent = "fwrun"

// keep remembers how to cut off a connection.
func (s *socket) keep(body io.Closer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.body = body
}

// keeping is a transport that tells of the body of an answer that changes the protocol.
type keeping struct {
	http.RoundTripper
	keep func(io.Closer)
}

func (k keeping) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := k.RoundTripper.RoundTrip(r)
	if err == nil && response.StatusCode == http.StatusSwitchingProtocols {
		k.keep(response.Body)
	}
	return response, err
}
