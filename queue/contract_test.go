package queue_test

import (
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/memory"
	"github.com/fwrun/fwrun/queue/queuetest"
	"github.com/fwrun/fwrun/queue/table"
)

func TestMemory(t *testing.T) {
	queuetest.Run(t, func(t *testing.T) queuetest.Open {
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
