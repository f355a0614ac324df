package queues

import (
	"context"
	"slices"
	"sync"

	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/queue"
)

// Sent is a message that an application in a test has sent.
type Sent struct {
	Connection string
	queue.Outgoing
}

// Notes records what an application in a test sends.
type Notes struct {
	mu   sync.Mutex
	list []Sent
}

// Of returns a sender that sends through another one, and records what it has sent. It returns the other one if n is nil.
func (n *Notes) Of(s messages.Sender, connection string) messages.Sender {
	if n == nil {
		return s
	}
	return noted{s, connection, n}
}

// List returns what was sent since the last [Notes.Take].
func (n *Notes) List() []Sent {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.list)
}

// Take returns what was sent, and forgets it.
func (n *Notes) Take() []Sent {
	n.mu.Lock()
	defer n.mu.Unlock()
	list := n.list
	n.list = nil
	return list
}

func (n *Notes) add(connection string, list []messages.Outgoing, ids []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for i, m := range outgoingMessages(list) {
		m.ID = ids[i]
		n.list = append(n.list, Sent{connection, m})
	}
}

// noted is a [messages.Sender] that records what is sent through another one.
type noted struct {
	messages.Sender
	connection string
	sent       *Notes
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

// Purge removes what was sent, and not delivered.
func (p *Part) Purge(ctx context.Context, list []Sent) error {
	for _, q := range p.open {
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
