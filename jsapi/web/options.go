package web

import (
	"log/slog"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// Options configure the globals. The zero value is ready to use.
type Options struct {
	// Logger receives the records of the console; slog.Default() by default. It gets the current call's context, so
	// that a handler can add attributes of the call.
	Logger *slog.Logger
	// Fetch sends the requests of fetch.
	Fetch Client
	// Parts are more parts of the globals than those of the web platform.
	Parts []part.Part
	// MaxTimers is the maximum number of live timers in one VM; 10,000 by default.
	MaxTimers int
	// MaxLog is the maximum length of a log record's text in bytes; 64 KiB by default.
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
