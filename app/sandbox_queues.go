package app

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/queue"
)

// SentMessage is a message that an application in a sandbox has sent.
type SentMessage struct {
	Connection string
	queue.Outgoing
}

// sentMessages records what an application sends.
type sentMessages struct {
	mu   sync.Mutex
	list []SentMessage
}

func (s *sentMessages) add(connection string, list []messages.Outgoing, ids []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, m := range outgoingMessages(list) {
		m.ID = ids[i]
		s.list = append(s.list, SentMessage{connection, m})
	}
}

// noted is a [messages.Sender] that records what is sent through another one.
type noted struct {
	messages.Sender
	connection string
	sent       *sentMessages
}

func (n noted) Send(ctx context.Context, list []messages.Outgoing) ([]string, error) {
	ids, err := n.Sender.Send(ctx, list)
	if err == nil {
		n.sent.add(n.connection, list, ids)
	}
	return ids, err
}

func (n noted) SendIn(ctx context.Context, tx sql.Session, list []messages.Outgoing) ([]string, func(), error) {
	ids, committed, err := n.Sender.SendIn(ctx, tx, list)
	return ids, func() {
		committed()
		n.sent.add(n.connection, list, ids)
	}, err
}

// Sent returns the messages that were sent since the last [Sandbox.EmptyQueues].
func (s *Sandbox) Sent() []SentMessage {
	sent := s.generation.test.sent
	sent.mu.Lock()
	defer sent.mu.Unlock()
	return slices.Clone(sent.list)
}

// EmptyQueues forgets what was sent, and removes what was not delivered.
func (s *Sandbox) EmptyQueues(ctx context.Context) error {
	sent := s.generation.test.sent
	sent.mu.Lock()
	list := sent.list
	sent.list = nil
	sent.mu.Unlock()
	for _, q := range s.generation.queues {
		emptied := map[string]bool{}
		for _, m := range list {
			if m.Connection != q.Of.Name() || emptied[m.Queue] {
				continue
			}
			emptied[m.Queue] = true
			if _, err := q.Of.Purge(ctx, m.Queue); err != nil {
				return err
			}
		}
	}
	return nil
}

// DrainQueues delivers messages to the listeners until all are handled, or the context ends.
func (s *Sandbox) DrainQueues(ctx context.Context) error {
	s.draining.Lock()
	defer s.draining.Unlock()
	g := s.generation
	g.listen()
	g.beginQueues()
	err := g.idleQueues(ctx)
	for _, q := range g.queues {
		if waiting := q.Of.Listen(nil).Wait(ctx); err == nil {
			err = waiting
		}
	}
	return err
}

// drainInterval is how often queues are asked whether they are empty.
const drainInterval = 2 * time.Millisecond

// idleQueues waits until no listener has a message, and none waits for one.
func (g *generation) idleQueues(ctx context.Context) error {
	return untilIdle(ctx, func() (int64, bool, error) { return g.queueActivity(ctx) })
}

// idleLooks is how often in a row queues must look empty. One look reads the store, then the broker: it misses a message that
// moves from the broker to the store between the two. The next one misses it only if it moves back and forth meanwhile, and the
// listener that had it was counted by the third.
const idleLooks = 3

// untilIdle looks until it has seen the queues idle, with nothing handled in between, as often as it takes to be sure.
func untilIdle(ctx context.Context, look func() (handled int64, idle bool, err error)) error {
	ticker := time.NewTicker(drainInterval)
	defer ticker.Stop()
	seen, before := 0, int64(0)
	for {
		handled, idle, err := look()
		switch {
		case err != nil:
			return err
		case !idle:
			seen = 0
		case seen == 0 || handled != before:
			seen, before = 1, handled
		default:
			seen++
		}
		if seen == idleLooks {
			return nil
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// queueActivity returns how many messages listeners have handled, and whether there are none for them.
func (g *generation) queueActivity(ctx context.Context) (handled int64, idle bool, err error) {
	idle = true
	for _, q := range g.queues {
		states, err := q.Of.States(ctx)
		if err != nil {
			return 0, false, err
		}
		for _, state := range states {
			if state.Listener != "" && !state.Paused {
				handled += state.Done + state.Failed
				idle = idle && state.Waiting+state.InHand+state.Delayed+state.Retries == 0
			}
		}
	}
	return handled, idle, nil
}
