package handover

import "time"

// The kinds of messages.
const (
	kindListener = "listener" // in both directions, with a descriptor
	kindStart    = "start"    // to a server, after its listeners
	kindReady    = "ready"    // from a server that accepts connections
	kindLeave    = "leave"    // to a server whose place another one has taken
	kindNote     = "note"     // to a server, for its log
	kindAsk      = "ask"      // to a server: whether it still answers
	kindAnswer   = "answer"   // from a server that does
	kindState    = "state"    // from a server, for systemd
)

// BecauseUpgrade is the reason of a server that was asked for by SIGUSR2.
const BecauseUpgrade = "SIGUSR2"

// Message is what one process tells the other. Each is a line of JSON.
type Message struct {
	Kind  string `json:"kind"`
	Name  string `json:"name,omitempty"` // of a listener
	Text  string `json:"text,omitempty"` // of a note; a state; why a server has to leave
	Calm  bool   `json:"calm,omitempty"` // a server that has to leave may take its time
	Start *Start `json:"start,omitempty"`
	Terms *Terms `json:"terms,omitempty"`
}

// Start is why and how often a server was started.
type Start struct {
	Supervised bool          `json:"supervised"`
	Restarts   int           `json:"restarts,omitempty"`
	Because    string        `json:"because,omitempty"` // empty for a first start
	After      time.Duration `json:"after,omitempty"`   // the pause before it
}

// Terms are what a server tells its supervisor when it is ready.
type Terms struct {
	Listeners []string      `json:"listeners"`           // the names of those in use; others can be closed
	HardLimit int64         `json:"hardLimit,omitempty"` // in bytes; 0 is none
	Drain     time.Duration `json:"drain,omitempty"`     // how long it takes at most to stop once it was asked to
	Alone     bool          `json:"alone,omitempty"`     // another process cannot start beside it
	Answers   bool          `json:"answers,omitempty"`   // it answers whether it answers, which older versions do not
}
