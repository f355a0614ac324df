package vm_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// steps is work made of functions, each of which gets the result of the one before.
type steps struct {
	list  []func(v *vm.VM, settled goja.Value) (goja.Value, error)
	catch func(v *vm.VM, err error) (goja.Value, error)
	took  []string
}

func (s *steps) step(v *vm.VM, settled goja.Value) (goja.Value, error) {
	if len(s.list) == 0 {
		return nil, nil
	}
	first := s.list[0]
	s.list = s.list[1:]
	return first(v, settled)
}

func (s *steps) Start(v *vm.VM) (goja.Value, error) { return s.step(v, nil) }

func (s *steps) Next(v *vm.VM, settled goja.Value) (goja.Value, error) {
	s.took = append(s.took, settled.String())
	return s.step(v, settled)
}

func (s *steps) Catch(v *vm.VM, err error) (goja.Value, error) {
	if s.catch == nil {
		return nil, err
	}
	return s.catch(v, err)
}

func (s *steps) Fail(_ *vm.VM, err error) error { return err }

// calls returns a step that calls a script function with the settled result of the step before.
func calls(name string) func(*vm.VM, goja.Value) (goja.Value, error) {
	return func(v *vm.VM, settled goja.Value) (goja.Value, error) {
		call, _ := goja.AssertFunction(v.Runtime.Get(name))
		if settled == nil {
			settled = v.Runtime.ToValue("begin")
		}
		return call(goja.Undefined(), settled)
	}
}

func opened() *gate {
	g := &gate{open: make(chan struct{})}
	close(g.open)
	return g
}

// TestSteps mixes results that are available with pending promises.
func TestSteps(t *testing.T) {
	p := newPool(t, vm.Options{}, vm.Hooks{}, opened())
	work := &steps{list: []func(*vm.VM, goja.Value) (goja.Value, error){calls("settled"), calls("waits"), calls("waits"), calls("settled")}}
	if err := p.Do(context.Background(), work); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(work.took, " "), "begin begin! begin!! begin!!"; got != want {
		t.Errorf("took %q, want %q", got, want)
	}
}

// TestCatch: work continues after an error that it catches, and ends with one that it does not.
func TestCatch(t *testing.T) {
	p := newPool(t, vm.Options{}, vm.Hooks{}, opened())
	for _, failing := range []string{"throws", "rejects"} {
		caught := ""
		work := &steps{list: []func(*vm.VM, goja.Value) (goja.Value, error){calls("waits"), calls(failing)}}
		work.catch = func(v *vm.VM, err error) (goja.Value, error) {
			caught = err.Error()
			return calls("waits")(v, v.Runtime.ToValue("caught"))
		}
		if err := p.Do(context.Background(), work); err != nil || caught == "" {
			t.Errorf("%s: %v, caught %q", failing, err, caught)
		}
		if got := work.took[len(work.took)-1]; got != "caught!" {
			t.Errorf("%s: the last step took %q", failing, got)
		}
		if err := p.Do(context.Background(), &steps{list: []func(*vm.VM, goja.Value) (goja.Value, error){calls(failing)}}); err == nil {
			t.Errorf("%s: not caught, and no error", failing)
		}
	}
}

// TestAStepIsNotTakenForNobody: no step runs after the deadline has passed while it waits.
func TestAStepIsNotTakenForNobody(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	p := newPool(t, vm.Options{HandlerTimeout: time.Millisecond}, vm.Hooks{}, g)
	deaf := func(v *vm.VM, _ goja.Value) (goja.Value, error) { // ignores the deadline
		return v.Go(func(context.Context) (vm.Result, error) {
			<-g.open
			return func(*goja.Runtime) (goja.Value, error) { return goja.Undefined(), nil }, nil
		}), nil
	}
	work := &steps{list: []func(*vm.VM, goja.Value) (goja.Value, error){deaf, calls("settled")}}
	if err := p.Do(context.Background(), work); !errors.Is(err, vm.ErrHandlerTimeout) {
		t.Fatalf("got %v", err)
	}
	close(g.open)
	p.Close(context.Background()) // after this, nothing can run any more
	if len(work.took) != 0 {
		t.Errorf("took %q", work.took)
	}
}

// TestALeaseLeadsBack: a lease leads to the same VM, which serves others meanwhile.
func TestALeaseLeadsBack(t *testing.T) {
	p := newPool(t, vm.Options{Min: 3, Max: 3}, vm.Hooks{}, opened())
	var lease *vm.Lease
	var home *vm.VM
	take := &steps{list: []func(*vm.VM, goja.Value) (goja.Value, error){func(v *vm.VM, _ goja.Value) (goja.Value, error) {
		lease, home = v.Lease(), v
		return nil, nil
	}}}
	if err := p.Do(context.Background(), take); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			work := &steps{list: []func(*vm.VM, goja.Value) (goja.Value, error){func(v *vm.VM, _ goja.Value) (goja.Value, error) {
				if v != home {
					t.Error("it is another VM")
				}
				return calls("waits")(v, nil)
			}}}
			if err := p.DoOn(context.Background(), lease, work); err != nil || strings.Join(work.took, "") != "begin!" {
				t.Errorf("%v, %q", err, work.took)
			}
		})
		group.Go(func() {
			if got, err := run(p, "waits", "a"); got != "a!" || err != nil {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	group.Wait()
	lease.Release()
}

// TestDetach: Do returns, the work continues past the deadline, and its end is reported once.
func TestDetach(t *testing.T) {
	for name, last := range map[string]string{"settled": "", "throws": "no", "never": "the work was canceled"} {
		g := &gate{open: make(chan struct{})}
		p := newPool(t, vm.Options{HandlerTimeout: time.Millisecond}, vm.Hooks{}, g)
		over := make(chan error, 2)
		var call *vm.Call
		work := &steps{list: []func(*vm.VM, goja.Value) (goja.Value, error){
			func(v *vm.VM, _ goja.Value) (goja.Value, error) {
				call = v.Detach(context.Background(), func(err error) { over <- err })
				return calls("waits")(v, nil)
			},
			calls(name),
		}}
		if err := p.Do(context.Background(), work); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got, err := run(p, "sync", "a", "b"); got != "ab" || err != nil {
			t.Fatalf("%s: the VM is not free: %q, %v", name, got, err)
		}
		close(g.open)
		if name == "never" {
			eventually(t, "the step is taken", func() bool { call.Abandon(); return call.Over() })
		}
		err := <-over
		if text := fmt.Sprint(err); (last == "") != (err == nil) || !strings.Contains(text, last) {
			t.Errorf("%s: it ended with %v", name, err)
		}
		p.Close(context.Background())
		if len(over) > 0 {
			t.Errorf("%s: the end was told twice", name)
		}
	}
}

// TestDoReturnsAtTheEndOfTheStep: the caller of Do sees the effects of a step after it has detached.
func TestDoReturnsAtTheEndOfTheStep(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	close(g.open)
	p := newPool(t, vm.Options{}, vm.Hooks{}, g)
	for range 50 {
		over, returned := make(chan error, 1), make(chan error, 1)
		early := false
		work := &steps{list: []func(*vm.VM, goja.Value) (goja.Value, error){
			calls("waits"), // so that Do waits already
			func(v *vm.VM, _ goja.Value) (goja.Value, error) {
				v.Detach(context.Background(), func(err error) { over <- err })
				for range 100 {
					runtime.Gosched()
				}
				select {
				case <-returned:
					early = true
				default:
				}
				return calls("settled")(v, nil)
			},
		}}
		go func() { returned <- p.Do(context.Background(), work) }()
		if err := <-over; err != nil {
			t.Fatal(err)
		}
		if early {
			t.Fatal("Do has returned while the step was under way")
		}
	}
}
