package redis

import (
	"cmp"
	"log/slog"
	"time"
)

// Options of a Broker.
type Options struct {
	// Prefix begins the names of all keys, without { and }; default "fwrun:".
	Prefix string

	// Lease is how long a process may be silent before what it has in hand is delivered to another, about; default 10
	// seconds.
	Lease time.Duration

	// Log receives what happens to the connection; nil means nobody.
	Log *slog.Logger
}

func (o Options) withDefaults() Options {
	o.Prefix = cmp.Or(o.Prefix, "fwrun:")
	o.Lease = cmp.Or(o.Lease, 10*time.Second)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

const (
	group    = "fwrun"    // the consumer group of each stream
	returned = "returned" // the consumer that has what was given back

	defaultTimeout = 10 * time.Second // of calls whose context has no end
	closeTimeout   = 5 * time.Second

	// The pauses between tries when the server does not answer.
	firstPause = 20 * time.Millisecond
	lastPause  = 2 * time.Second

	// The pauses before a message that was given back is delivered again.
	firstReturn = 5 * time.Millisecond
	lastReturn  = time.Second
)

// The keys of a topic are on the same server of a cluster, because of the braces.
func (b *Broker) stream(topic string) string { return b.options.Prefix + "queue:{" + topic + "}" }
func (b *Broker) idle(topic string) string   { return b.stream(topic) + ":idle" }
func (b *Broker) lock(topic string) string   { return b.stream(topic) + ":lock" }

// alive returns the key that a process keeps while it lives.
func (b *Broker) alive(process string) string { return b.options.Prefix + "queue-process:" + process }

// channel is the channel by which subscriptions learn that there is something for them.
func (b *Broker) channel() string { return b.options.Prefix + "queue-arrivals" }
