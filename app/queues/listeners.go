package queues

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/telemetry"
	"github.com/fwrun/fwrun/queue"
)

// Listening is how the messages of a generation are handled.
type Listening struct {
	Listeners []*manifest.Listener
	Run       func(ctx context.Context, timeout time.Duration, index int, deliveries []engine.Delivery) error // on a worker
	Working   func(ctx context.Context) context.Context                                                       // see [queue.Listener]
	Metrics   *telemetry.Metrics

	// Begin returns the context in which messages of a system are handled, and what is called when they were.
	Begin func(ctx context.Context, l *manifest.Listener, system string, batch []*queue.Message) (
		of context.Context, end func(took time.Duration, err error))
	Failed func(listener string, err error) // is called with what a listener throws; may be nil
}

// Listen hands each connection its listeners. The results wait for what is in hand of the listeners before them.
func (p *Part) Listen(how Listening) (former []*queue.Runs) {
	for _, q := range p.open {
		former = append(former, q.Of.Listen(p.listenersOn(q.Of.Name(), how)))
	}
	return former
}

// listenersOn returns the listeners on a connection.
func (p *Part) listenersOn(connection string, how Listening) (list []queue.Listener) {
	handler, system := Handler{Senders: p.in.Senders, Run: how.Run}, p.System(connection)
	for i, l := range how.Listeners {
		if l.Connection != connection {
			continue
		}
		policy := p.settings.Policy(l)
		one := queue.Listener{Queue: l.Queue, Name: l.Name, Policy: policy, Working: how.Working}
		one.Handle = func(ctx context.Context, batch []*queue.Message) error {
			ctx, end := how.Begin(ctx, l, system, batch)
			began := time.Now()
			err := handler.Handle(ctx, l, i, policy.Timeout, batch)
			took := time.Since(began)
			how.Metrics.MessageHandled(telemetry.Message{Queue: l.Queue, System: system, Count: len(batch), Failure: Failure(err), Took: took})
			end(took, err)
			if err != nil && how.Failed != nil {
				how.Failed(l.Name, err)
			}
			return err
		}
		list = append(list, one)
	}
	return list
}
