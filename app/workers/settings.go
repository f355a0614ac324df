package workers

import (
	"github.com/fwrun/fwrun/app/memory"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/processors"
)

// Settings are those of the workers.
type Settings struct {
	Pool        vm.Options
	ResultBytes int // of one response
	Async       jsapi.AsyncOptions
}

// Read reads the settings.
func Read(r *config.Reader) Settings {
	return Settings{
		Pool: vm.Options{
			Min:            r.Int("server.workers.min", processors.Count()),
			Max:            r.Int("server.workers.max"),
			Queue:          r.Int("server.workers.queue"),
			MaxWait:        r.Duration("server.workers.max-wait"),
			Idle:           r.Duration("server.workers.idle"),
			HandlerTimeout: r.Duration("server.handler-timeout"),
			CPUTimeout:     r.Duration("server.cpu-timeout"),
			TimerGrace:     r.Duration("server.timer-grace"),
			MemoryLimit:    uint64(r.Size("server.memory-limit", memory.DefaultLimit())),
			CallLines:      r.Int("server.max-log-lines"),
			Lines:          r.Int("server.max-log-lines-per-second"),
		},
		ResultBytes: int(r.Size("server.max-response-bytes")),
		Async:       jsapi.AsyncOptions{Running: r.Int("async.max-running"), Waiting: r.Int("async.max-waiting")},
	}
}

// InnerRuns returns how many requests of the process to itself compute at once: more would compute no faster, and keep the processors from
// requests of others.
func (s Settings) InnerRuns() int {
	return max(1, min(max(s.Pool.Max, s.Pool.Min)/2, 2*processors.Count()))
}
