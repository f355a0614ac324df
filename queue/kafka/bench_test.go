package kafka_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	watermill "github.com/ThreeDotsLabs/watermill-kafka/v3/pkg/kafka"
	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/kafka"
	"github.com/fwrun/fwrun/queue/servertest"
)

// BenchmarkBroker publishes messages of 1 KB from 8 goroutines, then handles them: by this package, and by Watermill's adapter
// with one subscription, which has one message of each partition in hand.
func BenchmarkBroker(b *testing.B) {
	server := servertest.NewKafka(b)
	setup := connect(b, server.URL, kafka.Options{})
	b.Run("fwrun", func(b *testing.B) {
		measure(b, setup, setup, func(topic string) <-chan *message.Message {
			messages, err := setup.Subscriber(broker.Subscription{Workers: 8}).Subscribe(b.Context(), topic)
			must(b, err)
			return messages
		})
	})
	b.Run("watermill", func(b *testing.B) {
		brokers := []string{strings.TrimPrefix(server.URL, "kafka://")}
		publisher, err := watermill.NewPublisher(watermill.PublisherConfig{Brokers: brokers, Marshaler: watermill.DefaultMarshaler{}}, nil)
		must(b, err)
		defer func() { must(b, publisher.Close()) }()
		config := watermill.DefaultSaramaSubscriberConfig()
		config.Consumer.Offsets.Initial = -2 // the oldest
		subscriber, err := watermill.NewSubscriber(watermill.SubscriberConfig{
			Brokers: brokers, Unmarshaler: watermill.DefaultMarshaler{}, OverwriteSaramaConfig: config, ConsumerGroup: "bench",
		}, nil)
		must(b, err)
		defer func() { must(b, subscriber.Close()) }()
		measure(b, setup, publisher, func(topic string) <-chan *message.Message {
			messages, err := subscriber.Subscribe(b.Context(), topic)
			must(b, err)
			return messages
		})
	})
}

func measure(b *testing.B, setup *kafka.Broker, publisher message.Publisher, subscribe func(topic string) <-chan *message.Message) {
	const total = 8000
	var published, handled time.Duration
	for range b.N {
		topic := newTopic()
		must(b, setup.Declare(context.Background(), topic))
		began := time.Now()
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				payload := make([]byte, 1000)
				for range total / 8 {
					if err := publisher.Publish(topic, message.NewMessage("an-id-of-a-message", payload)); err != nil {
						b.Error(err)
					}
				}
			})
		}
		all.Wait()
		published += time.Since(began)
		began = time.Now()
		messages := subscribe(topic)
		for range total {
			(<-messages).Ack()
		}
		handled += time.Since(began)
	}
	b.ReportMetric(float64(total*b.N)/published.Seconds(), "published/s")
	b.ReportMetric(float64(total*b.N)/handled.Seconds(), "handled/s")
}
