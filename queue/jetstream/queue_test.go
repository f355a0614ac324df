package jetstream_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/jetstream"
	"github.com/fwrun/fwrun/queue/queuetest"
	"github.com/fwrun/fwrun/queue/table"
)

// TestQueues: what is above all brokers, on an embedded server.
func TestQueues(t *testing.T) {
	queuetest.Run(t, func(t *testing.T) queuetest.Open {
		server := start(t, jetstream.Store{Sync: jetstream.SyncAlways})
		return opens(t, func(t testing.TB, o jetstream.Options) *jetstream.Broker {
			b, err := server.Broker(t.Context(), o)
			must(t, err)
			return b
		})
	})
}

// TestQueuesOfServers: on servers elsewhere.
func TestQueuesOfServers(t *testing.T) {
	for _, size := range []int{1, 3} {
		t.Run(fmt.Sprintf("%d", size), func(t *testing.T) {
			if size > 1 && testing.Short() {
				t.Skip("takes long")
			}
			c := newCluster(t, size)
			c.Start(t)
			queuetest.Run(t, func(t *testing.T) queuetest.Open {
				c.empty(t)
				return opens(t, func(t testing.TB, o jetstream.Options) *jetstream.Broker {
					b, err := jetstream.Connect(t.Context(), c.url, o)
					must(t, err)
					return b
				})
			})
		})
	}
}

func opens(t *testing.T, connect func(t testing.TB, o jetstream.Options) *jetstream.Broker) queuetest.Open {
	path := filepath.Join(t.TempDir(), "store.db")
	return func(t testing.TB, s queue.Settings) *queue.Connection {
		s.Shared = true
		return queue.New(connect(t, jetstream.Options{Window: s.Window, Log: s.Log}), table.OpenFile(path, s.Name), s)
	}
}
