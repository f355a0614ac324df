package app

import (
	"slices"

	"github.com/fwrun/fwrun/app/broadcast"
	"github.com/fwrun/fwrun/app/management"
	"github.com/fwrun/fwrun/app/queues"
	"github.com/fwrun/fwrun/app/search"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/platform/logging"
)

// queueSurroundings returns what queues need of the other parts.
func (g *generation) queueSurroundings() queues.Surroundings {
	return queues.Surroundings{
		Properties: g.props, Datasource: g.databases.ByName, TakenOver: g.databases.TakenOver(), System: g.settings.datasources.System,
		Log: g.observe.Log, Queues: g.observe.Logs.Logger(logging.Queue),
	}
}

// connectQueues makes the connections, or takes over those of the generation before. It reaches no server.
func (g *generation) connectQueues(was *generation) error {
	opened, err := queues.Open(g.settings.queues, g.queueSurroundings(), was.queues)
	if err == nil {
		g.queues = opened
	}
	return err
}

// hears returns what reports whether there is a listener on a connection.
func hears(m *manifest.Manifest) func(connection string) bool {
	return func(connection string) bool {
		return slices.ContainsFunc(m.Listeners, func(l *manifest.Listener) bool { return l.Connection == connection })
	}
}

// queueTemplates returns the beans that send.
func (g *generation) queueTemplates() []messages.Connection {
	list := g.queues.Beans(queues.Observers{Metrics: g.observe.Metrics, Told: g.stories.Sent})
	for i := range list {
		one := &list[i]
		one.Seal = g.senders().Seal()
		if one.Sender == nil { // in an inspection
			continue
		}
		g.deck().Sender(one)
		if g.options.test != nil {
			one.Sender = g.options.test.sent.Of(one.Sender, one.Name)
		}
	}
	return list
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

// carriers lists the connections whose servers may carry the messages of BroadcastChannels, too.
func (s *settings) carriers() (list []broadcast.Connection) {
	for _, c := range s.queues.Connections {
		list = append(list, broadcast.Connection{Name: c.Name, URL: c.URL})
	}
	return list
}
