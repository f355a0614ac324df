package app

import (
	"github.com/fwrun/fwrun/app/databases"
	clusters "github.com/fwrun/fwrun/app/search"
	"github.com/fwrun/fwrun/app/tape"
	"github.com/fwrun/fwrun/jsapi/search"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// replays reports whether a recording answers for the host.
func (o Options) replays() bool { return o.test != nil && o.test.player != nil }

// deck returns what stands between modules and the host.
func (g *generation) deck() tape.Deck {
	return tape.Deck{Recorder: g.stories.Tape(), Plays: g.options.replays()}
}

func tapedDatabases(on tape.Deck, p *databases.Part) []sql.Datasource {
	list := p.Beans()
	for i := range list {
		db, _ := p.ByName(list[i].Name)
		on.Database(&list[i], db.Dialect(), databases.Rows)
	}
	return list
}

func tapedClusters(on tape.Deck, p *clusters.Part) []search.Connection {
	list := p.Beans()
	for i := range list {
		on.Cluster(&list[i])
	}
	return list
}
