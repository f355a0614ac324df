package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/fwrun/fwrun/app/share"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/logging"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/connect"
)

// queues are the connections of a generation, in the order of its settings.
type queues []*share.Resource[*connect.Connection]

// connectQueues takes over the connections of the generation before whose settings are the same, and makes the others. It
// reaches no server.
func (g *generation) connectQueues(before *generation) error {
	g.brokers = &connect.Servers{}
	if before != nil {
		g.brokers = before.brokers
	}
	for i, c := range g.settings.queues.connections {
		if former := before.queueLike(c, g); former != nil {
			g.queues = append(g.queues, former.Share())
			continue
		}
		opened, err := connect.Open(c.Settings, connect.Surroundings{
			Folder: g.settings.queues.folder, Datasource: g.databases.ByName, Servers: g.brokers, Hurry: g.settings.queues.hurry,
			Log: g.observe.Logs.Logger(logging.Queue), Describe: func(err error) []slog.Attr { return engine.FailureAttrs(err, false) },
		})
		if err != nil {
			return g.atQueue(i, err)
		}
		g.queues = append(g.queues, share.New(opened))
	}
	return nil
}

// queueLike returns the connection of a generation that the next one can continue to use, or nil.
func (g *generation) queueLike(wanted queueConnection, next *generation) *share.Resource[*connect.Connection] {
	if g == nil {
		return nil
	}
	i := slices.IndexFunc(g.settings.queues.connections, func(c queueConnection) bool { return c.Settings == wanted.Settings })
	if i < 0 || i >= len(g.queues) || len(wanted.Datasources()) > 0 && !next.databases.TakenOver() {
		return nil
	}
	return g.queues[i]
}

// atQueue adds the place of its configuration to the error of a connection.
func (g *generation) atQueue(index int, err error) error {
	if key := g.settings.queues.connections[index].key; key != "" {
		return g.props.At(key+".url", err)
	}
	return err
}

// prepareOutboxes makes the tables of the outboxes, which is too late within a transaction.
func (g *generation) prepareOutboxes(ctx context.Context) error {
	for i, q := range g.queues {
		if q.Of.Outbox() == "" {
			continue
		}
		if err := q.Of.Ready(ctx); err != nil {
			return g.atQueue(i, err)
		}
	}
	return nil
}

// unheard warns of settings for queues that no listener handles, if one has a similar name. Others may be sent to.
func (g *generation) unheard() (warnings fault.List) {
	var heard []string
	for _, l := range g.engine.Manifest().Listeners {
		heard = append(heard, l.Queue)
	}
	for name := range g.settings.queues.queues {
		near := fault.Nearest(name, heard)
		if near == "" || slices.Contains(heard, name) {
			continue
		}
		place := g.props.Place("queue.queues." + name)
		warnings = append(warnings, fault.Diagnostic{
			Severity: fault.Warning, Code: "config-unknown-key", Place: place, Source: g.props.Line(place),
			Message: "nothing listens to the queue " + name, Hint: "did you mean " + near + "?",
		})
	}
	warnings.Sort()
	return warnings
}

// reachQueues checks that the servers which were not used before can be reached, and opens what listeners need.
func (g *generation) reachQueues(ctx context.Context, before *generation) error {
	for i, c := range g.settings.queues.connections {
		if c.IsLocal() && !g.hears(c.Name) || before != nil && slices.Contains(before.queues, g.queues[i]) {
			continue
		}
		err := c.unreachable(g.queues[i].Of.Ping(ctx))
		if err == nil && g.hears(c.Name) {
			err = g.queues[i].Of.Ready(ctx) // listeners could only wait for a store that cannot be used
		}
		switch {
		case err == nil:
		case c.required:
			return g.atQueue(i, err)
		default:
			g.observe.Log.Warn("a queue connection cannot be reached; the application serves without it until it can", "connection", c.Name, "error", err)
		}
	}
	return nil
}

// unreachable adds advice to the error about a server that cannot be reached.
func (c queueConnection) unreachable(err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	switch {
	case !ok || f.Kind != fault.Unavailable:
		return err
	case c.required:
		return f.WithHint("start the server, correct the url, or set required: false to serve without it")
	}
	return f.WithHint("start the server, or correct the url")
}

// pingQueue checks that the server of a connection answers.
func (g *generation) pingQueue(c queueConnection) error {
	opened, err := connect.Open(c.Settings, connect.Surroundings{Folder: g.settings.queues.folder, Datasource: g.databases.ByName, Servers: &connect.Servers{}})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), g.settings.start)
	defer cancel()
	return errors.Join(c.unreachable(opened.Ping(ctx)), opened.Close())
}

// hears reports whether there is a listener on a connection.
func (g *generation) hears(connection string) bool {
	for _, l := range g.engine.Manifest().Listeners {
		if l.Connection == connection {
			return true
		}
	}
	return false
}

// queueNames returns the names of the connections, the primary one first.
func (g *generation) queueNames() []string { return g.settings.queues.names() }

// queueTemplates returns the beans that send.
func (g *generation) queueTemplates() []messages.Connection {
	var list []messages.Connection
	for i, c := range g.settings.queues.connections {
		one := messages.Connection{Name: c.Name, Primary: i == 0, System: g.systemOf(c.Name), Seal: g.sealer()}
		if i < len(g.queues) {
			one.Sender = sender{g.queues[i].Of, g.sentOn(c)}
			g.deck().Sender(&one)
			if g.test != nil {
				one.Sender = noted{one.Sender, c.Name, g.test.sent}
			}
		}
		list = append(list, one)
	}
	return list
}

// beginQueues begins to deliver messages.
func (g *generation) beginQueues() {
	for _, q := range g.queues {
		q.Of.Begin()
	}
}

// leaveQueues waits until the messages in hand of this generation are handled, or the context ends; those that are not go back to
// their brokers. Connections that the next generation does not use are stopped.
func (g *generation) leaveQueues(ctx context.Context, next *generation, former []*queue.Runs) {
	var all sync.WaitGroup
	for _, runs := range former {
		all.Go(func() { _ = runs.Wait(ctx) })
	}
	for _, q := range g.queues {
		if next == nil || !slices.Contains(next.queues, q) {
			all.Go(func() { g.stopQueue(ctx, q.Of) })
		}
	}
	all.Wait()
}

func (g *generation) stopQueue(ctx context.Context, c *connect.Connection) {
	if err := c.Stop(ctx); err != nil {
		g.observe.Log.Warn("listeners were cut off; their messages will be delivered again", "connection", c.Name(),
			"hint", "server.shutdown-timeout sets how long they may continue")
	}
}

func (g *generation) closeQueues() error {
	var failed []error
	for i, q := range g.queues {
		if err := q.Release(); err != nil {
			failed = append(failed, fmt.Errorf("queue connection %q: %w", g.settings.queues.connections[i].Name, err))
		}
	}
	return errors.Join(failed...)
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
