package images

import (
	"cmp"
	"context"
	"errors"
	"io"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/platform/processors"
	"golang.org/x/sync/semaphore"
)

// Limits bound the work on images. A zero field has its default.
type Limits struct {
	MaxPixels   int           // of an image, and of a result: 25 million
	Memory      int64         // for all images that are worked on: 192 MiB
	Concurrency int           // how many images are worked on at a time: half of the processors, at least one
	Timeout     time.Duration // for the work on one image, without waiting for others: 10 s
}

// The defaults of Limits.
const (
	DefaultMaxPixels = 25_000_000
	DefaultMemory    = 192 << 20
	DefaultTimeout   = 10 * time.Second
)

// DefaultConcurrency returns the default of [Limits].Concurrency.
func DefaultConcurrency() int { return max(1, processors.Count()/2) }

// MaxVariants is the most variants of one image that can be made at once.
const MaxVariants = 16

// Processor works on images within limits. It may be used from any goroutine.
type Processor struct {
	limits  Limits
	share   int64 // of memory, when all of Concurrency work
	budget  *semaphore.Weighted
	garbage atomic.Int64 // what finished work has left behind since the last collection, at most
}

// New returns a processor.
func New(limits Limits) *Processor {
	l := Limits{
		MaxPixels:   cmp.Or(limits.MaxPixels, DefaultMaxPixels),
		Memory:      cmp.Or(limits.Memory, DefaultMemory),
		Concurrency: cmp.Or(limits.Concurrency, DefaultConcurrency()),
		Timeout:     cmp.Or(limits.Timeout, DefaultTimeout),
	}
	return &Processor{limits: l, share: max(1, l.Memory/int64(l.Concurrency)), budget: semaphore.NewWeighted(l.Memory)}
}

// Job describes the result to make of an image.
type Job struct {
	Variants  []Variant
	MaxPixels int // below that of the limits, or 0
}

// Resize decodes an image once, and makes its variants, in the order of the job. It waits until there is memory for it.
// What is wrong with the image is an [Error]; when the context ends, its cause is the error.
func (p *Processor) Resize(ctx context.Context, file io.ReaderAt, size int64, job Job) ([]Picture, error) {
	h, err := readHeader(file, size)
	if err != nil {
		return nil, err
	}
	plans := planned(h, job.Variants)
	need, err := p.need(h, plans, job.MaxPixels)
	if err != nil {
		return nil, err
	}
	weight := max(need, p.share)
	if err := p.budget.Acquire(ctx, weight); err != nil {
		return nil, context.Cause(ctx)
	}
	defer p.budget.Release(weight)
	if p.garbage.Load()+need > p.limits.Memory {
		p.collect()
	}
	defer func() {
		if p.garbage.Add(need) > p.limits.Memory/4 {
			p.collect()
		}
	}()
	ctx, cancel := context.WithTimeoutCause(ctx, p.limits.Timeout, errTimeout)
	defer cancel()
	pictures, err := p.work(ctx, h, file, size, plans)
	if errors.Is(err, errTimeout) {
		err = &Error{TimedOut, err}
	}
	return pictures, err
}

var errTimeout = errors.New("the time limit for one image is over")

func (p *Processor) work(ctx context.Context, h header, file io.ReaderAt, size int64, plans []plan) (_ []Picture, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = broken("the work on the image panics: %v", panicked)
		}
	}()
	m, err := decode(ctx, h, file, size)
	if err != nil {
		return nil, err
	}
	if h.memory-h.kept > p.limits.Memory/4 {
		debug.FreeOSMemory() // what the decoder has left behind makes room for the results
	}
	original, err := rasterOf(m, h.width, h.height)
	if err != nil {
		return nil, err
	}
	return render(ctx, h, original, plans)
}

// need returns the memory that the work takes, or the error that it is not allowed.
func (p *Processor) need(h header, plans []plan, maxPixels int) (int64, error) {
	most := int64(p.limits.MaxPixels)
	if maxPixels > 0 {
		most = min(most, int64(maxPixels))
	}
	if n := area(h.width, h.height, 1); n > most {
		return 0, tooLarge("the image has %d × %d pixels, and %d are allowed", h.width, h.height, most)
	}
	const fixed, perPixel = 2 << 20, 4
	results := int64(0)
	for i, plan := range plans {
		n := area(plan.width, plan.height, 1)
		if plan.width > maxSide || plan.height > maxSide || n > int64(p.limits.MaxPixels) {
			return 0, tooLarge("the result would have %d × %d pixels, and %d are allowed", plan.width, plan.height, p.limits.MaxPixels)
		}
		results += n * perPixel
		if i == 0 { // the largest is turned or converted before it is encoded; the next ones take its place
			results += n * perPixel
		}
	}
	need := max(h.memory, h.kept+results) + fixed
	if need > p.limits.Memory {
		return 0, tooLarge("the image takes up to %d bytes of memory, and %d are allowed", need, p.limits.Memory)
	}
	return need, nil
}

// collect gives the memory of finished work back to the system: the collector knows nothing of the budget, and may wait until the heap is
// several times as large.
func (p *Processor) collect() {
	p.garbage.Store(0)
	debug.FreeOSMemory()
}
