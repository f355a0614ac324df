package redis_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/pubsub/tests"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/broker/brokertest"
	"github.com/fwrun/fwrun/queue/queuetest"
	"github.com/fwrun/fwrun/queue/redis"
	"github.com/fwrun/fwrun/queue/table"
)

// start starts a server that writes each command to its disk before it answers.
func start(t *testing.T) *server {
	t.Helper()
	return &server{t, datatest.Redis(t, "--appendonly", "yes", "--appendfsync", "always")}
}

type server struct {
	t *testing.T
	*datatest.RedisServer
}

// Kill implements brokertest.Server.
func (s *server) Kill(*testing.T) { s.RedisServer.Kill() }

// Start implements brokertest.Server.
func (s *server) Start(*testing.T) { s.Restart() }

// open returns a broker that is closed with the test.
func (s *server) open(t testing.TB, o redis.Options) *redis.Broker {
	t.Helper()
	b, err := redis.Open(t.Context(), s.URL, o)
	must(t, err)
	t.Cleanup(func() { _ = b.Close() })
	return b
}

func (s *server) kind() brokertest.Kind {
	return brokertest.Kind{Server: s, Largest: 4 << 20, Open: func(t *testing.T) broker.Broker { return s.open(t, redis.Options{}) }}
}

func TestContract(t *testing.T) {
	t.Parallel()
	brokertest.Run(t, start(t).kind())
}

func TestKills(t *testing.T) {
	t.Parallel()
	times := 2
	if os.Getenv("FWRUN_STRESS") == "1" {
		times = 5
	}
	brokertest.Kills(t, start(t).kind(), times)
}

func TestWatermill(t *testing.T) {
	t.Parallel()
	s := start(t)
	features := tests.Features{GuaranteedOrder: true, GuaranteedOrderWithSingleSubscriber: true, Persistent: true, ForceShort: true}
	tests.TestPubSub(t, features, func(t *testing.T) (message.Publisher, message.Subscriber) {
		return brokertest.PubSubOf(func() broker.Broker { return s.open(t, redis.Options{}) }, broker.Subscription{Workers: 1})
	}, nil)
}

// TestQueues: what is above all brokers.
func TestQueues(t *testing.T) {
	t.Parallel()
	queuetest.Run(t, func(t *testing.T) queuetest.Open {
		s, path := start(t), filepath.Join(t.TempDir(), "store.db")
		return func(t testing.TB, settings queue.Settings) *queue.Connection {
			settings.Shared = true
			return queue.New(s.open(t, redis.Options{}), table.OpenFile(path, settings.Name), settings)
		}
	})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
