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
