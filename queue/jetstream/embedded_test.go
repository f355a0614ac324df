package jetstream_test

import (
	"testing"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/pubsub/tests"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/broker/brokertest"
	"github.com/fwrun/fwrun/queue/jetstream"
)

// start starts a server in a folder that is removed with the test.
func start(t *testing.T, store jetstream.Store) *jetstream.Server {
	t.Helper()
	if store.Folder == "" {
		store.Folder = t.TempDir()
	}
	server, err := jetstream.Start(t.Context(), store, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server
}

// connect returns a broker on a server. It is closed with the test.
func connect(t *testing.T, server *jetstream.Server, o jetstream.Options) *jetstream.Broker {
	t.Helper()
	b, err := server.Broker(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b
}

func TestContract(t *testing.T) {
	for name, sync := range map[string]jetstream.Sync{"always": jetstream.SyncAlways, "interval": jetstream.SyncInterval} {
		t.Run(name, func(t *testing.T) {
			server := start(t, jetstream.Store{Sync: sync})
			brokertest.Run(t, brokertest.Kind{Open: func(t *testing.T) broker.Broker { return connect(t, server, jetstream.Options{}) }})
		})
	}
}

func TestWatermill(t *testing.T) {
	server := start(t, jetstream.Store{})
	features := tests.Features{GuaranteedOrder: true, GuaranteedOrderWithSingleSubscriber: true, Persistent: true}
	tests.TestPubSub(t, features, func(t *testing.T) (message.Publisher, message.Subscriber) {
		return brokertest.PubSubOf(func() broker.Broker { return connect(t, server, jetstream.Options{}) }, broker.Subscription{Workers: 1})
	}, nil)
}

func workers(n int) broker.Subscription { return broker.Subscription{Workers: n} }
