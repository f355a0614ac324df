package manifest

import (
	"slices"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// TypeMessage is the host type of a message in the hand of a listener.
const TypeMessage = "QueueMessage"

// Listener is a @QueueListener on a method of a bean. Numbers and times that are zero were not declared.
type Listener struct {
	Name       string // MediaWorker.work
	Queue      string
	Connection string // its name; empty for the primary one if the names of connections are not known
	Handler    int

	// Payload and Message are the indexes of the parameters; Message is -1 if there is none.
	Payload, Message int

	Concurrency         int
	Batch               int // how many messages one call gets at most; with 2 or more the payload is a list
	MaxAttempts         int
	Backoff, MaxBackoff time.Duration
	Timeout             time.Duration
	DeadLetter          string
	Rate                float64 // messages a second at most

	// DiscardOn and RetryOn are the names of errors: those that make a message a dead letter at once, and, if there are
	// any, the only ones after which it is tried again.
	DiscardOn, RetryOn []string

	Record int         // of the decorator in each VM, which has the classes behind these names
	Place  fault.Place // of the method
	Width  int         // of the text at Place
}

// ListensOn reports whether there is a listener on a connection.
func (m *Manifest) ListensOn(connection string) bool {
	return slices.ContainsFunc(m.Listeners, func(l *Listener) bool { return l.Connection == connection })
}
