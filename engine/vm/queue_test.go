package vm_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/vm"
)

// TestLine: calls that would wait for something outside wait outside of the VMs, in a bounded line, and hold up no others.
func TestLine(t *testing.T) {
	var inUse atomic.Bool
	full, late := errors.New("full"), errors.New("late")
	line := &vm.Line{Places: 1, Wait: time.Hour, Full: full, Late: late}
	p := newPool(t, vm.Options{Min: 1, Max: 1, Queue: 1, Line: func(needs vm.Needs, _ bool) *vm.Line {
		if needs&1 != 0 && inUse.Load() {
			return line
		}
		return nil
	}}, vm.Hooks{}, &gate{})
	call := func(needs vm.Needs) error {
		return p.Do(context.Background(), &kind{script{name: "sync", args: []any{1, 2}}, knowing(needs)})
	}
	inUse.Store(true)
	var group sync.WaitGroup
	group.Go(func() {
		if err := call(1); err != nil {
			t.Errorf("the one in the line got %v", err)
		}
	})
	eventually(t, "one waits", func() bool { return p.Waiting() == 1 })
	for range 10 {
		if err := call(2); err != nil {
			t.Fatalf("a call that needs something else got %v", err)
		}
	}
	if err := call(1); !errors.Is(err, full) {
		t.Errorf("the line is full: %v", err)
	}
	inUse.Store(false)
	group.Wait() // nothing else happens in the pool: the watchdog gives it the VM

	inUse.Store(true)
	line.Wait = time.Millisecond
	if err := call(1); !errors.Is(err, late) {
		t.Errorf("it waited for too long: %v", err)
	}
	if n := p.Waiting(); n != 0 {
		t.Errorf("%d still wait", n)
	}
}

// TestALineComesToBe: calls that wait for a VM when what they need comes to be in use wait in the line from then on, as long as those
// that come later, and those that find no place there wait no more.
func TestALineComesToBe(t *testing.T) {
	var inUse atomic.Bool
	full, late := errors.New("full"), errors.New("late")
	line := &vm.Line{Places: 2, Wait: 100 * time.Millisecond, Full: full, Late: late}
	g := &gate{open: make(chan struct{})}
	p := newPool(t, vm.Options{Min: 1, Max: 1, Queue: 10, MaxWait: time.Hour, Line: func(needs vm.Needs, _ bool) *vm.Line {
		if needs&1 != 0 && inUse.Load() {
			return line
		}
		return nil
	}}, vm.Hooks{}, g)
	var blocker, group sync.WaitGroup
	blocker.Go(func() { _, _ = run(p, "blocks") })
	eventually(t, "the VM is taken", func() bool { _, busy := p.Size(); return busy == 1 })
	var wereLate, foundNone atomic.Int32
	for range 5 {
		group.Go(func() {
			switch err := p.Do(context.Background(), &kind{script{name: "sync", args: []any{1, 2}}, knowing(1)}); {
			case errors.Is(err, late):
				wereLate.Add(1)
			case errors.Is(err, full):
				foundNone.Add(1)
			default:
				t.Errorf("one got %v", err)
			}
		})
	}
	eventually(t, "they wait", func() bool { return p.Waiting() == 5 })
	inUse.Store(true)
	group.Wait()
	if late, none := wereLate.Load(), foundNone.Load(); late != 2 || none != 3 {
		t.Errorf("%d waited for too long and %d found no place; expected 2 and 3", late, none)
	}
	if n := p.Waiting(); n != 0 {
		t.Errorf("%d still wait", n)
	}
	close(g.open)
	blocker.Wait()
}

// TestMaxWait: a call does not wait for a VM for longer than it may; work with a deadline of its own does.
func TestMaxWait(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	p := newPool(t, vm.Options{Min: 1, Max: 1, MaxWait: 50 * time.Millisecond}, vm.Hooks{}, g)
	var group sync.WaitGroup
	group.Go(func() { _, _ = run(p, "blocks") })
	eventually(t, "the VM is taken", func() bool { _, busy := p.Size(); return busy == 1 })
	group.Go(func() {
		if err := p.DoUntil(context.Background(), time.Now().Add(time.Hour), &script{name: "sync", args: []any{1, 2}}); err != nil {
			t.Errorf("the patient one got %v", err)
		}
	})
	eventually(t, "one waits", func() bool { return p.Waiting() == 1 })
	began := time.Now()
	for time.Since(began) < 300*time.Millisecond { // also while the queue is never empty
		if _, err := run(p, "sync", 1, 2); !errors.Is(err, vm.ErrBusy) {
			t.Fatalf("the impatient one got %v", err)
		}
	}
	close(g.open)
	group.Wait()
	if _, err := run(p, "sync", 1, 2); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// TestQueueThatIsNeverEmpty: calls wait for half as long once calls have waited for long without a break, and for as long as ever
// when the queue has been empty.
func TestQueueThatIsNeverEmpty(t *testing.T) {
	const longest = 200 * time.Millisecond
	g := &gate{open: make(chan struct{})}
	p := newPool(t, vm.Options{Min: 1, Max: 1, MaxWait: longest}, vm.Hooks{}, g)
	var group sync.WaitGroup
	defer group.Wait()
	defer close(g.open)
	group.Go(func() { _, _ = run(p, "blocks") })
	eventually(t, "the VM is taken", func() bool { _, busy := p.Size(); return busy == 1 })
	fill := func() (leave func()) {
		ctx, cancel := context.WithCancel(context.Background())
		left := make(chan struct{})
		go func() {
			defer close(left)
			_ = p.DoUntil(ctx, time.Now().Add(time.Hour), &script{name: "sync", args: []any{1, 2}})
		}()
		eventually(t, "one waits", func() bool { return p.Waiting() == 1 })
		return func() { cancel(); <-left }
	}
	wait := func() time.Duration {
		began := time.Now()
		if _, err := run(p, "sync", 1, 2); !errors.Is(err, vm.ErrBusy) {
			t.Fatalf("got %v", err)
		}
		return time.Since(began)
	}
	leave := fill()
	if took := wait(); took < longest {
		t.Errorf("the first one waited for %v only", took)
	}
	shortest := longest
	for range 20 { // other work of the machine makes some of them longer
		shortest = min(shortest, wait())
	}
	if shortest > longest*3/4 || shortest < longest/2 {
		t.Errorf("while the queue is never empty they wait for %v, not half of %v", shortest, longest)
	}
	leave()
	leave = fill()
	defer leave()
	if took := wait(); took < longest {
		t.Errorf("after the queue was empty one waited for %v only", took)
	}
}
