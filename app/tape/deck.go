package tape

import (
	"context"
	"net/http"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/sqltext"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/jsapi/node/tcp"
	"github.com/fwrun/fwrun/jsapi/search"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// Deck hands out what modules ask of the host: as it is, recorded, or answered from a recording.
type Deck struct {
	Recorder *Recorder // nil if nothing is recorded
	Plays    bool      // from a recording
}

// maskingMemory is for texts whose masks are known already.
const maskingMemory = 1 << 20

// player returns what masks texts as those of a recording are masked.
func player() *Recorder { return New(stories.New(maskingMemory)) }

// Database stands before the database of a datasource. adapt makes rows of a recording those of scripts.
func (d Deck) Database(one *sql.Datasource, dialect sqltext.Dialect, adapt func(*data.Rows) sql.Rows) {
	switch {
	case d.Plays:
		one.Database = PlayedDatabase(one.Name, one.Database, dialect != data.SQLite, adapt)
	case d.Recorder != nil:
		one.Database = d.Recorder.Database(one.Name, dialect, one.Database)
	}
}

// World returns the clock and chance.
func (d Deck) World() vm.World {
	switch {
	case d.Plays:
		return PlayedWorld()
	case d.Recorder != nil:
		return d.Recorder.World()
	}
	return vm.World{}
}

// Caches stands before caches.
func (d Deck) Caches(inner aspects.Caches) aspects.Caches {
	switch {
	case d.Plays:
		return PlayedCaches(inner)
	case d.Recorder != nil:
		return d.Recorder.Caches(inner)
	}
	return inner
}

// Locks stands before locks.
func (d Deck) Locks(inner aspects.Locks) aspects.Locks {
	switch {
	case d.Plays:
		return PlayedLocks(inner)
	case d.Recorder != nil:
		return d.Recorder.Locks(inner)
	}
	return inner
}

// Transport stands before a transport of requests. begin is called when a script begins one, and may be nil.
func (d Deck) Transport(inner http.RoundTripper) (transport http.RoundTripper, begin func(context.Context) context.Context) {
	switch {
	case d.Plays:
		return PlayedTransport(stories.New(maskingMemory)), BeginPlayed(replay.Fetch)
	case d.Recorder != nil:
		return d.Recorder.Transport(inner), d.Recorder.BeginFetch
	}
	return inner, nil
}

// Dial stands before what opens the sockets of scripts, which are not recorded: a replay opens none.
func (d Deck) Dial(inner tcp.Options) tcp.Options {
	if d.Plays {
		return tcp.Options{}
	}
	return inner
}

// Cluster stands before a search cluster, unless there is none, as in an inspection.
func (d Deck) Cluster(c *search.Connection) {
	switch {
	case c.Cluster == nil:
	case d.Plays:
		c.Cluster, c.Begin = PlayedCluster(c.Name, player()), BeginPlayed(replay.Search)
	case d.Recorder != nil:
		c.Cluster, c.Begin = d.Recorder.Cluster(c.Name, c.Cluster), d.Recorder.Begin(replay.Search)
	}
}

// Sender stands before what sends the messages of a connection.
func (d Deck) Sender(c *messages.Connection) {
	switch {
	case d.Plays:
		c.Sender, c.Begin = PlayedSender(c.Name, c.Sender, player()), BeginPlayed(replay.Send)
	case d.Recorder != nil:
		c.Sender, c.Begin = d.Recorder.Sender(c.Name, c.Sender), d.Recorder.Begin(replay.Send)
	}
}
