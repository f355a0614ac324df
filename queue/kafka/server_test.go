package kafka_test

import (
	"crypto/rand"
	"path/filepath"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/pubsub/tests"

	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/broker/brokertest"
	"github.com/fwrun/fwrun/queue/kafka"
	"github.com/fwrun/fwrun/queue/queuetest"
	"github.com/fwrun/fwrun/queue/servertest"
	"github.com/fwrun/fwrun/queue/table"
)

// session is a time-out that lets tests wait for little, and that a busy machine does not exceed.
const session = 6 * time.Second

// TestServer has all tests that need a server, of which there is one.
func TestServer(t *testing.T) {
	server := servertest.NewKafka(t)
	t.Run("together", func(t *testing.T) {
		for name, test := range map[string]func(*testing.T, *servertest.Kafka){
			"moves": testMoves, "dies": testDies, "keys": testKeys, "handled": testHandled, "sasl": testSASL, "undeclared": testUndeclared,
			"purge": testPurge, "long": testLong,
			"queues": testQueues, "watermill": testWatermill,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				test(t, server)
			})
		}
	})
	t.Run("packages", func(t *testing.T) { testPackages(t, server) })
	t.Run("contract", func(t *testing.T) { testContract(t, server) })
	t.Run("kill", func(t *testing.T) { testKill(t, server) })
}

func connect(t testing.TB, url string, o kafka.Options) *kafka.Broker {
	t.Helper()
	if o.SessionTimeout == 0 {
		o.SessionTimeout = session
	}
	b, err := kafka.Connect(t.Context(), url, o)
	must(t, err)
	t.Cleanup(func() { _ = b.Close() })
	return b
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func testContract(t *testing.T, server *servertest.Kafka) {
	brokertest.Run(t, brokertest.Kind{
		Open:   func(t *testing.T) broker.Broker { return connect(t, server.URL, kafka.Options{}) },
		Server: startsFor{t, server}, Partitioned: true, Largest: 8 << 20, TakeOver: 3 * session, Reconnect: time.Minute,
	})
}

// startsFor starts its server for the whole test, not for the part that has stopped it.
type startsFor struct {
	t      *testing.T
	server *servertest.Kafka
}

// Kill implements brokertest.Server.
func (s startsFor) Kill(t *testing.T) { s.server.Kill(t) }

// Start implements brokertest.Server.
func (s startsFor) Start(*testing.T) { s.server.Start(s.t) }

// testWatermill runs the tests of Watermill's own adapters.
func testWatermill(t *testing.T, server *servertest.Kafka) {
	tests.TestPubSub(t, tests.Features{Persistent: true, ForceShort: true}, func(t *testing.T) (message.Publisher, message.Subscriber) {
		open := func() broker.Broker { return connect(t, server.URL, kafka.Options{Partitions: 2}) }
		return brokertest.PubSubOf(open, broker.Subscription{Workers: 2})
	}, nil)
}

func testQueues(t *testing.T, server *servertest.Kafka) {
	queuetest.Run(t, func(t *testing.T) queuetest.Open {
		path, prefix := filepath.Join(t.TempDir(), "store.db"), rand.Text()[:8]+"."
		return func(t testing.TB, s queue.Settings) *queue.Connection {
			s.Shared = true
			return queue.New(connect(t, server.URL, kafka.Options{Prefix: prefix}), table.OpenFile(path, s.Name), s)
		}
	})
}
