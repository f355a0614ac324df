package brokertest

import (
	"context"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
)

// PubSub returns a broker in the form that Watermill's own tests need: topics come to be when they are used.
func PubSub(b broker.Broker, o broker.Subscription) (message.Publisher, message.Subscriber) {
	return publisher{b}, subscriber{b.Subscriber(o), b}
}

type publisher struct{ broker.Broker }

// Publish declares the topic before.
func (p publisher) Publish(topic string, messages ...*message.Message) error {
	if err := p.Declare(context.Background(), topic); err != nil {
		return err
	}
	return p.Broker.Publish(topic, messages...)
}

type subscriber struct {
	message.Subscriber
	broker broker.Broker
}

// Subscribe declares the topic before.
func (s subscriber) Subscribe(ctx context.Context, topic string) (<-chan *message.Message, error) {
	if err := s.SubscribeInitialize(topic); err != nil {
		return nil, err
	}
	return s.Subscriber.Subscribe(ctx, topic)
}

// SubscribeInitialize declares the topic.
func (s subscriber) SubscribeInitialize(topic string) error {
	return s.broker.Declare(context.Background(), topic)
}

// PubSubOf returns two brokers that open returns in the same form. Each is closed by the Close of its part: Watermill's
// tests close a publisher when they need its subscriber only.
func PubSubOf(open func() broker.Broker, o broker.Subscription) (message.Publisher, message.Subscriber) {
	pub, _ := PubSub(open(), o)
	b := open()
	_, sub := PubSub(b, o)
	return pub, closer{sub.(subscriber), b}
}

type closer struct {
	subscriber
	broker broker.Broker
}

// Close closes the broker, too.
func (c closer) Close() error {
	err := c.subscriber.Close()
	if e := c.broker.Close(); err == nil {
		err = e
	}
	return err
}
