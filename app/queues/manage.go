package queues

import (
	"context"
	"errors"
	"os"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/manage"
)

// Connected is a connection and how it came about.
type Connected struct {
	*queue.Connection
	URL        string
	Required   bool // the application is not well without it
	Configured bool
}

// All returns the connections in the order of the settings; none if they are closed.
func (p *Part) All() (list []Connected) {
	for i, q := range p.open {
		c := p.settings.Connections[i]
		list = append(list, Connected{q.Of.Connection, c.URL, c.required, c.key != ""})
	}
	return list
}

// Manage returns the queues of all connections.
func (p *Part) Manage() manage.Queues {
	sources := make([]manage.Source, len(p.open))
	for i, q := range p.open {
		sources[i].Connection = q.Of.Connection
	}
	return manage.Over(true, sources...)
}

// Sources returns the connections with what is known of them. Nothing is delivered to the listeners.
func (p *Part) Sources(ctx context.Context, listeners []*manifest.Listener) ([]manage.Source, error) {
	var sources []manage.Source
	for i, c := range p.settings.Connections {
		s := manage.Source{Connection: p.open[i].Of.Connection, Listeners: map[string]string{}}
		s.Listen(p.settings.silent(listeners, c.Name))
		for _, l := range listeners {
			if l.Connection == c.Name {
				s.Listeners[l.Queue] = l.Name
			}
		}
		embedded := c.EmbeddedFolder(p.settings.folder)
		switch {
		case c.URL == inMemory:
			s.Empty, s.Closed = true, fault.New("app.queues", fault.Unavailable,
				"the queue connection "+c.Name+" keeps its messages in memory, and the application is not running, or has no admin socket").
				WithHint("start it first")
		case embedded != "":
			_, err := os.Stat(embedded)
			s.Empty = errors.Is(err, os.ErrNotExist)
		}
		if embedded != "" && !s.Empty {
			if err := s.Ping(ctx); fault.KindOf(err) == fault.Conflict { // other errors are those of what is done
				return nil, err
			}
		}
		sources = append(sources, s)
	}
	return sources, nil
}

// silent returns the listeners on a connection that nothing is delivered to: their policies say where dead letters are.
func (s Settings) silent(listeners []*manifest.Listener, connection string) (list []queue.Listener) {
	for _, l := range listeners {
		if l.Connection == connection {
			list = append(list, queue.Listener{
				Queue: l.Queue, Name: l.Name, Policy: s.Policy(l),
				Handle: func(context.Context, []*queue.Message) error { return queue.ErrStopped },
			})
		}
	}
	return list
}
