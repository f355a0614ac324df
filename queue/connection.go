package queue

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/table"
)

// Connection sends messages and runs listeners, over one broker. It is safe for concurrent use.
type Connection struct {
	settings Settings
	broker   broker.Broker
	store    *table.Store
	log      *slog.Logger

	declared sync.Map // topics that exist, as this process knows

	mu       sync.Mutex         // of the following
	runners  map[string]*runner // by queue
	running  context.Context    // ends when the connection has stopped: what is in hand is cut off
	stop     context.CancelFunc
	begun    bool
	gates    map[string]*gate // by queue
	swapping sync.RWMutex     // held while listeners are replaced
	pausing  sync.Mutex       // held while pauses are written or read, so that what was read before a pause does not end it
	pump     *pump
	lasts    chan struct{} // has a token while the last attempt of a message is made with which a process ended
}

// New returns a connection over a broker and a store, which it closes at its end.
func New(b broker.Broker, store *table.Store, s Settings) *Connection {
	s = s.withDefaults()
	c := &Connection{
		settings: s, broker: b, store: store, log: s.Log, runners: map[string]*runner{}, gates: map[string]*gate{},
		lasts: make(chan struct{}, 1),
	}
	store.GoBy(s.Clock)
	if c.settings.Starts == nil {
		c.settings.Starts = store
	}
	c.running, c.stop = context.WithCancel(context.Background())
	c.pump = newPump(c)
	return c
}

// Name returns the name of the connection.
func (c *Connection) Name() string { return c.settings.Name }

// Begin begins to deliver messages: to the listeners, and from the store to the broker.
func (c *Connection) Begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.begun {
		return
	}
	c.begun = true
	go c.pump.run(c.running)
	for _, r := range c.runners {
		r.start()
	}
}

// Listen replaces the listeners. A queue whose listener has the same policy goes on without a pause; what is in hand of the
// former listener ends there; the result waits for that.
func (c *Connection) Listen(listeners []Listener) (former *Runs) {
	c.mu.Lock()
	defer c.mu.Unlock()
	wanted := map[string]*serving{}
	runs := &sync.WaitGroup{}
	for _, l := range listeners {
		l.Policy = l.Policy.withDefaults(l.Queue)
		wanted[l.Queue] = &serving{Listener: l, runs: runs}
	}
	former = &Runs{}
	c.swapping.Lock()
	for queue, r := range c.runners {
		before := r.listener.Load()
		former.add(before.runs)
		next := wanted[queue]
		if next != nil && next.Policy == before.Policy {
			r.listener.Store(next)
			delete(wanted, queue)
			continue
		}
		former.stops(r)
		delete(c.runners, queue)
	}
	c.swapping.Unlock()
	for queue, l := range wanted {
		c.runners[queue] = c.newRunner(queue, l)
		if c.begun {
			c.runners[queue].start()
		}
	}
	return former
}

// gateOf returns the gate of a queue. It is called with mu held.
func (c *Connection) gateOf(queue string) *gate {
	if c.gates[queue] == nil {
		c.gates[queue] = newGate()
	}
	return c.gates[queue]
}

// declare makes a topic, once in this process.
func (c *Connection) declare(ctx context.Context, topic string) error {
	if _, known := c.declared.Load(topic); known {
		return nil
	}
	if err := c.broker.Declare(ctx, topic); err != nil {
		return err
	}
	c.declared.Store(topic, true)
	return nil
}

// Stop stops receiving, and waits until the messages in hand are handled or the context ends. Those that are not go
// back to the broker.
func (c *Connection) Stop(ctx context.Context) error {
	c.mu.Lock()
	former := &Runs{}
	for _, r := range c.runners {
		former.add(r.listener.Load().runs)
		former.stops(r)
	}
	c.runners = map[string]*runner{}
	c.mu.Unlock()
	err := former.Wait(ctx)
	c.stop()
	if err != nil { // what is cut off goes back
		returning, cancel := context.WithTimeout(context.Background(), cutOff)
		defer cancel()
		_ = former.Wait(returning)
	}
	return err
}

// cutOff is how long a stop waits for what it has cut off to go back.
const cutOff = time.Second

// Close closes the broker and the store. Stop comes before it.
func (c *Connection) Close() error {
	c.stop()
	c.Begin() // or else the pump, which has not begun, would never end
	<-c.pump.ended
	err := c.broker.Close()
	if c.settings.Starts != c.store {
		err = errors.Join(err, c.settings.Starts.Close())
	}
	return errors.Join(err, c.store.Close())
}

// Ping checks that the broker answers.
func (c *Connection) Ping(ctx context.Context) error { return c.broker.Ping(ctx) }

// Damage says what was found damaged of what the broker keeps in files of this process; "" if there is nothing.
func (c *Connection) Damage() string {
	if one, can := c.broker.(interface{ Damage() string }); can {
		return one.Damage()
	}
	return ""
}

// Runs are the messages in hand of listeners that were replaced.
type Runs struct {
	groups  []*sync.WaitGroup
	runners []*runner
}

func (r *Runs) add(group *sync.WaitGroup) {
	if !slices.Contains(r.groups, group) {
		r.groups = append(r.groups, group)
	}
}

// stops stops the delivery to a runner. It is called with the connection's mu held.
func (r *Runs) stops(old *runner) {
	old.stop()
	if !old.begun {
		close(old.ended) // nobody else would
	}
	r.runners = append(r.runners, old)
}

// Wait waits until all are handled, or the context ends.
func (r *Runs) Wait(ctx context.Context) error {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, old := range r.runners {
			<-old.ended
		}
		for _, group := range r.groups {
			group.Wait()
		}
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
