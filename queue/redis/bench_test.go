package redis_test

import (
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill-redisstream/pkg/redisstream"
	"github.com/ThreeDotsLabs/watermill/message"
	goredis "github.com/redis/go-redis/v9"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/redis"
)

// BenchmarkBroker publishes messages of 1 KB from 8 goroutines, then handles them, as BenchmarkWatermill does. The server is
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

// BenchmarkWatermill is the same with Watermill's adapter. Each subscription has one message in hand.
func BenchmarkWatermill(b *testing.B) {
	for _, workers := range []int{1} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			o, err := goredis.ParseURL(url(b))
			must(b, err)
			publisher, err := redisstream.NewPublisher(redisstream.PublisherConfig{Client: goredis.NewClient(o)}, nil)
			must(b, err)
			subscriber, err := redisstream.NewSubscriber(redisstream.SubscriberConfig{
				Client: goredis.NewClient(o), ConsumerGroup: "bench", BlockTime: 10 * time.Millisecond,
			}, nil)
			must(b, err)
			defer func() { must(b, subscriber.Close()) }()
			defer func() { must(b, publisher.Close()) }()
			measure(b, b.Name(), publisher, several{subscriber, workers})
		})
	}
}

// several is as many subscriptions as one.
type several struct {
	message.Subscriber
	n int
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
	var channels []<-chan *message.Message
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
		if channels == nil {
			channels = subscribeAll(b, topic, s)
		}
		handle(channels, total)
		handled += time.Since(begin)
	}
	b.ReportMetric(float64(total*b.N)/published.Seconds(), "published/s")
	b.ReportMetric(float64(total*b.N)/handled.Seconds(), "handled/s")
}

func subscribeAll(b *testing.B, topic string, s message.Subscriber) (channels []<-chan *message.Message) {
	n := 1
	if many, is := s.(several); is {
		n = many.n
	}
	for range n {
		c, err := s.Subscribe(b.Context(), topic)
		must(b, err)
		channels = append(channels, c)
	}
	return channels
}

func handle(channels []<-chan *message.Message, total int) {
	left := make(chan struct{}, total)
	for range total {
		left <- struct{}{}
	}
	close(left)
	var all sync.WaitGroup
	for _, c := range channels {
		all.Go(func() {
			for range left {
				(<-c).Ack()
			}
		})
	}
	all.Wait()
}
