package rabbitmq_test

import (
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/pubsub/tests"

	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/broker/brokertest"
	"github.com/fwrun/fwrun/queue/queuetest"
	"github.com/fwrun/fwrun/queue/rabbitmq"
	"github.com/fwrun/fwrun/queue/servertest"
	"github.com/fwrun/fwrun/queue/table"
)

type server struct{ *servertest.RabbitMQ }

// open returns a broker that is closed with the test.
func (s server) open(t testing.TB, o rabbitmq.Options) *rabbitmq.Broker {
	t.Helper()
	b, err := rabbitmq.Open(t.Context(), s.URL, o)
	must(t, err)
	t.Cleanup(func() { _ = b.Close() })
	return b
}

// TestServer runs everything on one server, since one takes seconds to start.
func TestServer(t *testing.T) {
	s := server{servertest.NewRabbitMQ(t)}
	kind := brokertest.Kind{Open: func(t *testing.T) broker.Broker { return s.open(t, rabbitmq.Options{}) }, Server: s.RabbitMQ}
	t.Run("open", func(t *testing.T) { testOpen(t, s) })
	t.Run("deleted", func(t *testing.T) { testDeleted(t, s) })
	t.Run("foreign", func(t *testing.T) { testForeign(t, s) })
	t.Run("headers", func(t *testing.T) { testHeaders(t, s) })
	t.Run("lost connection", func(t *testing.T) { testLostConnection(t, s) })
	t.Run("packages", func(t *testing.T) { testPackages(t, s) })
	t.Run("watermill", func(t *testing.T) { testWatermill(t, s) })
	t.Run("queues", func(t *testing.T) { testQueues(t, s) })
	t.Run("contract", func(t *testing.T) { brokertest.Run(t, kind) })
	t.Run("kills", func(t *testing.T) {
		times := 1
		if os.Getenv("FWRUN_STRESS") == "1" {
			times = 5
		}
		brokertest.Kills(t, kind, times)
	})
}

func testWatermill(t *testing.T, s server) {
	features := tests.Features{Persistent: true, ForceShort: true}
	tests.TestPubSub(t, features, func(t *testing.T) (message.Publisher, message.Subscriber) {
		return brokertest.PubSubOf(func() broker.Broker { return s.open(t, rabbitmq.Options{}) }, broker.Subscription{Workers: 1})
	}, nil)
}

var runs atomic.Int64

// testQueues: what is above all brokers.
func testQueues(t *testing.T, s server) {
	queuetest.Run(t, func(t *testing.T) queuetest.Open {
		prefix, path := "q"+strconv.FormatInt(runs.Add(1), 10)+".", filepath.Join(t.TempDir(), "store.db")
		return func(t testing.TB, settings queue.Settings) *queue.Connection {
			settings.Shared = true
			return queue.New(s.open(t, rabbitmq.Options{Prefix: prefix}), table.OpenFile(path, settings.Name), settings)
		}
	})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
