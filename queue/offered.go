package queue

import (
	"context"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
)

// offered returns when the messages that wait in the receiver were sent: a broker counts them as in hand, and no listener has them. They
// are read here, since one that is taken belongs to its listener, which writes in its headers.
func (r *receiver) offered() (sent []time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.sources {
		if s.waiting != nil {
			sent = append(sent, read(r.queue, s.waiting).SentAt)
		}
	}
	return sent
}

// takeOffered takes one of the messages that wait in the receiver, as if it were delivered; nil if there is none.
func (r *receiver) takeOffered() *message.Message {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.sources {
		if m := s.waiting; m != nil {
			s.waiting = nil
			s.taken <- struct{}{}
			return m
		}
	}
	return nil
}

// count counts the messages that wait in the receiver as waiting.
func (r *runner) count(s *State) {
	for _, sent := range r.receiver.offered() {
		switch {
		case s.InHand > 0:
			s.InHand--
			s.Waiting = add(s.Waiting, 1)
		case s.InHand < 0: // the broker does not know what is in hand, and leaves it out of what waits
			s.Waiting = add(s.Waiting, 1)
		}
		if !sent.IsZero() {
			s.Age = max(s.Age, time.Since(sent))
		}
	}
}

// The pauses of a purge: between two looks for the next message that a broker has handed over; until none is expected any more; and
// the same for a broker that does not know what is in hand.
const (
	nextOffered    = 10 * time.Millisecond
	lastOffered    = time.Second
	unknownOffered = 200 * time.Millisecond
)

// purge removes the messages that were handed to the receiver and wait there, and returns how many. A broker may hand over as many as
// there are slots, one after the other.
func (r *runner) purge(ctx context.Context) (n int64, err error) {
	quiet := time.Now()
	for end := quiet.Add(lastOffered); n < int64(2*cap(r.receiver.slots)); {
		if w := r.receiver.takeOffered(); w != nil {
			if err := r.done(ctx, w); err != nil {
				w.Nack()
				return n, err
			}
			w.Ack()
			n++
			quiet = time.Now()
			continue
		}
		s, err := r.state(ctx, r.queue)
		none := s.InHand <= r.receiver.handled.Load() // those of other processes stay
		if s.InHand < 0 {
			none = time.Since(quiet) > unknownOffered
		}
		if err != nil || none || time.Now().After(end) {
			return n, err
		}
		select {
		case <-time.After(nextOffered):
		case <-ctx.Done():
			return n, ctx.Err()
		}
	}
	return n, nil
}
