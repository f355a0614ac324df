package queues

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"github.com/fwrun/fwrun/app/share"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/connect"
)

// Surroundings are what connections need of others.
type Surroundings struct {
	Properties *config.Properties                       // that the settings were read from
	Datasource func(name string) (db *data.DB, ok bool) // must not hold a generation, which connections outlive
	TakenOver  bool                                     // the datasources are those of the generation before
	System     func(datasource string) string           // as OpenTelemetry calls it
	Senders    Senders
	Log        *slog.Logger // fwrun's own
	Queues     *slog.Logger // of connections
}

// Part is the connections of a generation.
type Part struct {
	settings Settings
	in       Surroundings
	open     []*share.Resource[*connect.Connection] // in the order of the settings; nil if they are closed
	brokers  *connect.Servers                       // of all generations
}

// Open takes over the connections of the generation before whose settings are the same, and makes the others. It reaches no server. With
// an error, the part is closed.
func Open(s Settings, in Surroundings, before *Part) (*Part, error) {
	p := &Part{settings: s, in: in, brokers: &connect.Servers{}}
	if before != nil {
		p.brokers = before.brokers
	}
	for i, c := range s.Connections {
		if former := before.like(c, in); former != nil {
			p.open = append(p.open, former.Share())
			continue
		}
		opened, err := connect.Open(c.Settings, connect.Surroundings{
			Folder: s.folder, Datasource: in.Datasource, Servers: p.brokers, Hurry: s.Hurry, Clock: s.Clock,
			Log: in.Queues, Describe: func(err error) []slog.Attr { return engine.FailureAttrs(err, false) },
		})
		if err != nil {
			_ = p.Close() // the first error is the one to report
			return Closed(s, in), s.at(in.Properties, i, err)
		}
		p.open = append(p.open, share.New(opened))
	}
	return p, nil
}

// Closed returns a part without connections, for scripts that are only inspected, whatever is wrong with the settings.
func Closed(s Settings, in Surroundings) *Part { return &Part{settings: s, in: in} }

// like returns the connection that the next generation can continue to use, or nil.
func (p *Part) like(wanted Connection, next Surroundings) *share.Resource[*connect.Connection] {
	if p == nil {
		return nil
	}
	i := slices.IndexFunc(p.settings.Connections, func(c Connection) bool { return c.Settings == wanted.Settings })
	if i < 0 || i >= len(p.open) || len(wanted.Datasources()) > 0 && !next.TakenOver {
		return nil
	}
	return p.open[i]
}

// at adds the place of its configuration to the error of a connection.
func (s Settings) at(props *config.Properties, index int, err error) error {
	if key := s.Connections[index].key; key != "" {
		return props.At(key+".url", err)
	}
	return err
}

// Close closes the connections that no other generation uses. It does nothing if p is nil.
func (p *Part) Close() error {
	if p == nil {
		return nil
	}
	var failed []error
	for i, q := range p.open {
		if err := q.Release(); err != nil {
			failed = append(failed, fmt.Errorf("queue connection %q: %w", p.settings.Connections[i].Name, err))
		}
	}
	return errors.Join(failed...)
}

// Abandon closes connections that have delivered nothing.
func (p *Part) Abandon() error {
	stopped, cancel := context.WithCancel(context.Background())
	cancel() // nothing is in hand
	for _, q := range p.open {
		_ = q.Of.Stop(stopped)
	}
	return p.Close()
}

// Prepare makes the tables of the outboxes, which is too late within a transaction.
func (p *Part) Prepare(ctx context.Context) error {
	for i, q := range p.open {
		if q.Of.Outbox() == "" {
			continue
		}
		if err := q.Of.Ready(ctx); err != nil {
			return p.settings.at(p.in.Properties, i, err)
		}
	}
	return nil
}

// Reach checks that the servers which were not used before can be reached, and opens what listeners need.
func (p *Part) Reach(ctx context.Context, hears func(connection string) bool, before *Part) error {
	for i, c := range p.settings.Connections {
		if c.IsLocal() && !hears(c.Name) || before != nil && slices.Contains(before.open, p.open[i]) {
			continue
		}
		err := c.unreachable(p.open[i].Of.Ping(ctx))
		if err == nil && hears(c.Name) {
			err = p.open[i].Of.Ready(ctx) // listeners could only wait for a store that cannot be used
		}
		switch {
		case err == nil:
		case c.required:
			return p.settings.at(p.in.Properties, i, err)
		default:
			p.in.Log.Warn("a queue connection cannot be reached; the application serves without it until it can", "connection", c.Name, "error", err)
		}
	}
	return nil
}

// Begin begins to deliver messages.
func (p *Part) Begin() {
	for _, q := range p.open {
		q.Of.Begin()
	}
}

// Leave waits until the messages in hand of this generation are handled, or the context ends; those that are not go back to their brokers.
// Connections that the next generation, which may be nil, does not use are stopped.
func (p *Part) Leave(ctx context.Context, next *Part, former []*queue.Runs) {
	var all sync.WaitGroup
	for _, runs := range former {
		all.Go(func() { _ = runs.Wait(ctx) })
	}
	for _, q := range p.open {
		if next == nil || !slices.Contains(next.open, q) {
			all.Go(func() { p.stop(ctx, q.Of) })
		}
	}
	all.Wait()
}

func (p *Part) stop(ctx context.Context, c *connect.Connection) {
	if err := c.Stop(ctx); err != nil {
		p.in.Log.Warn("listeners were cut off; their messages will be delivered again", "connection", c.Name(),
			"hint", "server.shutdown-timeout sets how long they may continue")
	}
}
