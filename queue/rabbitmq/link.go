package rabbitmq

import (
	"context"
	"crypto/tls"
	"net"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/fwrun/fwrun/platform/fault"
)

// link is a connection that is made when it is needed, and made again when it is lost.
type link struct {
	url     string
	busy    chan struct{} // holds an element while a goroutine uses what is below
	conn    *amqp.Connection
	refused error // by the last try
	until   time.Time
	pause   time.Duration
	closed  bool
}

func newLink(url string) *link { return &link{url: url, busy: make(chan struct{}, 1)} }

// CheckURL checks a URL. The error does not repeat it.
func CheckURL(url string) error {
	if _, err := amqp.ParseURI(url); err != nil {
		return fault.New("queue.open", fault.Invalid, "the URL of the RabbitMQ server is not valid").
			WithHint("write it such as amqp://user:password@rabbit.example.com:5672/vhost, or with amqps: in front")
	}
	return nil
}

// get returns the connection. After a try that failed it does not try again for a while, which grows.
func (l *link) get(ctx context.Context) (*amqp.Connection, error) {
	select {
	case l.busy <- struct{}{}:
		defer func() { <-l.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	switch {
	case l.closed:
		return nil, amqp.ErrClosed
	case l.conn != nil && !l.conn.IsClosed():
		return l.conn, nil
	case l.refused != nil && time.Now().Before(l.until):
		return nil, l.refused
	}
	conn, err := Dial(ctx, l.url)
	if err != nil {
		l.pause = min(max(2*l.pause, firstPause), lastPause)
		l.refused, l.until = err, time.Now().Add(l.pause)
		return nil, err
	}
	l.conn, l.refused, l.pause = conn, nil, 0
	return conn, nil
}

// Dial connects to the server of a URL, whatever there is on it.
func Dial(ctx context.Context, url string) (*amqp.Connection, error) {
	ctx, cancel := context.WithTimeout(ctx, defaultTimeout)
	defer cancel()
	return amqp.DialConfig(url, amqp.Config{
		Heartbeat: heartbeat, Locale: "en_US", Properties: amqp.Table{"connection_name": "fwrun"},
		TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
		Dial: func(network, address string) (net.Conn, error) {
			conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
			if err == nil {
				deadline, _ := ctx.Deadline()
				err = conn.SetDeadline(deadline) // of the handshake; the library removes it
			}
			return conn, err
		},
	})
}

// close closes the connection for good.
func (l *link) close() {
	l.busy <- struct{}{}
	defer func() { <-l.busy }()
	l.closed = true
	if l.conn != nil {
		_ = l.conn.CloseDeadline(time.Now().Add(closeTimeout)) // it may be lost already
	}
}
