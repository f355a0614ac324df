package rabbitmq_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/rabbitmq"
	"github.com/fwrun/fwrun/queue/servertest"
)

// BenchmarkBroker publishes messages of 1 KB from 8 goroutines, then handles them.
func BenchmarkBroker(b *testing.B) {
	s := server{servertest.NewRabbitMQ(b)}
	for _, workers := range []int{1, 8, 100} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			br := s.open(b, rabbitmq.Options{})
			topic := fmt.Sprintf("speed%d", workers)
			must(b, br.Declare(b.Context(), topic))
			measure(b, topic, br, br.Subscriber(broker.Subscription{Workers: workers}))
		})
	}
}

func measure(b *testing.B, topic string, p message.Publisher, s message.Subscriber) {
	const total = 2000
	var published, handled time.Duration
	var messages <-chan *message.Message
	for range b.N {
		begin := time.Now()
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				payload := make([]byte, 1000)
				for range total / 8 {
					if err := p.Publish(topic, message.NewMessage("an-id-of-a-message", payload)); err != nil {
						b.Error(err)
						return
					}
				}
			})
		}
		all.Wait()
		published += time.Since(begin)
		begin = time.Now()
		if messages == nil {
			messages = subscribeTo(b.Context(), b, topic, s)
		}
		for range total {
			(<-messages).Ack()
		}
		handled += time.Since(begin)
	}
	b.ReportMetric(float64(total*b.N)/published.Seconds(), "published/s")
	b.ReportMetric(float64(total*b.N)/handled.Seconds(), "handled/s")
}

func subscribeTo(ctx context.Context, b *testing.B, topic string, s message.Subscriber) <-chan *message.Message {
	messages, err := s.Subscribe(ctx, topic)
	must(b, err)
	return messages
}
