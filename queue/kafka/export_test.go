package kafka

import "time"

// CleanEvery makes a Broker remove what was handled at intervals.
func (b *Broker) CleanEvery(d time.Duration) { b.cleanEvery = d }

// DrainFor makes a Broker keep partitions whose messages are in hand for longer.
func (b *Broker) DrainFor(d time.Duration) { b.drainFor = d }

// IDHeader is the header with the UUID.
const IDHeader = idHeader
