package queue

import (
	"context"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
)

// offered returns the messages that wait in the receiver: a broker counts them as in hand, and no listener has them.
func (r *receiver) offered() (list []*message.Message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.sources {
		if s.waiting != nil {
			list = append(list, s.waiting)
		}
	}
	return list
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
	for _, w := range r.receiver.offered() {
		if s.InHand > 0 {
			s.InHand--
			s.Waiting = add(s.Waiting, 1)
		}
		if sent := read(r.queue, w).SentAt; !sent.IsZero() {
			s.Age = max(s.Age, time.Since(sent))
		}
	}
}

// nextOffered is how long a broker has to hand over the next message that it counts as in hand.
const nextOffered = 50 * time.Millisecond

// purge removes the messages that were handed to the receiver and wait there, and returns how many. A broker may hand over as many as
// there are slots, one after the other.
func (r *runner) purge(ctx context.Context) (n int64, err error) {
	for range 2 * cap(r.receiver.slots) {
		w := r.receiver.takeOffered()
		if w == nil {
			select {
			case <-time.After(nextOffered):
			case <-ctx.Done():
				return n, ctx.Err()
			}
			if w = r.receiver.takeOffered(); w == nil {
				return n, nil
			}
		}
		if err := r.done(ctx, w); err != nil {
			w.Nack()
			return n, err
		}
		w.Ack()
		n++
	}
	return n, nil
}
