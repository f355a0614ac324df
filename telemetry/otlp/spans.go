package otlp

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	resource "go.opentelemetry.io/proto/otlp/resource/v1"
	traces "go.opentelemetry.io/proto/otlp/trace/v1"

	"github.com/fwrun/fwrun/trace"
)

// scope is the name of what has recorded the spans.
const scope = "github.com/fwrun/fwrun"

// The limits of what waits to be sent. The size of a batch and the interval are those that OpenTelemetry recommends.
const (
	mostWaiting = 8192 // of about 200 bytes each: a fifth of a second under full load
	mostBytes   = 16 << 20
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
	last    batch   // not full yet
	batches []batch // full ones, the oldest first
	spare   [][]byte
	bytes   int // in all batches
	closed  bool
	waiting atomic.Int64 // spans in all batches

	full    chan struct{} // has a token when there is a batch
	closing chan struct{}
	ended   chan struct{}
	alive   context.Context // ends when nothing more may be sent
	kill    context.CancelFunc

	lost *loss
}

// batch is spans as a ScopeSpans of OTLP has them.
type batch struct {
	bytes []byte
	spans int
}

func newSpans(client otlptrace.Client, of *resource.Resource, every, timeout time.Duration, lost *loss, failed func(error)) *spans {
	s := &spans{
		client: client, resource: of, every: every, timeout: timeout, lost: lost, failed: failed,
		full: make(chan struct{}, 1), closing: make(chan struct{}), ended: make(chan struct{}),
	}
	s.alive, s.kill = context.WithCancel(context.Background())
	go s.run()
	return s
}

// rooms are for the bytes of one span each.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

const largestRoom = 64 << 10 // larger ones are rare and not kept

// Record implements [trace.Recorder]. Nothing of the span is kept but its bytes: thousands of small objects that live until they are
// sent would cost the garbage collector more than writing them does.
func (s *spans) Record(d *trace.Data) {
	if s.waiting.Load() >= mostWaiting {
		s.lost.full.Add(1)
		return
	}
	room := rooms.Get().(*[]byte) //nolint:forcetypeassert // nothing else is put into it
	*room = appendSpan((*room)[:0], d)
	if !s.add(*room) {
		s.lost.full.Add(1)
	}
	if cap(*room) <= largestRoom {
		rooms.Put(room)
	}
}

const fieldSpans = 2 // of a ScopeSpans

// add adds a span to the last batch, and reports whether there is room for it.
func (s *spans) add(span []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.waiting.Load() >= mostWaiting || s.bytes+len(span) > mostBytes {
		return false
	}
	if s.last.bytes == nil && len(s.spare) > 0 {
		n := len(s.spare) - 1
		s.last.bytes, s.spare = s.spare[n], s.spare[:n]
	}
	before := len(s.last.bytes)
	s.last.bytes = appendBytes(s.last.bytes, fieldSpans, span)
	s.last.spans++
	s.bytes += len(s.last.bytes) - before
	s.waiting.Add(1)
	if s.last.spans < batchSize {
		return true
	}
	s.batches, s.last = append(s.batches, s.last), batch{}
	select {
	case s.full <- struct{}{}:
	default:
	}
	return true
}

// run sends what waits: a batch when it is full, all of it from time to time, until close.
func (s *spans) run() {
	defer close(s.ended)
	ticker := time.NewTicker(s.every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			s.sendAll(true)
		case <-s.full:
			s.sendAll(false)
		case <-s.closing:
			s.sendAll(true)
			return
		}
	}
}

// sendAll sends the batches that wait, and perhaps the one that is not full.
func (s *spans) sendAll(last bool) {
	for {
		one, full := s.take(last)
		if one.spans > 0 {
			s.send(one)
			s.giveBack(one.bytes)
		}
		if !full {
			return
		}
	}
}

// take takes the oldest batch, if one is full, or perhaps the last one.
func (s *spans) take(last bool) (one batch, full bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case len(s.batches) > 0:
		one, full = s.batches[0], true
		s.batches = slices.Delete(s.batches, 0, 1)
	case last:
		one, s.last = s.last, batch{}
	}
	s.bytes -= len(one.bytes)
	s.waiting.Add(-int64(one.spans))
	return one, full
}

const mostSpare = 2 // one is filled while one is sent

// giveBack keeps memory for another batch.
func (s *spans) giveBack(bytes []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.spare) < mostSpare && cap(bytes) <= mostBytes/mostSpare/2 {
		s.spare = append(s.spare, bytes[:0])
	}
}

func (s *spans) send(one batch) {
	ctx, cancel := context.WithTimeout(s.alive, s.timeout)
	defer cancel()
	list := &traces.ScopeSpans{Scope: &common.InstrumentationScope{Name: scope}}
	list.ProtoReflect().SetUnknown(one.bytes) // they are written as they are
	err := s.client.UploadTraces(ctx, []*traces.ResourceSpans{{Resource: s.resource, ScopeSpans: []*traces.ScopeSpans{list}}})
	if err != nil {
		s.lost.count(one.spans, err)
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
