package web

import (
	"log/slog"

	"github.com/fwrun/fwrun/jsapi/web/channels"
	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/jsapi/web/sockets"
	"github.com/fwrun/fwrun/jsapi/web/wasm"
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
	// Sockets limit WebSocket and EventSource. They are opened by what sends the requests of fetch.
	Sockets sockets.Options
	// WebAssembly bounds modules and their memories.
	WebAssembly wasm.Limits
	// Channels is what BroadcastChannel sends by, for all VMs of an application; by default, each VM has one of its own.
	Channels *channels.Hub
	// Folder is what the names of files in stacks are relative to; call sites have the names with it, unless it is empty.
	Folder string
	// MaxTimers is the maximum number of live timers in one VM; 10,000 by default.
	MaxTimers int
	// MaxBytes is the maximum size of a Blob and of an encoded form; 128 MiB by default.
	MaxBytes int
	// MaxLog is the maximum length of a log record's text in bytes; 64 KiB by default.
	MaxLog int
}

func (o Options) filled() Options {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	o.Fetch = o.Fetch.filled()
	o.Sockets.Transport, o.Sockets.Timeout = o.Fetch.opener(), o.Fetch.Timeout
	if o.Channels == nil {
		o.Channels = channels.NewHub(channels.Options{Log: o.Logger})
	}
	if o.MaxTimers == 0 {
		o.MaxTimers = 10_000
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = 128 << 20
	}
	if o.MaxLog == 0 {
		o.MaxLog = 64 << 10
	}
	return o
}
