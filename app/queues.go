package app

import (
	"github.com/fwrun/fwrun/app/management"
	"github.com/fwrun/fwrun/app/queues"
	"github.com/fwrun/fwrun/app/search"
	"github.com/fwrun/fwrun/platform/logging"
)

// queueSurroundings returns what queues need of the other parts.
func (g *generation) queueSurroundings() queues.Surroundings {
	return queues.Surroundings{
		Properties: g.props, Datasource: g.databases.ByName, TakenOver: g.databases.TakenOver(), System: g.settings.datasources.System,
		Senders: queues.Senders{Secret: g.settings.security.Messages, As: g.security.As, Refused: g.security.Refused},
		Log:     g.observe.Log, Queues: g.observe.Logs.Logger(logging.Queue),
	}
}

// queueParts hands over what the management endpoints ask of queues.
func queueParts(p *queues.Part, hears func(connection string) bool) (list []management.Queue) {
	for _, c := range p.All() {
		list = append(list, management.Queue{Connection: c.Connection, URL: c.URL, Required: c.Required, Used: c.Configured || hears(c.Name())})
	}
	return list
}

// searchParts hands over what the management endpoints ask of search clusters.
func searchParts(p *search.Part) (list []management.Cluster) {
	for _, c := range p.All() {
		list = append(list, management.Cluster{Name: c.Name(), Health: c.Health})
	}
	return list
}
