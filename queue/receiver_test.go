package queue

import (
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
)

// TestMessagesOfLessWeightWait: what a broker delivers only after the message before was settled is not overtaken by what
// happens to be there already.
func TestMessagesOfLessWeightWait(t *testing.T) {
	const draws = 100
	now := time.Now()
	low := func() *source {
		return &source{weight: 1, waiting: message.NewMessage("low", nil), taken: make(chan struct{}, 1)}
	}
	waited := 0
	for range draws {
		high := &source{weight: 512, taken: make(chan struct{}, 1)}
		r := &receiver{sources: map[string]*source{"low": low(), "high": high}, arrived: make(chan struct{}, 1)}
		r.expect(high)
		if m, _, again := r.choose(now); m == nil && again != nil {
			waited++
		}
	}
	if waited < draws*9/10 {
		t.Errorf("of %d messages with little weight %d waited", draws, waited)
	}
	high := &source{weight: 512, taken: make(chan struct{}, 1)}
	r := &receiver{sources: map[string]*source{"low": low(), "high": high}, arrived: make(chan struct{}, 1)}
	r.expect(high)
	m, from, _ := r.choose(high.expected)
	if m == nil || m.UUID != "low" || from != r.sources["low"] {
		t.Errorf("when nothing more is expected, the message chosen is %v", m)
	}
}

// TestSlowBrokersAreGivenLonger: what always has the next message is waited for as long as it takes, within bounds; what is empty is not.
func TestSlowBrokersAreGivenLonger(t *testing.T) {
	now := time.Now()
	s := &source{}
	for _, c := range []struct{ took, grace time.Duration }{
		{time.Millisecond, leastGrace},
		{12 * time.Millisecond, 24 * time.Millisecond},
		{4 * time.Millisecond, 12 * time.Millisecond}, // half of what was usual counts
		{40 * time.Millisecond, mostGrace},
		{time.Minute, leastGrace}, // it was empty
	} {
		s.settle(now)
		s.arrive(nil, now.Add(c.took))
		s.settle(now)
		if got := s.expected.Sub(now); got != c.grace {
			t.Errorf("after %s: %s, want %s", c.took, got, c.grace)
		}
	}
}

// TestOfferedAreCountedWhileTaken: a listener writes in the headers of a message that was counted as one that waits.
func TestOfferedAreCountedWhileTaken(t *testing.T) {
	s := &source{weight: 1, taken: make(chan struct{}, 1)}
	r := &runner{queue: "mails", receiver: &receiver{queue: "mails", sources: map[string]*source{"mails": s}, arrived: make(chan struct{}, 1)}}
	sent := time.Now().Add(-time.Minute)
	for range 1000 {
		o := Outgoing{Queue: "mails"}
		r.receiver.mu.Lock()
		s.waiting = o.wire("1", sent)
		r.receiver.mu.Unlock()
		counted := make(chan State)
		go func() {
			state := State{InHand: 1}
			r.count(&state)
			counted <- state
		}()
		if m, _, _ := r.receiver.choose(time.Now()); m != nil {
			m.Metadata[headerAttempt] = "2"
		}
		<-s.taken
		if state := <-counted; state.Waiting == 1 && state.Age < time.Minute {
			t.Fatalf("the state is %+v", state)
		}
	}
}
