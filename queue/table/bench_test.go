package table

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/queue/broker"
)

// BenchmarkPark parks one message after the other, and 32 at the same time.
func BenchmarkPark(b *testing.B) {
	for _, callers := range []int{1, 32} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			s := OpenFile(filepath.Join(b.TempDir(), "store.db"), "a")
			defer func() { must(b, s.Close()) }()
			must(b, s.Ready(b.Context()))
			payload := make([]byte, 1000)
			var all sync.WaitGroup
			var n atomic.Int64
			b.ResetTimer()
			for range callers {
				all.Go(func() {
					for n.Add(1) <= int64(b.N) {
						if err := s.Park(b.Context(), []Parked{{ID: "1", Queue: "q", Due: now, Payload: payload}}); err != nil {
							b.Error(err)
						}
					}
				})
			}
			all.Wait()
		})
	}
}

// BenchmarkForward claims and forwards what is due.
func BenchmarkForward(b *testing.B) {
	s := OpenFile(filepath.Join(b.TempDir(), "store.db"), "a")
	defer func() { must(b, s.Close()) }()
	list := make([]Parked, b.N)
	for i := range list {
		list[i] = Parked{ID: "1", Queue: "q", Key: fmt.Sprint(i % 1000), Due: now, Payload: make([]byte, 1000)}
	}
	must(b, s.Park(b.Context(), list))
	b.ResetTimer()
	for n := 0; n < b.N; {
		some, err := s.Due(b.Context(), now, 100)
		must(b, err)
		must(b, s.Forwarded(b.Context(), some))
		n += len(some)
	}
}

// BenchmarkBroker publishes messages of 1 KB from 8 goroutines, then handles them.
func BenchmarkBroker(b *testing.B) {
	b.Run("file", func(b *testing.B) {
		benchmarkBroker(b, data.Settings{Name: "main", URL: "sqlite:main.db", Folder: b.TempDir()})
	})
	if url := serverURL; url != "" {
		b.Run("server", func(b *testing.B) { benchmarkBroker(b, data.Settings{Name: "main", URL: url}) })
	}
}

func benchmarkBroker(b *testing.B, s data.Settings) {
	const total = 4000
	for _, workers := range []int{1, 8, 100} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			var published, handled time.Duration
			for range b.N {
				br, err := OpenBroker(b.Context(), s)
				must(b, err)
				must(b, br.Declare(b.Context(), "bench"))
				begin := time.Now()
				publishAll(b, br, total)
				published += time.Since(begin)
				begin = time.Now()
				handleAll(b, br, total, workers)
				handled += time.Since(begin)
				must(b, br.Close())
			}
			b.ReportMetric(float64(total*b.N)/published.Seconds(), "published/s")
			b.ReportMetric(float64(total*b.N)/handled.Seconds(), "handled/s")
		})
	}
}

func publishAll(b *testing.B, br *Broker, total int) {
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			payload := make([]byte, 1000)
			for range total / 8 {
				if err := br.Publish("bench", message.NewMessage("an-id-of-a-message", payload)); err != nil {
					b.Error(err)
				}
			}
		})
	}
	all.Wait()
}

func handleAll(b *testing.B, br *Broker, total, workers int) {
	messages, err := br.Subscriber(broker.Subscription{Workers: workers}).Subscribe(b.Context(), "bench")
	must(b, err)
	for range total {
		(<-messages).Ack()
	}
}

// serverURL names a server for the benchmarks: the tests' own may only be used by a test.
var serverURL = os.Getenv("FWRUN_BENCH_DATABASE")
