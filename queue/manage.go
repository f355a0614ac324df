package queue

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/table"
)

// State is what is known of a queue. A number that its broker cannot know is -1.
type State struct {
	Connection string
	Queue      string
	Listener   string // the name of this process's listener, or ""
	Waiting    int64
	InHand     int64
	Age        time.Duration // of the oldest waiting message
	Delayed    int64         // sent for later
	Retries    int64         // to be tried again
	Dead       int64         // dead letters
	Paused     bool

	// Of this process, since its start.
	Done, Failed int64
	Busy         time.Duration // in its listener
	Rate         float64       // messages a second that were handled, of about the last minute
}

// States returns the states of the queues that this process listens or has sent to, of those in the store, and of those named,
// sorted by name.
func (c *Connection) States(ctx context.Context, names ...string) ([]State, error) {
	kept, err := c.store.Counts(ctx)
	if err != nil {
		return nil, err
	}
	paused, err := c.store.Paused(ctx)
	if err != nil {
		return nil, err
	}
	wanted := map[string]*runner{}
	for _, name := range names {
		wanted[name] = nil
	}
	for _, name := range append(paused, c.sentTo()...) {
		wanted[name] = nil
	}
	dead := map[string]string{} // dead-letter queues, by queue
	for name := range kept {
		if queue, isDead := strings.CutSuffix(name, DeadLetterQueue("")); isDead {
			name = queue
		}
		wanted[name] = nil
	}
	c.mu.Lock()
	for name, r := range c.runners {
		wanted[name], dead[name] = r, r.policy.DeadLetter
	}
	c.mu.Unlock()
	for _, name := range dead { // other names of dead-letter queues are not queues of their own
		if wanted[name] == nil {
			delete(wanted, name)
		}
	}
	var list []State
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		s, err := c.state(ctx, name)
		if err != nil {
			return nil, err
		}
		s.Delayed, s.Retries, s.Paused = kept[name].Delayed, kept[name].Retries, slices.Contains(paused, name)
		deadLetters := dead[name]
		if deadLetters == "" {
			deadLetters = DeadLetterQueue(name)
		}
		s.Dead = kept[deadLetters].Dead
		if r := wanted[name]; r != nil {
			s.Listener = r.listener.Load().Name
			s.Done, s.Failed, s.Busy = r.counts.done.Load(), r.counts.failed.Load(), time.Duration(r.counts.busy.Load())
			s.Rate = r.counts.recent.get(time.Now())
			r.count(&s)
		}
		list = append(list, s)
	}
	return list, nil
}

// IsDue reports whether anything that was kept for later is due, or on its way to the broker, and gives it to that.
func (c *Connection) IsDue(ctx context.Context) (bool, error) {
	at, some, err := c.store.NextDue(ctx)
	if err != nil {
		return false, err
	}
	if some && !at.After(c.settings.Clock.Now()) {
		c.pump.wake()
		return true, nil
	}
	return c.store.Moves(ctx)
}

// sentTo returns the queues that this process has sent messages to.
func (c *Connection) sentTo() (names []string) {
	c.declared.Range(func(topic, _ any) bool {
		name, _, _ := strings.Cut(topic.(string), "..")
		names = append(names, name)
		return true
	})
	return names
}

// Has reports whether anything is known of a queue: it has a listener in this process, or has or had messages.
func (c *Connection) Has(ctx context.Context, queue string) (bool, error) {
	c.mu.Lock()
	r := c.runners[queue]
	c.mu.Unlock()
	if r != nil || slices.Contains(c.sentTo(), queue) {
		return true, nil
	}
	kept, err := c.store.Counts(ctx)
	if err != nil {
		return false, err
	}
	paused, err := c.store.Paused(ctx)
	if err != nil {
		return false, err
	}
	if kept[queue] != (table.Counts{}) || kept[DeadLetterQueue(queue)].Dead > 0 || slices.Contains(paused, queue) {
		return true, nil
	}
	topics, err := c.broker.Topics(ctx, append(furtherTopics(queue), queue))
	return len(topics) > 0, err
}

// state adds up the topics of a queue.
func (c *Connection) state(ctx context.Context, queue string) (State, error) {
	s := State{Connection: c.Name(), Queue: queue}
	topics, err := c.broker.Topics(ctx, append(furtherTopics(queue), queue))
	for _, topic := range topics {
		if err != nil {
			break
		}
		t, failed := c.broker.State(ctx, topic)
		err = failed
		s.Waiting, s.InHand, s.Age = add(s.Waiting, t.Waiting), add(s.InHand, t.InHand), max(s.Age, t.Age)
	}
	return s, err
}

// add adds numbers of which -1 is unknown.
func add(a, b int64) int64 {
	if a < 0 || b < 0 {
		return -1
	}
	return a + b
}

// Purge removes the messages of a queue that no listener has in hand, also those for later, and returns how many. Dead letters
// stay.
func (c *Connection) Purge(ctx context.Context, queue string) (int64, error) {
	topics, err := c.broker.Topics(ctx, append(furtherTopics(queue), queue))
	if err != nil {
		return 0, err
	}
	sum, err := c.store.DeleteParked(ctx, queue)
	for _, topic := range topics {
		if err != nil {
			break
		}
		var n int64
		n, err = c.broker.Purge(ctx, topic)
		sum += n
	}
	c.mu.Lock()
	r := c.runners[queue]
	c.mu.Unlock()
	if err != nil || r == nil {
		return sum, err
	}
	n, err := r.purge(ctx)
	return sum + n, err
}

// Pause stops the delivery of a queue in all processes that share the store, until Resume. Messages in hand are handled.
func (c *Connection) Pause(ctx context.Context, queue string) error {
	return c.setPaused(ctx, queue, true, c.store.Pause)
}

// Resume ends a pause.
func (c *Connection) Resume(ctx context.Context, queue string) error {
	return c.setPaused(ctx, queue, false, c.store.Resume)
}

func (c *Connection) setPaused(ctx context.Context, queue string, paused bool, store func(ctx context.Context, queue string) error) error {
	c.pausing.Lock()
	defer c.pausing.Unlock()
	if err := store(ctx, queue); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gateOf(queue).pause(paused)
	return nil
}

// readPauses makes the gates as the store says.
func (c *Connection) readPauses(ctx context.Context) error {
	c.pausing.Lock()
	defer c.pausing.Unlock()
	paused, err := c.store.Paused(ctx)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, queue := range paused {
		c.gateOf(queue)
	}
	for queue, g := range c.gates {
		g.pause(slices.Contains(paused, queue))
	}
	return nil
}

// DeadLetters returns dead letters of a queue, oldest first.
func (c *Connection) DeadLetters(ctx context.Context, queue string, f table.DeadFilter, p table.Page) ([]table.Dead, error) {
	return c.store.DeadLetters(ctx, c.deadOf(queue, f), p)
}

// DeleteDead removes dead letters of a queue, and returns how many.
func (c *Connection) DeleteDead(ctx context.Context, queue string, f table.DeadFilter) (int64, error) {
	return c.store.DeleteDead(ctx, c.deadOf(queue, f))
}

// Replay sends dead letters of a queue once more, with all their attempts before them, and returns how many.
func (c *Connection) Replay(ctx context.Context, queue string, f table.DeadFilter) (int64, error) {
	defer c.pump.wake()
	return c.store.Replay(ctx, c.deadOf(queue, f), func(d table.Dead) table.Parked {
		headers := message.Metadata(maps.Clone(d.Metadata))
		for _, name := range []string{headerAttempt, headerAlone, headerFirstError, headerFirstFailed, headerUnique, table.PositionHeader} {
			delete(headers, name)
		}
		return table.Parked{
			ID: d.ID, Topic: d.Topic, Queue: queue, Key: d.Key, Due: c.settings.Clock.Now(), Priority: d.Priority, Metadata: headers, Payload: d.Payload,
		}
	})
}

// deadOf returns the filter for the dead letters of a queue.
func (c *Connection) deadOf(queue string, f table.DeadFilter) table.DeadFilter {
	c.mu.Lock()
	defer c.mu.Unlock()
	f.Queue = DeadLetterQueue(queue)
	if r := c.runners[queue]; r != nil {
		f.Queue = r.policy.DeadLetter
	}
	return f
}
