package queuetest

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/queue"
)

// Open opens a connection to the broker that is tested, with a store. Connections of one test share both; a test sees nothing
// of those before it. The connection is closed by the suite.
type Open func(t testing.TB, s queue.Settings) *queue.Connection

// Run runs the contract. New is called once for each test.
func Run(t *testing.T, fresh func(t *testing.T) Open) {
	RunInOneProcess(t, fresh)
	runAll(t, fresh, []test{
		{"a message that ends its process dies", endsProcess},
		{"a message with a key that ends its process dies", endsProcessInOrder},
		{"a message that ends its process does not poison its batch", endsProcessInBatch},
	})
}

type test struct {
	name string
	test func(*suite)
}

// RunInOneProcess is like Run for a broker whose messages end with its process.
func RunInOneProcess(t *testing.T, fresh func(t *testing.T) Open) {
	runAll(t, fresh, []test{
		{"a message arrives as it was sent", arrives},
		{"a message waits for its listener", waitsForListener},
		{"a listener that fails is tried again", triedAgain},
		{"others do not wait for one that failed", othersGoOn},
		{"a message that fails for good is a dead letter", dies},
		{"a rejected message dies at once", rejected},
		{"a listener chooses the pause", choosesPause},
		{"a panic is a failure", panics},
		{"a listener that takes too long fails", tooLong},
		{"dead letters can be sent again", replayed},
		{"dead letters can be deleted", deleted},
		{"a dead-letter queue can have a listener", deadListener},
		{"a message for later comes later", later},
		{"an id is sent once", once},
		{"a unique key is under way once", unique},
		{"messages of a key keep their order", keys},
		{"messages of a key keep their order when they fail", failingKeys},
		{"no more than so many at once", concurrency},
		{"messages come in batches", inBatches},
		{"a poisoned message does not poison its batch", poisonedBatch},
		{"more of high priority come first", priorities},
		{"no faster than the rate", rated},
		{"a paused queue waits", paused},
		{"listeners are replaced without loss", replacedListeners},
		{"a stop finishes what is in hand", stops},
		{"a stop may come at any moment of the start", stopsAtTheStart},
		{"a connection that never began can be stopped", neverBegan},
		{"what is not finished comes again", givenBack},
		{"what goes back unhandled was not tried", wentBack},
		{"a queue can be emptied", purged},
		{"a paused queue can be emptied", purgedWhilePaused},
		{"what cannot be sent is refused", refused},
	})
}

func runAll(t *testing.T, fresh func(t *testing.T) Open, tests []test) {
	for _, test := range tests {
		t.Run(strings.ReplaceAll(test.name, " ", "_"), func(t *testing.T) {
			open := fresh(t)
			s := &suite{T: t}
			s.open = func(t testing.TB, settings queue.Settings) *queue.Connection {
				settings.Log = slog.New(slog.NewTextHandler(&s.log, nil))
				return open(t, settings)
			}
			test.test(s)
		})
	}
}

// suite is one test with its connections.
type suite struct {
	*testing.T
	open Open
	log  journal
}

// journal is what the connections of a test have logged, which is printed when something does not happen.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// patience is how long a test waits for what has to happen.
const patience = time.Minute

// connect opens a connection and begins to deliver to listeners.
func (s *suite) connect(listeners ...queue.Listener) *queue.Connection {
	s.Helper()
	return s.connectWith(queue.Settings{}, listeners...)
}

func (s *suite) connectWith(settings queue.Settings, listeners ...queue.Listener) *queue.Connection {
	s.Helper()
	settings.Name = "main"
	c := s.open(s.T, settings)
	s.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := c.Stop(ctx); err != nil {
			s.Errorf("stop: %v", err)
		}
		if err := c.Close(); err != nil {
			s.Errorf("close: %v", err)
		}
	})
	c.Listen(listeners)
	c.Begin()
	return c
}

// send sends messages with a text each.
func (s *suite) send(c *queue.Connection, name string, texts ...string) {
	s.Helper()
	for _, text := range texts {
		s.sendOne(c, queue.Outgoing{Queue: name, Body: []byte(text)})
	}
}

func (s *suite) sendOne(c *queue.Connection, o queue.Outgoing) string {
	s.Helper()
	id, err := c.Send(s.Context(), o)
	if err != nil {
		s.Fatalf("send: %v", err)
	}
	return id
}

// until waits for a condition.
func (s *suite) until(what string, f func() bool) {
	s.Helper()
	end := time.Now().Add(patience)
	for !f() {
		if time.Now().After(end) {
			s.Fatalf("not within %s: %s\n%s", patience, what, &s.log)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func (s *suite) equal(what string, got, want any) {
	s.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		s.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// state returns the state of a queue. A broker that cannot know how many messages are in hand has none.
func (s *suite) state(c *queue.Connection, name string) queue.State {
	s.Helper()
	list, err := c.States(s.Context(), name)
	if err != nil {
		s.Fatal(err)
	}
	i := slices.IndexFunc(list, func(st queue.State) bool { return st.Queue == name })
	list[i].InHand = max(list[i].InHand, 0)
	return list[i]
}

// heard is what a listener has received.
type heard struct {
	mu   sync.Mutex
	list []queue.Message
}

func (h *heard) add(batch []*queue.Message) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, m := range batch {
		h.list = append(h.list, *m)
	}
}

// texts returns the bodies in the order in which they were received.
func (h *heard) texts() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := make([]string, len(h.list))
	for i, m := range h.list {
		list[i] = string(m.Body)
	}
	return list
}

func (h *heard) count() int { return len(h.texts()) }

func (h *heard) sorted() []string { return slices.Sorted(slices.Values(h.texts())) }

// listener returns a listener that notes what it receives, and fails if f returns an error.
func (h *heard) listener(name string, p queue.Policy, f func(context.Context, *queue.Message) error) queue.Listener {
	if p.Backoff == 0 {
		p.Backoff = 10 * time.Millisecond
	}
	return queue.Listener{Queue: name, Name: "Test." + name, Policy: p, Handle: func(ctx context.Context, batch []*queue.Message) error {
		h.add(batch)
		if f == nil {
			return nil
		}
		for _, m := range batch {
			if err := f(ctx, m); err != nil {
				return err
			}
		}
		return nil
	}}
}
