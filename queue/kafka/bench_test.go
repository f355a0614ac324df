package kafka_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/kafka"
	"github.com/fwrun/fwrun/queue/servertest"
)

// BenchmarkBroker publishes messages of 1 KB from 8 goroutines, then handles them.
func BenchmarkBroker(b *testing.B) {
	setup := connect(b, servertest.NewKafka(b).URL, kafka.Options{})
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
					if err := setup.Publish(topic, message.NewMessage("an-id-of-a-message", payload)); err != nil {
						b.Error(err)
					}
				}
			})
		}
		all.Wait()
		published += time.Since(began)
		began = time.Now()
		messages, err := setup.Subscriber(broker.Subscription{Workers: 8}).Subscribe(b.Context(), topic)
		must(b, err)
		for range total {
			(<-messages).Ack()
		}
		handled += time.Since(began)
	}
	b.ReportMetric(float64(total*b.N)/published.Seconds(), "published/s")
	b.ReportMetric(float64(total*b.N)/handled.Seconds(), "handled/s")
}
