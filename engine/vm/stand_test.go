package vm_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// asking is a kind of work that asks, when it goes on, whether it may wait for what its kind needs.
type asking struct {
	kind
	late error
}

func (a *asking) Next(v *vm.VM, result goja.Value) (goja.Value, error) {
	a.late = v.Late(1)
	v.Learn(1)
	return a.kind.Next(v, result)
}

// TestContinuationsStandInLine: a call that awaited something goes on when it could have what its kind needs, and is told when it
// has waited for too long, or when too many wait.
func TestContinuationsStandInLine(t *testing.T) {
	var inUse atomic.Bool
	full, late := errors.New("full"), errors.New("late")
	line := &vm.Line{Places: 1, Wait: time.Hour, Full: full, Late: late}
	g := &gate{open: make(chan struct{})}
	p := newPool(t, vm.Options{Min: 1, Max: 1, Blocking: 1, Line: func(needs vm.Needs, _ bool) *vm.Line {
		if needs&1 != 0 && inUse.Load() {
			return line
		}
		return nil
	}}, vm.Hooks{}, g)
	begin := func() (a *asking, wait func()) {
		a = &asking{kind: kind{script{name: "waits", args: []any{"a"}}, knowing(1)}}
		var group sync.WaitGroup
		before := p.InFlight()
		group.Go(func() {
			if err := p.Do(context.Background(), a); err != nil {
				t.Error(err)
			}
		})
		eventually(t, "it awaits", func() bool { _, busy := p.Size(); return busy == 0 && p.InFlight() == before+1 })
		return a, group.Wait
	}
	first, endFirst := begin()
	second, endSecond := begin()
	third := &kind{script{name: "waits", args: []any{"a"}}, knowing(2)}
	inUse.Store(true)
	close(g.open)
	if err := p.Do(context.Background(), third); err != nil {
		t.Error(err)
	}
	eventually(t, "one stands and one does not", func() bool { return p.Standing() == 1 && p.InFlight() == 1 })
	if _, err := run(p, "sync", 1, 2); err != nil {
		t.Errorf("a call that needs nothing got %v", err)
	}
	if n := p.Standing(); n != 1 {
		t.Errorf("%d queue in line while it is in use", n)
	}
	inUse.Store(false)
	endFirst()
	endSecond()
	if told := []error{first.late, second.late}; errors.Join(told...) == nil || (told[0] == nil) == (told[1] == nil) {
		t.Errorf("they were told %v, and one of them should have found no place", told)
	}
	if n := p.Standing(); n != 0 {
		t.Errorf("%d queue in line at the end", n)
	}

	g.open = make(chan struct{})
	line.Wait = time.Millisecond
	fourth, end := begin()
	inUse.Store(true)
	close(g.open)
	end()
	if !errors.Is(fourth.late, late) {
		t.Errorf("it waited for too long, and was told %v", fourth.late)
	}
}

// TestNobodyWaitsForHoldsForLonger: a call that goes on waits for what other calls of its VM hold for as long as it may wait in the line,
// and no longer, whether or not it has met the need.
func TestNobodyWaitsForHoldsForLonger(t *testing.T) {
	late := errors.New("late")
	line := &vm.Line{Places: 10, Wait: 100 * time.Millisecond, Full: errors.New("full"), Late: late}
	for name, told := range map[string]error{"waits": late, "meets": nil} {
		t.Run(name, func(t *testing.T) {
			h := newHoldPool(t, vm.Options{Max: 1, Blocking: held, Line: func(needs vm.Needs, mustNotWait bool) *vm.Line {
				if needs&held != 0 && mustNotWait {
					return line
				}
				return nil
			}})
			one := &asking{kind: kind{script{name: name}, knowing(held)}}
			over := make(chan error)
			go func() { over <- h.Do(context.Background(), one) }()
			<-h.arrived
			h.start("holds", nil, "held")
			<-h.arrived
			began := time.Now()
			close(h.gates["other"])
			if err := <-over; err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took < line.Wait*3/4 {
				t.Errorf("it waited for %v only", took)
			}
			if !errors.Is(one.late, told) {
				t.Errorf("it was told %v, want %v", one.late, told)
			}
			if n := h.Standing(); n != 0 {
				t.Errorf("%d wait at the end", n)
			}
			close(h.gates["key"])
			h.group.Wait()
		})
	}
}

// TestOnlyWaitingIsCounted: what a call has waited in lines is added up, and what it did in between does not count.
func TestOnlyWaitingIsCounted(t *testing.T) {
	var inUse atomic.Bool
	line := &vm.Line{Places: 10, Wait: time.Second, Full: errors.New("full"), Late: errors.New("late")}
	h := newHoldPool(t, vm.Options{Max: 1, Blocking: held, Line: func(needs vm.Needs, _ bool) *vm.Line {
		if needs&held != 0 && inUse.Load() {
			return line
		}
		return nil
	}})
	one := &asking{kind: kind{script{name: "waitsTwice"}, knowing(held)}}
	over := make(chan error)
	go func() { over <- h.Do(context.Background(), one) }()
	<-h.arrived
	inUse.Store(true)
	close(h.gates["other"])
	eventually(t, "it stands", func() bool { return h.Standing() == 1 })
	inUse.Store(false)
	<-h.arrived // it goes on, and awaits for longer than it may stand
	if n := h.Standing(); n != 0 {
		t.Errorf("%d wait while nothing is in use", n)
	}
	<-time.After(line.Wait)
	inUse.Store(true)
	close(h.gates["key"])
	eventually(t, "it stands again", func() bool { return h.Standing() == 1 })
	inUse.Store(false)
	if err := <-over; err != nil {
		t.Error(err)
	}
	if one.late != nil {
		t.Errorf("it was told %v, though it has not waited for long", one.late)
	}
}
