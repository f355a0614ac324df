package schedule

import (
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// Runs holds the runs that one table has begun.
type Runs struct {
	ctx    context.Context
	cancel context.CancelFunc
	group  sync.WaitGroup
}

func newRuns() *Runs {
	r := &Runs{}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	return r
}

// Go runs a task on a goroutine of its own.
func (r *Runs) Go(task func()) { r.group.Go(task) }

// grace is how long a run may take to notice that its context has ended.
const grace = 3 * time.Second

// End waits until the last run is over. If ctx ends first, End ends the context of the runs and returns true. A run
// that does not notice is left running.
func (r *Runs) End(ctx context.Context) (cutOff bool) {
	defer r.cancel()
	over := make(chan struct{})
	go func() { r.group.Wait(); close(over) }()
	select {
	case <-over:
		return false
	case <-ctx.Done():
	}
	r.cancel()
	select {
	case <-over:
	case <-time.After(grace):
	}
	return true
}

// guarded runs a job and converts a panic to an error.
func guarded(ctx context.Context, job Job, log *slog.Logger) (err error) {
	defer func() {
		if p := recover(); p != nil {
			log.Error("a job panicked", "job", job.Key, "panic", p, "stack", string(debug.Stack()))
			err = fault.New("schedule.run", fault.Internal, "the job panicked")
		}
	}()
	return job.Run(ctx)
}
