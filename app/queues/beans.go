package queues

import (
	"context"
	"errors"
	"time"

	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/telemetry"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/connect"
)

// Observers are what sees the messages that scripts send.
type Observers struct {
	Metrics *telemetry.Metrics
	Sent    func(ctx context.Context, list []messages.Outgoing, took time.Duration, err error)
	Taped   func(*messages.Connection) // stands before what sends, to record or to replay
	Noted   *Notes                     // of what a test sends; may be nil
}

// Beans returns the connections behind the beans that send. Those of a closed part send nothing.
func (p *Part) Beans(by Observers) []messages.Connection {
	var list []messages.Connection
	for i, c := range p.settings.Connections {
		one := messages.Connection{Name: c.Name, Primary: i == 0, System: p.System(c.Name), Seal: p.in.Senders.Seal()}
		if i < len(p.open) {
			one.Sender = sender{p.open[i].Of, by.sent(one.System)}
			by.Taped(&one)
			one.Sender = by.Noted.Of(one.Sender, one.Name)
		}
		list = append(list, one)
	}
	return list
}

// sent returns what measures messages that are sent to a system.
func (by Observers) sent(system string) func(ctx context.Context, list []messages.Outgoing, took time.Duration, err error) {
	return func(ctx context.Context, list []messages.Outgoing, took time.Duration, err error) {
		by.Sent(ctx, list, took, err)
		counts := map[string]int{}
		for i := range list {
			counts[list[i].Queue]++
		}
		for name, n := range counts {
			by.Metrics.MessageSent(telemetry.Message{Queue: name, System: system, Count: n, Failure: Failure(err), Took: took})
		}
	}
}

// Failure returns the kind of an error, of which there are few.
func Failure(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.As(err, new(*queue.RejectedError)):
		return "rejected"
	case errors.As(err, new(*queue.RetryError)):
		return "retry"
	case errors.Is(err, queue.ErrStopped):
		return "stopped"
	}
	switch fault.KindOf(err) {
	case fault.Timeout:
		return "timeout"
	case fault.Unavailable:
		return "unavailable"
	case fault.Invalid, fault.TooLarge:
		return "invalid"
	}
	return "failed"
}

// sender adapts a connection to [messages.Sender].
type sender struct {
	to   *connect.Connection
	sent func(ctx context.Context, list []messages.Outgoing, took time.Duration, err error)
}

func (s sender) Send(ctx context.Context, list []messages.Outgoing) ([]string, error) {
	began := time.Now()
	ids, err := s.to.SendAll(ctx, outgoingMessages(list))
	s.sent(ctx, list, time.Since(began), err)
	return ids, err
}

func (s sender) Outbox() string { return s.to.Outbox() }

func (s sender) SendIn(ctx context.Context, tx sql.Session, list []messages.Outgoing) ([]string, func(), error) {
	began := time.Now()
	ids, err := s.to.SendIn(ctx, transactionOf{tx}, outgoingMessages(list))
	s.sent(ctx, list, time.Since(began), err)
	return ids, s.to.Committed, err
}

func outgoingMessages(list []messages.Outgoing) []queue.Outgoing {
	out := make([]queue.Outgoing, len(list))
	for i, m := range list {
		out[i] = queue.Outgoing(m)
	}
	return out
}

// transactionOf adapts a transaction of scripts to [table.Session].
type transactionOf struct{ sql.Session }

func (t transactionOf) Update(ctx context.Context, text string, values []any) (int64, error) {
	affected, _, err := t.Session.Update(ctx, text, sql.Args{Values: values})
	return affected, err
}
