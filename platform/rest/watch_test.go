package rest

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// process is one whose work a test does.
type process struct {
	mu    sync.Mutex
	spent time.Duration
	held  uint64
	gave  []time.Duration // when it gave memory back, since the test's begin
}

const full, idle = 100 << 20, 20 << 20

// watched runs a test with a process that is watched, in fake time.
func watched(t *testing.T, test func(t *testing.T, p *process)) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		p := &process{held: idle}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			Watch(ctx, Options{
				Spent: func() time.Duration { p.mu.Lock(); defer p.mu.Unlock(); return p.spent },
				Held:  func() uint64 { p.mu.Lock(); defer p.mu.Unlock(); return p.held },
				GiveBack: func() {
					p.hold(idle)
					p.mu.Lock()
					defer p.mu.Unlock()
					p.gave = append(p.gave, time.Since(began))
				},
			})
		}()
		synctest.Wait()
		test(t, p)
		stop()
		<-ended
	})
}

// work uses a part of one processor, in thousandths, for a time.
func (p *process) work(thousandths int, lasting time.Duration) {
	for range lasting / (100 * time.Millisecond) {
		p.mu.Lock()
		p.spent += time.Duration(thousandths) * 100 * time.Microsecond
		p.mu.Unlock()
		<-time.After(100 * time.Millisecond) // of the fake clock
		synctest.Wait()
	}
}

func (p *process) hold(bytes uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held = bytes
}

// rests returns when it has given memory back.
func (p *process) rests() []time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.gave)
}

// TestRestsOnce: a process that has worked gives memory back some seconds after its work, once.
func TestRestsOnce(t *testing.T) {
	watched(t, func(t *testing.T, p *process) {
		p.hold(full)
		p.work(500, time.Minute)
		if len(p.rests()) != 0 {
			t.Fatalf("it gave memory back while it worked: %v", p.rests())
		}
		p.work(1, time.Hour)
		if at := p.rests(); len(at) != 1 || at[0] < time.Minute+look || at[0] > time.Minute+(quiet+1)*look {
			t.Fatalf("it gave memory back after %v", at)
		}
		p.hold(full)
		p.work(500, 10*time.Second)
		p.work(1, time.Minute)
		if len(p.rests()) != 2 {
			t.Errorf("it did not rest after more work: %v", p.rests())
		}
	})
}

// TestLowLoadIsWork: a steady load of little work is not interrupted.
func TestLowLoadIsWork(t *testing.T) {
	watched(t, func(t *testing.T, p *process) {
		p.hold(full)
		p.work(15, time.Hour)
		if len(p.rests()) != 0 {
			t.Errorf("it gave memory back after %v", p.rests())
		}
	})
}

// TestNothingToGive: who has hardly worked, or holds hardly more, has nothing to give back.
func TestNothingToGive(t *testing.T) {
	watched(t, func(t *testing.T, p *process) {
		p.hold(full)
		p.work(100, 4*time.Second)
		p.work(0, time.Minute)
		p.hold(idle + idle/10)
		p.work(500, 10*time.Second)
		p.work(0, time.Minute)
		if len(p.rests()) != 0 {
			t.Errorf("it gave memory back after %v", p.rests())
		}
	})
}
