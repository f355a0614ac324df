package web

import (
	"log/slog"
	"net/http"
	"time"
)

// Options say what the globals stand on. The zero value works.
type Options struct {
	// Logger takes what console writes; slog.Default(). It sees the current call's
	// context, so that a handler can add the call's attributes.
	Logger *slog.Logger
	// Client sends what fetch asks for. Give one to all VMs of the process, so that they
	// share connections; the default is such a one, made by [NewClient].
	Client *http.Client
	// MaxBody is the largest response body in bytes; 64 MiB.
	MaxBody int64
	// FetchTimeout bounds one fetch, from start to the end of the body; 0 leaves it to
	// the call's own deadline.
	FetchTimeout time.Duration
	// MaxTimers is how many timers may be live in one VM; 10,000.
	MaxTimers int
	// MaxLog is the longest text of one log record in bytes; 64 KiB.
	MaxLog int
}

func (o Options) filled() Options {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Client == nil {
		o.Client = sharedClient()
	}
	if o.MaxBody == 0 {
		o.MaxBody = 64 << 20
	}
	if o.MaxTimers == 0 {
		o.MaxTimers = 10_000
	}
	if o.MaxLog == 0 {
		o.MaxLog = 64 << 10
	}
	return o
}
