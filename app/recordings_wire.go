package app

import (
	"github.com/fwrun/fwrun/app/databases"
	"github.com/fwrun/fwrun/app/tape"
	"github.com/fwrun/fwrun/jsapi/search"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// replays reports whether the generation answers from a recording.
func (g *generation) replays() bool { return g.options.test != nil && g.options.test.player != nil }

// deck returns what stands between modules and the host.
func (g *generation) deck() tape.Deck {
	return tape.Deck{Recorder: g.stories.Tape(), Plays: g.replays()}
}

func (g *generation) tapedDatabases() []sql.Datasource {
	list := g.databases.Beans()
	for i := range list {
		db, _ := g.databases.ByName(list[i].Name)
		g.deck().Database(&list[i], db.Dialect(), databases.Rows)
	}
	return list
}

func (g *generation) tapedClusters() []search.Connection {
	list := g.search.Beans()
	for i := range list {
		g.deck().Cluster(&list[i])
	}
	return list
}
