package tape

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/fault"
)

// Sender returns a sender of messages that records what is sent.
func (r *Recorder) Sender(connection string, inner messages.Sender) messages.Sender {
	return &recordedSender{inner, r, connection}
}

type recordedSender struct {
	messages.Sender
	by         *Recorder
	connection string
}

// sentMessages is the recorded answer to the sending of messages.
type sentMessages struct {
	IDs []string `json:"ids"`
}

func (s *recordedSender) Send(ctx context.Context, list []messages.Outgoing) ([]string, error) {
	ids, err := s.Sender.Send(ctx, list)
	s.note(ctx, list, ids, err)
	return ids, err
}

// SendIn sends within a transaction. What that does in the database is not the application's.
func (s *recordedSender) SendIn(ctx context.Context, tx sql.Session, list []messages.Outgoing) ([]string, func(), error) {
	ids, committed, err := s.Sender.SendIn(replay.With(ctx, nil), tx, list)
	s.note(ctx, list, ids, err)
	return ids, committed, err
}

func (s *recordedSender) note(ctx context.Context, list []messages.Outgoing, ids []string, err error) {
	if replay.Of(ctx) == nil {
		return
	}
	size := 0
	for i := range list {
		size += 128 + len(list[i].Body)
	}
	add(ctx, replay.Send, size, func() (replay.Call, error) {
		c := replay.Call{Asks: s.by.messageAsks(s.connection, list)}
		if err != nil {
			c.Fails = faultOf(err)
			return c, nil
		}
		return c, c.Set(sentMessages{ids})
	})
}

// messageAsks is what is asked by who sends messages.
func (r *Recorder) messageAsks(connection string, list []messages.Outgoing) map[string]any {
	all := make([]any, len(list))
	for i := range list {
		all[i] = r.message(&list[i])
	}
	return map[string]any{"connection": connection, "messages": all}
}

func (r *Recorder) message(m *messages.Outgoing) map[string]any {
	asks := map[string]any{"queue": m.Queue}
	headers := map[string]any{}
	for name, value := range m.Headers {
		if !isIncidental(name) {
			headers[name] = r.text(name, value)
		}
	}
	if len(headers) > 0 {
		asks["headers"] = headers
	}
	for name, value := range map[string]string{"id": m.ID, "key": m.Key, "unique": m.Unique} {
		if value != "" {
			asks[name] = stories.Harmless(value) // a key is that of an order, and no secret
		}
	}
	if !m.At.IsZero() {
		asks["at"] = m.At.UTC().Truncate(time.Millisecond).Format(time.RFC3339Nano)
	}
	if m.Priority != nil {
		asks["priority"] = *m.Priority
	}
	return asksOf(asks, r.body(m.ContentType, m.Body, true))
}

// PlayedSender returns a sender that sends nothing.
func PlayedSender(connection string, inner messages.Sender, by *Recorder) messages.Sender {
	return &playedSender{inner, by, connection}
}

type playedSender struct {
	messages.Sender
	by         *Recorder
	connection string
}

func (s *playedSender) Send(ctx context.Context, list []messages.Outgoing) ([]string, error) {
	p := replay.PlayerOf(ctx)
	if p == nil {
		return s.Sender.Send(ctx, list)
	}
	c, err := asked(ctx, p, replay.Send, s.by.messageAsks(s.connection, list))
	if err != nil {
		return nil, err
	}
	var given sentMessages
	if err := c.Given(&given); err != nil {
		return nil, err
	}
	if len(given.IDs) != len(list) {
		return nil, fault.New("tape.send", fault.Invalid, "the recording does not give an id for each message")
	}
	return given.IDs, nil
}

func (s *playedSender) SendIn(ctx context.Context, tx sql.Session, list []messages.Outgoing) ([]string, func(), error) {
	if replay.PlayerOf(ctx) == nil {
		return s.Sender.SendIn(ctx, tx, list)
	}
	ids, err := s.Send(ctx, list)
	return ids, func() {}, err
}

// unreached is the error for what only requests may use in a replay.
func unreached(what string) error {
	return fault.New("tape.play", fault.Unavailable, "a replay does not reach "+what+": only requests were recorded")
}
