package web

import "log/slog"

// Options say what the globals stand on. The zero value works.
type Options struct {
	// Logger takes what console writes; slog.Default(). It sees the current call's
	// context, so that a handler can add the call's attributes.
	Logger *slog.Logger
	// Fetch is how fetch sends.
	Fetch Client
	// MaxTimers is how many timers may be live in one VM; 10,000.
	MaxTimers int
	// MaxLog is the longest text of one log record in bytes; 64 KiB.
	MaxLog int
}

func (o Options) filled() Options {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	o.Fetch = o.Fetch.filled()
	if o.MaxTimers == 0 {
		o.MaxTimers = 10_000
	}
	if o.MaxLog == 0 {
		o.MaxLog = 64 << 10
	}
	return o
}
