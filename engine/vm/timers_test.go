package vm_test

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// timerOrder makes n timers, clears every second one, and returns a promise that they ran in the order in
// which they were due.
func timerOrder(v *vm.VM, n int, delay func(i int) time.Duration) goja.Value {
	promise, resolve, _ := v.Runtime.NewPromise()
	var got []int
	timers := make([]*vm.Timer, n)
	for i := range n {
		timers[i] = v.After(delay(i), vm.TimerOptions{}, func() error {
			if i%2 == 0 { // otherwise it was due before it was cleared
				got = append(got, i)
			}
			if len(got) < n/2 {
				return nil
			}
			want := slices.Clone(got)
			slices.SortFunc(want, func(a, b int) int {
				return cmp.Or(timers[a].Due().Compare(timers[b].Due()), cmp.Compare(a, b))
			})
			return resolve(slices.Equal(got, want))
		})
	}
	for i := 1; i < n; i += 2 {
		timers[i].Stop()
		timers[i].Stop()
	}
	return v.Runtime.ToValue(promise)
}

const manyTimers = 10_000

// TestTimersFireInOrder: timers with one delay fire in the order they were made, others in the order they are
// due.
func TestTimersFireInOrder(t *testing.T) {
	v := vm.New(0, vm.Hooks{})
	for name, delay := range map[string]func(int) time.Duration{
		"one delay": func(int) time.Duration { return 0 },
		"backwards": func(i int) time.Duration { return time.Duration(manyTimers-i) * 10 * time.Microsecond },
	} {
		inOrder, err := v.Await(t.Context(), timerOrder(v, manyTimers, delay))
		if err != nil || !inOrder.ToBoolean() {
			t.Errorf("%s: %v, %v", name, inOrder, err)
		}
		if n := v.Timers(); n != 0 {
			t.Errorf("%s: %d timers are left", name, n)
		}
	}
}

// TestTimersFireInOrderWhileOthersWork: the calls of one VM make timers with one delay each.
func TestTimersFireInOrderWhileOthersWork(t *testing.T) {
	v := vm.New(0, vm.Hooks{})
	p, err := vm.NewPool(vm.Options{Min: 1, Max: 1}, v)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(context.Background())
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			work := &steps{list: []func(*vm.VM, goja.Value) (goja.Value, error){func(v *vm.VM, _ goja.Value) (goja.Value, error) {
				return timerOrder(v, 20, func(int) time.Duration { return 0 }), nil
			}}}
			if err := p.Do(t.Context(), work); err != nil || work.took[0] != "true" {
				t.Errorf("timers of one delay ran in another order than they were made: %v, %v", work.took, err)
			}
		})
	}
	group.Wait()
}

// TestATimerKeepsItsPhase: a timer that fires late fires again at the time at which it would have without the
// delay, and not once for every missed period.
func TestATimerKeepsItsPhase(t *testing.T) {
	const period = 2 * time.Millisecond
	v := vm.New(0, vm.Hooks{})
	promise, resolve, _ := v.Runtime.NewPromise()
	var timer *vm.Timer
	var first time.Time
	timer = v.After(period, vm.TimerOptions{}, func() error {
		if first.IsZero() {
			for first = timer.Due(); time.Since(first) < 5*period; { // other work of the VM
			}
			timer.Again(v, period)
			if due := timer.Due(); due.Sub(first)%period != 0 || due.Sub(first) < 5*period {
				t.Errorf("it was due at first, and %s later", due.Sub(first))
			}
			return nil
		}
		return resolve(nil)
	})
	if _, err := v.Await(t.Context(), v.Runtime.ToValue(promise)); err != nil {
		t.Fatal(err)
	}
}

// TestTimersEndWithTheirVM: a VM that has left its pool is not kept in memory by a timer that is due in a
// day.
func TestTimersEndWithTheirVM(t *testing.T) {
	v := vm.New(0, vm.Hooks{})
	p, err := vm.NewPool(vm.Options{Min: 1, Max: 1}, v)
	if err != nil {
		t.Fatal(err)
	}
	v.After(24*time.Hour, vm.TimerOptions{}, func() error { return nil })
	p.Close(context.Background())
	if n := v.Timers(); n != 0 {
		t.Errorf("%d timers wait", n)
	}
	v.After(24*time.Hour, vm.TimerOptions{}, func() error { return nil })
	if n := v.Timers(); n != 0 {
		t.Errorf("%d timers wait that were made after the end", n)
	}
}

// TestTimersEndWithTheirCall: a call that has ended keeps only the timers that are due within the grace.
func TestTimersEndWithTheirCall(t *testing.T) {
	type end struct {
		handler int
		kind    string
	}
	left := make(chan end, 2)
	v := vm.New(0, vm.Hooks{Left: func(_ *vm.VM, call *vm.Call, kind string) {
		handler, _ := call.Handler()
		left <- end{handler, kind}
	}})
	p, err := vm.NewPool(vm.Options{Min: 1, Max: 1, TimerGrace: time.Millisecond}, v)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(context.Background())
	dropped := make(chan struct{})
	work := &steps{list: []func(*vm.VM, goja.Value) (goja.Value, error){func(v *vm.VM, _ goja.Value) (goja.Value, error) {
		v.Serves(7)
		v.After(24*time.Hour, vm.TimerOptions{Kind: "setTimeout", Drop: func() { close(dropped) }}, func() error { return nil })
		v.After(24*time.Hour, vm.TimerOptions{}, func() error { return nil })
		return nil, nil
	}}}
	if err := p.Do(t.Context(), work); err != nil {
		t.Fatal(err)
	}
	<-dropped
	if got := <-left; got != (end{7, "setTimeout"}) {
		t.Errorf("left: %v", got)
	}
	eventually(t, "no timer waits", func() bool { return v.Timers() == 0 })
}
