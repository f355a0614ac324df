package connect

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/table"
)

// Settings of a connection. Name and URL are required.
type Settings struct {
	Name string

	// URL is where the messages are kept; see [Schemes].
	URL string

	// Outbox is the datasource whose transactions messages can be sent in; it keeps what the broker cannot remember, too.
	// A connection to a datasource has that one, if none is given.
	Outbox string

	SyncAlways bool // an embedded broker writes each message to the disk before it is sent
	Window     time.Duration
	MaxBytes   int // of the body of a message
}

// Surroundings are what connections share. Folder and Servers are required.
type Surroundings struct {
	// Folder is where embedded brokers, and what other brokers cannot remember, are kept.
	Folder string

	// Datasource returns the datasource with a name, which stays open until the connection is closed.
	Datasource func(name string) (*data.DB, bool)

	Servers *Servers

	Hurry    bool                    // see [queue.Settings]
	Clock    clock.Clock             // see [queue.Settings]
	Log      *slog.Logger            // nil means nobody
	Describe func(error) []slog.Attr // see [queue.Settings]
}

// Connection is a queue.Connection with what was opened for it alone.
type Connection struct {
	*queue.Connection
	own *data.DB // nil if the messages are in no database of its own
}

// Close closes the connection, after [queue.Connection.Stop].
func (c *Connection) Close() error {
	err := c.Connection.Close()
	if c.own != nil {
		err = errors.Join(err, c.own.Close())
	}
	return err
}

// Open makes a connection. It reaches no server. The error is a *fault.Error of kind Invalid for settings that cannot be.
func Open(s Settings, around Surroundings) (*Connection, error) {
	if what, hint := s.Problem(); what != "" {
		return nil, fault.New(op, fault.Invalid, fmt.Sprintf("the URL of the queue connection %q %s", s.Name, what)).WithHint(hint)
	}
	if around.Log == nil {
		around.Log = slog.New(slog.DiscardHandler)
	}
	o := &opening{Settings: s, Surroundings: around}
	b, err := o.broker()
	if err != nil {
		return nil, err
	}
	if o.kept, err = o.store(); err != nil {
		return nil, err
	}
	return &Connection{
		Connection: queue.New(b, o.kept, queue.Settings{
			Name: s.Name, MaxBytes: s.MaxBytes, Window: s.Window, Outbox: o.outbox(), Hurry: around.Hurry, Clock: around.Clock, Starts: o.starts(),
			Shared: o.outbox() != "" || o.own != nil,
			Log:    around.Log, Describe: around.Describe,
		}),
		own: o.own,
	}, nil
}

// opening is one call of Open.
type opening struct {
	Settings
	Surroundings
	own  *data.DB
	kept *table.Store
}

func (o *opening) outbox() string {
	if name, is := o.datasource(); is && o.Outbox == "" {
		return name
	}
	return o.Outbox
}

// datasource returns the name of the datasource that keeps the messages.
func (s Settings) datasource() (name string, is bool) { return strings.CutPrefix(s.URL, "datasource:") }

// Datasources returns the names of the datasources that the connection uses.
func (s Settings) Datasources() []string {
	var names []string
	if name, is := s.datasource(); is {
		names = append(names, name)
	}
	if s.Outbox != "" && !slices.Contains(names, s.Outbox) {
		names = append(names, s.Outbox)
	}
	return names
}

func (o *opening) broker() (broker.Broker, error) {
	kind := kinds[o.scheme()]
	switch {
	case kind.database:
		db, err := o.database()
		if err != nil {
			return nil, err
		}
		return table.NewBroker(db), nil
	case kind.deduplicates:
		return newLate(o.Window, func(ctx context.Context) (broker.Broker, error) { return kind.open(ctx, o) }), nil
	}
	return newLate(0, func(ctx context.Context) (broker.Broker, error) { return kind.open(ctx, o) }), nil
}

// database returns the database that keeps the messages, and opens one that is not a datasource.
func (o *opening) database() (*data.DB, error) {
	if name, is := o.datasource(); is {
		return o.named(name)
	}
	db, err := data.Open(context.Background(), data.Settings{Name: o.Name, URL: o.URL}) // connects when it is used
	o.own = db
	return db, err
}

func (o *opening) named(name string) (*data.DB, error) {
	if o.Datasource != nil {
		if db, ok := o.Datasource(name); ok {
			return db, nil
		}
	}
	return nil, fault.New(op, fault.Invalid, fmt.Sprintf("the queue connection %q needs the datasource %q, which is not configured", o.Name, name))
}

// store returns where the connection keeps what its broker cannot remember.
func (o *opening) store() (*table.Store, error) {
	if name := o.outbox(); name != "" {
		db, err := o.named(name)
		if err != nil {
			return nil, err
		}
		return table.OpenStore(db, o.Name), nil
	}
	switch {
	case o.own != nil:
		return table.OpenStore(o.own, o.Name), nil
	case o.scheme() == "memory":
		return table.OpenFile("", o.Name), nil
	}
	return table.OpenFile(filepath.Join(o.Folder, "store.db"), o.Name), nil
}

// starts returns where attempts are counted of a broker that does not count deliveries: in a file of its own, since the disk need not have
// what matters after the end of the process only. It returns nil for the store.
func (o *opening) starts() *table.Store {
	if !kinds[o.scheme()].uncounted || o.outbox() != "" {
		return nil
	}
	return table.OpenStarts(filepath.Join(o.Folder, "starts.db"), o.Name)
}

// alone reports whether no other process can use the store: the process that has the folder of an embedded broker has what is kept in
// files beside it, too.
func (o *opening) alone() bool {
	if o.outbox() == "" {
		return true
	}
	db, err := o.named(o.outbox())
	return err == nil && db.Dialect() == data.SQLite
}

const op = "queue.connect"
