package redis_test

import (
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/redis"
)

// BenchmarkBroker publishes messages of 1 KB from 8 goroutines, then handles them. The server is
// that of FWRUN_BENCH_REDIS: the tests' own can only be started by a test.
func BenchmarkBroker(b *testing.B) {
	for _, workers := range []int{1, 8, 100} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			br, err := redis.Open(b.Context(), url(b), redis.Options{})
			must(b, err)
			defer func() { must(b, br.Close()) }()
			must(b, br.Declare(b.Context(), b.Name()))
			measure(b, b.Name(), br, br.Subscriber(broker.Subscription{Workers: workers}))
		})
	}
}

func url(b *testing.B) string {
	url := os.Getenv("FWRUN_BENCH_REDIS")
	if url == "" {
		b.Skip("FWRUN_BENCH_REDIS names no server")
	}
	return url
}

func measure(b *testing.B, topic string, p message.Publisher, s message.Subscriber) {
	const total = 8000
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
					}
				}
			})
		}
		all.Wait()
		published += time.Since(begin)
		begin = time.Now()
		if messages == nil {
			var err error
			messages, err = s.Subscribe(b.Context(), topic)
			must(b, err)
		}
		for range total {
			(<-messages).Ack()
		}
		handled += time.Since(begin)
	}
	b.ReportMetric(float64(total*b.N)/published.Seconds(), "published/s")
	b.ReportMetric(float64(total*b.N)/handled.Seconds(), "handled/s")
}
