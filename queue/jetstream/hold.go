package jetstream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go"
)

// The pause before a message that was given back is delivered again grows with the number of its deliveries, so that a
// listener that cannot handle it does not spin, and others are delivered meanwhile.
const (
	firstPause = 5 * time.Millisecond
	lastPause  = time.Second
)

// take returns the message that the server sent, and holds it until it is acknowledged or given back.
func (d *delivery) take(n *nats.Msg) *message.Message {
	deliveries, sequence := deliveriesOf(n), uint64(0)
	if data, err := n.Metadata(); err == nil {
		sequence = data.Sequence.Stream
	}
	counts := d.broker.server != nil && !d.lock
	if counts {
		deliveries = d.broker.server.tally.arrived(d.stream, sequence, deliveries)
	}
	m := fromNATS(n, deliveries)
	ctx, cancel := context.WithCancel(d.values)
	m.SetContext(ctx)
	d.broker.busy.Add(1) // run has not ended, so neither has Close
	d.messages.Add(1)
	go func() {
		defer d.broker.busy.Done()
		defer d.messages.Done()
		if done := d.hold(n, m, deliveries); done && counts {
			d.broker.server.tally.acknowledged(d.stream, sequence)
		}
		cancel()
		d.settled <- struct{}{}
	}()
	return m
}

// deliveriesOf returns how often the server has delivered a message.
func deliveriesOf(n *nats.Msg) uint64 {
	data, err := n.Metadata()
	if err != nil {
		return 1
	}
	return data.NumDelivered
}

// hold renews the hold on a message at intervals, until it is settled. It reports whether the message was
// acknowledged.
func (d *delivery) hold(n *nats.Msg, m *message.Message, deliveries uint64) bool {
	beat := time.NewTicker(d.broker.options.AckWait / 3)
	defer beat.Stop()
	last, closing := time.Now(), d.broker.closing.Done()
	for {
		select {
		case <-beat.C:
			if !d.lock {
				_ = d.broker.nc.Publish(n.Reply, ackProgress)
			} else if !d.stillHeld(n, &last) {
				return false
			}
		case <-m.Acked():
			return d.acknowledge(n)
		case <-m.Nacked():
			d.giveBack(n, deliveries)
			return false
		case <-closing:
			if d.lock {
				closing = nil // it is given back when nothing is in hand any more
				continue
			}
			select {
			case <-m.Acked():
				return d.acknowledge(n)
			default:
				d.answer(n, ackBack)
				return false
			}
		}
	}
}

// What is sent for a message that is in hand.
var (
	ackDone     = []byte("+ACK")
	ackBack     = []byte("-NAK")
	ackProgress = []byte("+WPI")
)

func ackBackLater(pause time.Duration) []byte {
	return fmt.Appendf(nil, `-NAK {"delay":%d}`, pause)
}

func (d *delivery) giveBack(n *nats.Msg, deliveries uint64) {
	answer := ackBack
	if d.ended.Err() == nil && !d.lock {
		pause := lastPause
		if deliveries < 9 {
			pause = min(firstPause<<(deliveries-1), lastPause)
		}
		answer = ackBackLater(pause)
	}
	d.answer(n, answer)
}

// answer reports to the server what becomes of a message that was not handled. If the order matters it waits until the server has
// heard it: the next holder of the lock gives back the same message, and after that an answer that comes late would make the
// server deliver it twice.
func (d *delivery) answer(n *nats.Msg, what []byte) {
	if !d.inOrder {
		_ = d.broker.nc.Publish(n.Reply, what)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), answerTimeout)
	defer cancel()
	_, _ = d.broker.nc.RequestWithContext(ctx, n.Reply, what)
}

// answerTimeout bounds how long a lock is kept for an answer that may be lost.
const answerTimeout = 2 * time.Second

// acknowledge waits until the server has removed the message. Without a connection it tries for as long as the server
// would wait: then the message is delivered again in any case. It reports whether the server has answered.
func (d *delivery) acknowledge(n *nats.Msg) bool {
	end := time.Now().Add(d.broker.options.AckWait)
	for pause := 50 * time.Millisecond; time.Now().Before(end); pause = min(2*pause, time.Second) {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		_, err := d.broker.nc.RequestWithContext(ctx, n.Reply, ackDone)
		cancel()
		if err == nil || errors.Is(err, nats.ErrConnectionClosed) {
			return err == nil
		}
		time.Sleep(pause)
	}
	return false
}
