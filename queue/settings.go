package queue

import (
	"log/slog"
	"time"

	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/queue/table"
)

// Settings are those of a connection. Name is required.
type Settings struct {
	Name string

	// MaxBytes limits the size of a message's body; default 1 MiB.
	MaxBytes int

	// Window is for how long the id of a message is remembered; default 2 minutes.
	Window time.Duration

	// SendTimeout limits a send whose context ends later or never; default 10 s.
	SendTimeout time.Duration

	// Outbox is the name of the datasource that the store is in, if messages can be sent within its transactions.
	Outbox string

	// Hurry leaves out the pauses before further attempts, and delivers at once what was sent for later, for tests.
	Hurry bool

	// Clock is by which messages become due; default the machine's. Hurry ends while a test lets it stand still.
	Clock clock.Clock

	// Shared means that other processes use the same store, so that it has to be looked at from time to time.
	Shared bool

	// Starts is where attempts are counted, if the broker does not count deliveries so that many are; default the connection's store. It is
	// closed with the connection.
	Starts *table.Store

	Log *slog.Logger // default no log

	// Describe returns what is logged of the error of a listener; default its text.
	Describe func(error) []slog.Attr
}

// The defaults of Settings.
const (
	defaultMaxBytes    = 1 << 20
	defaultWindow      = 2 * time.Minute
	defaultSendTimeout = 10 * time.Second
)

// hurries reports whether nothing waits for its time.
func (s *Settings) hurries() bool { return s.Hurry && !clock.Stands(s.Clock) }

func (s Settings) withDefaults() Settings {
	if s.MaxBytes <= 0 {
		s.MaxBytes = defaultMaxBytes
	}
	if s.Window <= 0 {
		s.Window = defaultWindow
	}
	if s.SendTimeout <= 0 {
		s.SendTimeout = defaultSendTimeout
	}
	s.Clock = clock.Or(s.Clock)
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	if s.Describe == nil {
		s.Describe = func(err error) []slog.Attr { return []slog.Attr{slog.Any("error", err)} }
	}
	return s
}
