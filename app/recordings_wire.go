package app

import (
	"context"
	"net/http"

	"github.com/fwrun/fwrun/app/databases"
	"github.com/fwrun/fwrun/app/tape"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/jsapi/search"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// What follows hands out what modules ask of the host: as it is, recorded, or answered from a recording.

// replays reports whether the generation answers from a recording.
func (g *generation) replays() bool { return g.test != nil && g.test.player != nil }

func (g *generation) tapedDatabases() []sql.Datasource {
	list := g.databases.Beans()
	for i := range list {
		one := &list[i]
		db, _ := g.databases.ByName(one.Name)
		switch {
		case g.replays():
			one.Database = tape.PlayedDatabase(one.Name, one.Database, db.Dialect() != data.SQLite, databases.Rows)
		case g.recordings != nil:
			one.Database = g.recordings.recorder.Database(one.Name, db.Dialect(), one.Database)
		}
	}
	return list
}

func (g *generation) world() vm.World {
	switch {
	case g.replays():
		return tape.PlayedWorld()
	case g.recordings != nil:
		return g.recordings.recorder.World()
	}
	return vm.World{}
}

func (g *generation) tapedCaches() aspects.Caches {
	switch {
	case g.replays():
		return tape.PlayedCaches(g.cacheUse)
	case g.recordings != nil:
		return g.recordings.recorder.Caches(g.cacheUse)
	}
	return g.cacheUse
}

func (g *generation) tapedLocks() aspects.Locks {
	own := locker{g.locks.Of, g.settings.locks.ttl}
	switch {
	case g.replays():
		return tape.PlayedLocks(own)
	case g.recordings != nil:
		return g.recordings.recorder.Locks(own)
	}
	return own
}

func (g *generation) tapedTransport(inner http.RoundTripper) (transport http.RoundTripper, begin func(context.Context) context.Context) {
	switch {
	case g.replays():
		return tape.PlayedTransport(stories.New(maskingMemory)), tape.BeginPlayed(replay.Fetch)
	case g.recordings != nil:
		return g.recordings.recorder.Transport(inner), g.recordings.recorder.BeginFetch
	}
	return inner, nil
}

func (g *generation) tapedClusters() []search.Connection {
	list := g.search.Beans()
	for i := range list {
		c := &list[i]
		switch {
		case c.Cluster == nil: // in an inspection
		case g.replays():
			c.Cluster, c.Begin = tape.PlayedCluster(c.Name, tape.New(stories.New(maskingMemory))), tape.BeginPlayed(replay.Search)
		case g.recordings != nil:
			c.Cluster, c.Begin = g.recordings.recorder.Cluster(c.Name, c.Cluster), g.recordings.recorder.Begin(replay.Search)
		}
	}
	return list
}

func (g *generation) tapedSender(c *messages.Connection) {
	switch {
	case g.replays():
		c.Sender, c.Begin = tape.PlayedSender(c.Name, c.Sender, tape.New(stories.New(maskingMemory))), tape.BeginPlayed(replay.Send)
	case g.recordings != nil:
		c.Sender, c.Begin = g.recordings.recorder.Sender(c.Name, c.Sender), g.recordings.recorder.Begin(replay.Send)
	}
}
