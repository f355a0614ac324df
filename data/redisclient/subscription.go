package redisclient

import (
	"context"
	"sync"
	"time"
)

// subscription is a Subscription on a connection of its own. One goroutine receives; others may send meanwhile.
type subscription struct {
	dial    func(context.Context) (*conn, error)
	timeout time.Duration

	mu     sync.Mutex // of what is written, and of the following
	conn   *conn
	closed bool
}

// open returns the connection, which it makes if there is none. It is called with the lock held.
func (s *subscription) open(ctx context.Context) (_ *conn, err error) {
	if s.closed {
		return nil, errClosed
	}
	if s.conn == nil {
		if s.conn, err = s.dial(ctx); err != nil {
			s.conn = nil
			return nil, err
		}
	}
	return s.conn, nil
}

func (s *subscription) send(ctx context.Context, name string, arguments []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.open(ctx)
	if err != nil {
		return err
	}
	command := Command{name}
	for _, a := range arguments {
		command = append(command, a)
	}
	if err := c.SetWriteDeadline(time.Now().Add(s.timeout)); err != nil {
		return err
	}
	return c.write(command)
}

// Subscribe implements Subscription.
func (s *subscription) Subscribe(ctx context.Context, channels ...string) error {
	return s.send(ctx, "SUBSCRIBE", channels)
}

// Unsubscribe implements Subscription.
func (s *subscription) Unsubscribe(ctx context.Context, channels ...string) error {
	return s.send(ctx, "UNSUBSCRIBE", channels)
}

// Ping implements Subscription.
func (s *subscription) Ping(ctx context.Context, payload ...string) error {
	return s.send(ctx, "PING", payload)
}

// Receive implements Subscription.
func (s *subscription) Receive(ctx context.Context, patience time.Duration) (Event, error) {
	s.mu.Lock()
	c, err := s.open(ctx)
	s.mu.Unlock()
	if err != nil {
		return Event{}, err
	}
	if err := c.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return Event{}, err
	}
	if _, err := c.in.Peek(1); err != nil { // takes nothing if nothing has come
		return Event{}, err
	}
	if err := c.SetReadDeadline(time.Now().Add(s.timeout)); err != nil {
		return Event{}, err
	}
	answer, err := c.read(0)
	if err != nil {
		return Event{}, err
	}
	return eventOf(answer)
}

func eventOf(answer any) (Event, error) {
	if refused, is := answer.(answered); is {
		return Event{}, refused
	}
	if answer == "PONG" { // without channels
		return Event{Kind: "pong"}, nil
	}
	list, _ := answer.([]any)
	text := func(i int) (text string) {
		if i < len(list) {
			text, _ = list[i].(string)
		}
		return text
	}
	switch kind := text(0); kind {
	case "message":
		return Event{kind, text(1), text(2)}, nil
	case "pong":
		return Event{Kind: kind, Message: text(1)}, nil
	case "subscribe", "unsubscribe":
		return Event{Kind: kind, Channel: text(1)}, nil
	}
	return Event{}, errAnswer
}

// Close implements Subscription.
func (s *subscription) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.conn == nil {
		return nil
	}
	return s.conn.Close()
}
