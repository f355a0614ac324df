package kafka

import (
	"log/slog"
	"time"
)

// Options of a Broker.
type Options struct {
	// Prefix begins the names of all topics on the servers.
	Prefix string

	// Partitions is how many partitions a topic is made with, and so how many processes can receive from it; 0 means 8. Topics
	// that are received in order have one.
	Partitions int

	// Replicas is on how many servers a topic is kept; 0 means as many as the servers are configured for.
	Replicas int

	// MaxBytes limits a message with its headers; 0 means 16 MiB. Topics are made with this limit.
	MaxBytes int

	// SessionTimeout is how long a process may be silent before what it has in hand is delivered to another; 0 means 10
	// seconds. Servers refuse less than group.min.session.timeout.ms, which is 6 seconds.
	SessionTimeout time.Duration

	// KeepHandled leaves messages that were handled in the topics that Declare makes, for others to read. The retention of
	// the topics is up to their owner then.
	KeepHandled bool

	// Log receives what happens to the connections; nil means nobody.
	Log *slog.Logger
}

const (
	defaultPartitions     = 8
	defaultMaxBytes       = 16 << 20
	defaultSessionTimeout = 10 * time.Second
)

func (o Options) withDefaults() Options {
	if o.Partitions <= 0 {
		o.Partitions = defaultPartitions
	}
	if o.Replicas <= 0 {
		o.Replicas = -1
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = defaultMaxBytes
	}
	if o.SessionTimeout <= 0 {
		o.SessionTimeout = defaultSessionTimeout
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}
