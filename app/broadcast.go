package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/app/share"
	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/jsapi/web/channels"
	"github.com/fwrun/fwrun/logging"
	"github.com/fwrun/fwrun/queue/broadcast"
)

// broadcastSettings say how messages of BroadcastChannels reach other processes.
type broadcastSettings struct {
	broadcast.Settings
}

// isOn reports whether they do.
func (s broadcastSettings) isOn() bool { return s.Carries() }

func readBroadcast(r *config.Reader, queues queueSettings) broadcastSettings {
	s := broadcast.Settings{
		URL: r.String(broadcastURL), Prefix: r.String("broadcast.prefix", applicationName(r)),
	}
	if s.URL == inMemory {
		return broadcastSettings{s}
	}
	if name, isQueue := queueName(s.URL); isQueue {
		connection, known := queues.named(name)
		if !known {
			r.Reject(broadcastURL, fmt.Sprintf("names the queue connection %q, which is not configured", name),
				fault.DidYouMean("%s", name, queues.names(), "add it to queue.connections"))
			return broadcastSettings{}
		}
		if s.URL = connection.URL; !s.Carries() {
			rejectQueue(r, connection, s.Scheme())
			return broadcastSettings{}
		}
	}
	if what, hint := s.Problem(); what != "" {
		r.Reject(broadcastURL, what, hint)
	}
	return broadcastSettings{s}
}

const broadcastURL = "broadcast.url"

// rejectQueue reports that messages cannot go to all processes by a connection.
func rejectQueue(r *config.Reader, c queueConnection, scheme string) {
	why := "does not pass a message to all processes"
	if scheme == "embedded" || scheme == "memory" {
		why = "is in this process, which others do not reach"
	}
	r.Reject(broadcastURL, fmt.Sprintf("names the queue connection %q, and %s: %s", c.Name, scheme, why),
		"use a server such as "+strings.Join(broadcast.Schemes(), ", ")+", here or for the connection")
}

// queueName reads the name of a queue connection in queue:<name>; it is empty for the primary one.
func queueName(url string) (name string, is bool) {
	if url == "queue" {
		return "", true
	}
	return strings.CutPrefix(url, "queue:")
}

// named returns the connection of a name; the primary one if that is empty.
func (s queueSettings) named(name string) (queueConnection, bool) {
	if name == "" {
		return s.connections[0], true
	}
	i := slices.IndexFunc(s.connections, func(c queueConnection) bool { return c.Name == name })
	if i < 0 {
		return queueConnection{}, false
	}
	return s.connections[i], true
}

func (s queueSettings) names() []string {
	var names []string
	for _, c := range s.connections {
		names = append(names, c.Name)
	}
	return names
}

// joinBroadcast lets the BroadcastChannels of this generation reach those of other processes, and of the generation before, over whose
// connection they go if its settings are the same. Nothing is connected before a script makes a channel.
func (g *generation) joinBroadcast(before *generation) {
	s := g.settings.broadcast
	switch {
	case !s.isOn():
		return
	case before != nil && before.line != nil && before.settings.broadcast == s:
		g.line = before.line.Share()
	default:
		g.line = share.New(broadcast.New(s.Settings, broadcast.Options{Log: g.logs.Logger(logging.Queue), MaxMessage: channels.MaxMessage}))
	}
	g.relay = g.line.Of.Relay()
}

// channelRelay returns what BroadcastChannels reach other processes by, or nil.
func (g *generation) channelRelay() channels.Relay {
	if g.relay == nil {
		return nil
	}
	return g.relay
}

func (g *generation) leaveBroadcast() error {
	if g.relay != nil {
		g.relay.Close()
	}
	return g.line.Release()
}
