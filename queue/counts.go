package queue

import (
	"sync/atomic"
	"time"
)

// counts are what has happened to the messages of a queue in this process.
type counts struct {
	done, failed, dead atomic.Int64
	busy               atomic.Int64 // nanoseconds in listeners
}

// handled counts a run of a listener.
func (c *counts) handled(messages int, err error, took time.Duration) {
	c.busy.Add(int64(took))
	if err != nil {
		c.failed.Add(int64(messages))
		return
	}
	c.done.Add(int64(messages))
}
