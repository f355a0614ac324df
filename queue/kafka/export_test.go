package kafka

import "time"

// CleanEvery makes a Broker remove what was handled at intervals.
func (b *Broker) CleanEvery(d time.Duration) { b.cleanEvery = d }

// IDHeader is the header with the UUID.
const IDHeader = idHeader
