package otlp

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	traces "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/fwrun/fwrun/platform/trace"
)

// taker is a collector that keeps the names of spans.
type taker struct {
	begun chan struct{} // has a token for each batch that comes, unless it is full
	wait  chan struct{} // batches wait until it is closed
	err   error

	mu    sync.Mutex
	names map[string]int
	sizes []int // of the batches
}

func newTaker() *taker {
	t := &taker{begun: make(chan struct{}, 1), wait: make(chan struct{}), names: map[string]int{}}
	return t
}

func (t *taker) send(ctx context.Context, items []byte) error {
	var got traces.ScopeSpans
	if err := proto.Unmarshal(items, &got); err != nil {
		return err
	}
	select {
	case t.begun <- struct{}{}:
	default:
	}
	select {
	case <-t.wait:
	case <-ctx.Done():
		return ctx.Err()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range got.Spans {
		t.names[s.Name]++
	}
	t.sizes = append(t.sizes, len(got.Spans))
	return t.err
}

func newTaken(t *testing.T, to *taker) spans {
	t.Helper()
	return spans{newQueue(to.send, mostSpans, time.Hour, new(loss), func(err error) {
		if !errors.Is(err, to.err) {
			t.Error(err)
		}
	})}
}

func TestSpansAreSentInBatches(t *testing.T) {
	to := newTaker()
	close(to.wait)
	s := newTaken(t, to)
	var all sync.WaitGroup
	const writers, each = 4, 300
	for w := range writers {
		all.Go(func() {
			for i := range each {
				s.Record(&trace.Data{Name: fmt.Sprint(w, " ", i)})
			}
		})
	}
	all.Wait()
	s.close(t.Context())
	s.Record(&trace.Data{Name: "late"})
	if len(to.names) != writers*each || s.lost.total() != 1 || s.waiting.Load() != 0 || s.bytes != 0 {
		t.Errorf("%d spans were sent, %d dropped, %d wait, of %d bytes", len(to.names), s.lost.total(), s.waiting.Load(), s.bytes)
	}
	if fmt.Sprint(to.sizes) != "[512 512 176]" {
		t.Errorf("batches of %d", to.sizes)
	}
}

// TestSpansAreDropped holds a collector that does not answer, and one that refuses, against what waits for it.
func TestSpansAreDropped(t *testing.T) {
	to := newTaker()
	to.err = errors.New("no")
	s := newTaken(t, to)
	record := func(n int) {
		for range n {
			s.Record(&trace.Data{Name: "a"})
		}
	}
	record(batchSize)
	<-to.begun // it is being sent, and waits no more
	record(mostSpans + 100)
	if n := s.lost.total(); n != 100 {
		t.Errorf("%d were dropped", n)
	}
	close(to.wait)
	s.close(t.Context())
	if n := s.lost.total(); n != 100+batchSize+mostSpans {
		t.Errorf("%d were dropped in the end", n)
	}
}
