package otlp

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	resource "go.opentelemetry.io/proto/otlp/resource/v1"
	traces "go.opentelemetry.io/proto/otlp/trace/v1"

	"github.com/fwrun/fwrun/trace"
)

// The limits of what waits to be sent. They are those that OpenTelemetry recommends.
const (
	mostWaiting = 2048
	batchSize   = 512
	sendEvery   = 5 * time.Second
)

// spans sends spans in batches. It implements [trace.Recorder].
type spans struct {
	client   otlptrace.Client
	resource *resource.Resource
	every    time.Duration
	timeout  time.Duration
	failed   func(error)

	mu      sync.Mutex
	waiting []*trace.Data
	spare   []*trace.Data // memory for the next ones
	closed  bool

	full    chan struct{} // has a token when there is a batch
	closing chan struct{}
	ended   chan struct{}
	alive   context.Context // ends when nothing more may be sent
	kill    context.CancelFunc

	dropped atomic.Uint64 // spans for which there was no room, or which the collector did not take
}

func newSpans(client otlptrace.Client, of *resource.Resource, every, timeout time.Duration, failed func(error)) *spans {
	s := &spans{
		client: client, resource: of, every: every, timeout: timeout, failed: failed,
		full: make(chan struct{}, 1), closing: make(chan struct{}), ended: make(chan struct{}),
	}
	s.alive, s.kill = context.WithCancel(context.Background())
	go s.run()
	return s
}

// Record implements [trace.Recorder].
func (s *spans) Record(d *trace.Data) {
	s.mu.Lock()
	n := len(s.waiting)
	kept := n < mostWaiting && !s.closed
	if kept {
		s.waiting = append(s.waiting, d)
	}
	s.mu.Unlock()
	if !kept {
		s.dropped.Add(1)
	}
	if n+1 == batchSize {
		select {
		case s.full <- struct{}{}:
		default:
		}
	}
}

// run sends what waits, from time to time and when there is a batch, until close.
func (s *spans) run() {
	defer close(s.ended)
	ticker := time.NewTicker(s.every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-s.full:
		case <-s.closing:
			s.sendAll()
			return
		}
		s.sendAll()
	}
}

// sendAll sends what waits.
func (s *spans) sendAll() {
	for {
		s.mu.Lock()
		list := s.waiting
		s.waiting, s.spare = s.spare[:0], nil
		s.mu.Unlock()
		if len(list) == 0 {
			s.mu.Lock()
			s.spare = list
			s.mu.Unlock()
			return
		}
		for from := 0; from < len(list); from += batchSize {
			s.send(list[from:min(from+batchSize, len(list))])
		}
		more := len(list) >= batchSize
		clear(list)
		s.mu.Lock()
		s.spare = list[:0]
		s.mu.Unlock()
		if !more {
			return
		}
	}
}

func (s *spans) send(batch []*trace.Data) {
	ctx, cancel := context.WithTimeout(s.alive, s.timeout)
	defer cancel()
	list := make([]*traces.Span, len(batch))
	for i, d := range batch {
		list[i] = spanOf(d)
	}
	err := s.client.UploadTraces(ctx, []*traces.ResourceSpans{{
		Resource:   s.resource,
		ScopeSpans: []*traces.ScopeSpans{{Scope: &common.InstrumentationScope{Name: scope}, Spans: list}},
	}})
	if err != nil {
		s.dropped.Add(uint64(len(batch)))
		s.failed(err)
	}
}

// close sends what waits, until ctx ends.
func (s *spans) close(ctx context.Context) {
	s.mu.Lock()
	again := s.closed
	s.closed = true
	s.mu.Unlock()
	if again {
		return
	}
	close(s.closing)
	select {
	case <-s.ended:
	case <-ctx.Done():
		s.kill()
		<-s.ended
	}
	s.kill()
	_ = s.client.Stop(ctx)
}
