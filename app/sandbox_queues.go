package app

import (
	"context"

	"github.com/fwrun/fwrun/app/queues"
)

// Sent returns the messages that were sent since the last [Sandbox.EmptyQueues].
func (s *Sandbox) Sent() []queues.Sent { return s.generation.options.test.sent.List() }

// EmptyQueues forgets what was sent, and removes what was not delivered.
func (s *Sandbox) EmptyQueues(ctx context.Context) error {
	return s.generation.queues.Purge(ctx, s.generation.options.test.sent.Take())
}

// DrainQueues delivers messages to the listeners until all are handled, or the context ends.
func (s *Sandbox) DrainQueues(ctx context.Context) error {
	s.draining.Lock()
	defer s.draining.Unlock()
	s.generation.queues.Listen(s.generation.listening())
	return s.generation.queues.Drain(ctx)
}
