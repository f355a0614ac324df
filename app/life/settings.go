package life

import (
	"time"

	"github.com/fwrun/fwrun/app/memory"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/handover"
)

// Settings are those of the process.
type Settings struct {
	Start     time.Duration
	Shutdown  time.Duration
	Delay     time.Duration // before a shutdown begins
	HardLimit int64         // of its memory, which its supervisor watches; 0 is none
}

// Read reads the settings.
func Read(r *config.Reader) Settings {
	return Settings{
		Start:     r.Duration("server.start-timeout"),
		Shutdown:  r.Duration("server.shutdown-timeout"),
		Delay:     r.Duration("server.shutdown-delay"),
		HardLimit: r.Size("server.memory-hard-limit", memory.DefaultHardLimit()),
	}
}

// Patience returns for how long a connection may be silent once another process has taken the place of this one: until then its client's
// next request is answered. To close it before would lose a request that is on its way.
func (s Settings) Patience() time.Duration { return s.Shutdown / 2 }

// Terms returns what a supervisor has to know. Alone means that another process cannot start while this one runs.
func (s Settings) Terms(alone bool) handover.Terms {
	return handover.Terms{HardLimit: s.HardLimit, Drain: s.Shutdown + s.Patience(), Alone: alone}
}
