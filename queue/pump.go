package queue

import (
	"context"
	"errors"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/table"
)

// pump moves messages that are due from the store to the broker.
type pump struct {
	*Connection
	woken chan struct{}
	ended chan struct{} // closed when the pump has stopped; nothing else uses the store then
}

func newPump(c *Connection) *pump {
	return &pump{Connection: c, woken: make(chan struct{}, 1), ended: make(chan struct{})}
}

// wake makes the pump look at the store, since something was put there.
func (p *pump) wake() { wake(p.woken) }

// The pauses of a pump: between two looks at a store that other processes write to, too, and at one that nobody else
// does; and how many messages are moved at a time.
const (
	lookAtShared = time.Second
	lookAtOwn    = time.Minute
	pumpAtOnce   = 100
)

func (p *pump) run(ctx context.Context) {
	defer close(p.ended)
	for failures := 0; ; {
		wait, err := p.move(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			failures++
			wait = reconnecting.pauseAfter(failures)
			p.log.WarnContext(ctx, "messages that are due could not be given to the broker; it is tried again", "after", wait, "error", err)
		} else {
			failures = 0
		}
		stop := p.settings.Clock.AfterFunc(wait, p.wake)
		select {
		case <-p.woken:
		case <-ctx.Done():
		}
		stop()
	}
}

// move moves all that is due and returns how long nothing will be.
func (p *pump) move(ctx context.Context) (time.Duration, error) {
	if err := p.readPauses(ctx); err != nil {
		return 0, err
	}
	for {
		due, err := p.store.Due(ctx, p.settings.Clock.Now(), pumpAtOnce)
		if err != nil {
			return 0, err
		}
		if len(due) == 0 {
			break
		}
		if err := p.forward(ctx, due); err != nil {
			return 0, errors.Join(err, p.store.GiveBack(context.WithoutCancel(ctx), due))
		}
	}
	wait := lookAtOwn
	if p.settings.Shared {
		wait = lookAtShared
	}
	next, some, err := p.store.NextDue(ctx)
	if some {
		wait = min(wait, max(next.Sub(p.settings.Clock.Now()), 0))
	}
	return wait, err
}

// forward publishes messages, those of one topic in their order, and forgets them.
func (p *pump) forward(ctx context.Context, due []table.Parked) error {
	ctx, cancel := context.WithTimeout(ctx, p.settings.SendTimeout)
	defer cancel()
	var order []string
	topics := map[string][]*message.Message{}
	for _, m := range due {
		if topics[m.Topic] == nil {
			order = append(order, m.Topic)
		}
		w := message.NewMessage(copyID(m.ID, m.Seq), m.Payload)
		w.Metadata = m.Metadata
		w.SetContext(ctx)
		topics[m.Topic] = append(topics[m.Topic], w)
	}
	for _, topic := range order {
		if err := p.publish(ctx, topic, topics[topic]); err != nil {
			return err
		}
	}
	return p.store.Forwarded(ctx, due)
}
