package broadcast

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broadcast"
)

// Settings say how messages of BroadcastChannels reach other processes.
type Settings struct{ of broadcast.Settings }

// Connection is a queue connection, whose server may carry the messages, too.
type Connection struct{ Name, URL string }

const broadcastURL = "broadcast.url"

// Read reads the section broadcast. The first queue connection is the primary one.
func Read(r *config.Reader, queues []Connection) Settings {
	s := broadcast.Settings{
		URL: r.String(broadcastURL), Prefix: r.String("broadcast.prefix", cmp.Or(r.String("framework.application.name"), "fwrun")),
	}
	if s.URL == "memory:" {
		return Settings{s}
	}
	if name, isQueue := queueName(s.URL); isQueue {
		connection, known := named(queues, name)
		if !known {
			r.Reject(broadcastURL, fmt.Sprintf("names the queue connection %q, which is not configured", name),
				fault.DidYouMean("%s", name, names(queues), "add it to queue.connections"))
			return Settings{}
		}
		if s.URL = connection.URL; !s.Carries() {
			rejectQueue(r, connection, s.Scheme())
			return Settings{}
		}
	}
	if what, hint := s.Problem(); what != "" {
		r.Reject(broadcastURL, what, hint)
	}
	return Settings{s}
}

// rejectQueue reports that messages cannot go to all processes by a connection.
func rejectQueue(r *config.Reader, c Connection, scheme string) {
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
func named(queues []Connection, name string) (Connection, bool) {
	if name == "" {
		return queues[0], true
	}
	i := slices.IndexFunc(queues, func(c Connection) bool { return c.Name == name })
	if i < 0 {
		return Connection{}, false
	}
	return queues[i], true
}

func names(queues []Connection) (list []string) {
	for _, c := range queues {
		list = append(list, c.Name)
	}
	return list
}
