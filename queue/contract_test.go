package queue_test

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/memory"
	"github.com/fwrun/fwrun/queue/queuetest"
	"github.com/fwrun/fwrun/queue/table"
)

func TestMemory(t *testing.T) {
	queuetest.RunInOneProcess(t, func(t *testing.T) queuetest.Open {
		path, b := filepath.Join(t.TempDir(), "store.db"), memory.New(memory.Options{})
		return func(t testing.TB, s queue.Settings) *queue.Connection {
			s.Shared = true
			return queue.New(kept{b}, table.OpenFile(path, s.Name), s)
		}
	})
}

// kept is a broker that outlives the connections of a test.
type kept struct{ *memory.Broker }

func (kept) Close() error { return nil }

// TestStopAtTheStart: a queue may be stopped at any moment of its start. Watermill's router, closed before it had started its
// handlers, waited for them for ever.
func TestStopAtTheStart(t *testing.T) {
	path, b := filepath.Join(t.TempDir(), "store.db"), memory.New(memory.Options{})
	for i := range 1000 {
		c := queue.New(kept{b}, table.OpenFile(path, "main"), queue.Settings{Name: "main"})
		c.Listen([]queue.Listener{{Queue: "mails", Name: "Mails.get", Handle: func(context.Context, []*queue.Message) error { return nil }}})
		c.Begin()
		for began := time.Now(); time.Since(began) < time.Duration(i)*time.Microsecond; runtime.Gosched() { // later and later, beyond a start
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		if err := c.Stop(ctx); err != nil {
			t.Fatalf("stop after %d µs: %v", i, err)
		}
		cancel()
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
