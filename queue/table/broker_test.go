package table

import (
	"testing"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/pubsub/tests"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/broker/brokertest"
)

// contractOf runs the tests of all brokers, and Watermill's.
func contractOf(t *testing.T, open opener, server brokertest.Server, one bool) {
	t.Parallel()
	kind := brokertest.Kind{
		Open:   func(t *testing.T) broker.Broker { return NewBroker(open(t)) },
		Server: server, OneProcess: one, Largest: 8 << 20,
	}
	if one {
		b := NewBroker(open(t))
		t.Cleanup(func() { must(t, b.Close()) })
		kind.Open = func(*testing.T) broker.Broker { return b }
	}
	t.Run("contract", func(t *testing.T) { brokertest.Run(t, kind) })
	if one || server != nil {
		return
	}
	t.Run("watermill", func(t *testing.T) {
		tests.TestPubSub(t, tests.Features{Persistent: true, GuaranteedOrder: true, GuaranteedOrderWithSingleSubscriber: true, ForceShort: true},
			func(t *testing.T) (message.Publisher, message.Subscriber) {
				publisher, _ := brokertest.PubSub(NewBroker(open(t)), broker.Subscription{})
				b := NewBroker(open(t))
				_, s := brokertest.PubSub(b, broker.Subscription{Workers: 1})
				return publisher, closing{s, b}
			}, nil)
	})
}

// closing is a subscriber with a broker of its own: Watermill's tests close publishers before their subscribers.
type closing struct {
	message.Subscriber
	broker *Broker
}

func (c closing) SubscribeInitialize(topic string) error {
	return c.Subscriber.(message.SubscribeInitializer).SubscribeInitialize(topic)
}

func (c closing) Close() error { return c.broker.Close() }

func TestBrokerInMemory(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "main", URL: "sqlite::memory:"})
	contractOf(t, func(*testing.T) *data.DB { return db }, nil, true)
}

func TestBrokerInFile(t *testing.T) {
	folder := t.TempDir()
	contractOf(t, func(t *testing.T) *data.DB {
		return datatest.Open(t, data.Settings{Name: "main", URL: "sqlite:main.db", Folder: folder})
	}, nil, false)
}

// TestBrokerWhenServerIsKilled has a server of its own.
func TestBrokerWhenServerIsKilled(t *testing.T) {
	server := datatest.NewPostgres(t)
	contractOf(t, opens(server.URL), postgres{t, server}, false)
}

// postgres starts its server for the whole test, not for the part that has stopped it.
type postgres struct {
	t      *testing.T
	server *datatest.PostgresServer
}

// Kill implements brokertest.Server.
func (p postgres) Kill(*testing.T) { p.server.Kill() }

// Start implements brokertest.Server.
func (p postgres) Start(*testing.T) { p.server.Start(p.t) }
