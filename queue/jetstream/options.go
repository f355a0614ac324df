package jetstream

import (
	"log/slog"
	"time"
)

// Options of a Broker.
type Options struct {
	// Window is how long ids of messages are remembered; 0 means 2 minutes, less than 0 not at all. A server remembers
	// at least 100 ms.
	Window time.Duration

	// Replicas is on how many servers of a cluster a topic is kept; 0 means three, or as many as there are.
	Replicas int

	// AckWait is how long a process may be silent before what it has in hand is delivered to another; 0 means 15
	// seconds.
	AckWait time.Duration

	// Log receives what the connection, and an embedded server, have to say; nil means nobody.
	Log *slog.Logger
}

const (
	defaultWindow  = 2 * time.Minute
	defaultAckWait = 15 * time.Second
	maxReplicas    = 3
)

func (o Options) withDefaults() Options {
	if o.Window == 0 {
		o.Window = defaultWindow
	}
	o.Window = max(o.Window, 0)
	if o.AckWait == 0 {
		o.AckWait = defaultAckWait
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}
