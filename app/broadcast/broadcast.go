package broadcast

import (
	"log/slog"

	"github.com/fwrun/fwrun/app/share"
	"github.com/fwrun/fwrun/jsapi/web/channels"
	"github.com/fwrun/fwrun/queue/broadcast"
)

// Part is what the messages of a generation reach other processes by. Unless it is open, they stay in it.
type Part struct {
	settings Settings
	line     *share.Resource[*broadcast.Line] // nil if it is closed, like relay
	relay    *broadcast.Relay                 // of this generation
}

// Open lets the BroadcastChannels of a generation reach those of other processes, and of the part before, which may be nil: they go over
// its connection if its settings are the same. Nothing is connected before a script makes a channel.
func Open(settings Settings, log *slog.Logger, before *Part) *Part {
	if !settings.of.Carries() {
		return Closed()
	}
	p := &Part{settings: settings}
	if before != nil && before.line != nil && before.settings == settings {
		p.line = before.line.Share()
	} else {
		p.line = share.New(broadcast.New(settings.of, broadcast.Options{Log: log, MaxMessage: channels.MaxMessage}))
	}
	p.relay = p.line.Of.Relay()
	return p
}

// Closed returns a part whose channels stay in the generation.
func Closed() *Part { return &Part{} }

// Relay returns what BroadcastChannels reach other processes by; nil if they do not.
func (p *Part) Relay() channels.Relay {
	if p.relay == nil {
		return nil
	}
	return p.relay
}

// Close ends the channels of the generation, and the connection, unless another generation uses it. It does nothing if p is nil, or closed.
func (p *Part) Close() error {
	if p == nil || p.relay == nil {
		return nil
	}
	p.relay.Close()
	return p.line.Release()
}
