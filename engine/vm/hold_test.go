package vm_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// holdProgram has calls that hold something while they wait at a gate, and others.
const holdProgram = `
	let opened, shared = new Promise((done) => { opened = done; });
	globalThis.holds = async () => { const release = hold(); await gate("key"); release(); return "held"; };
	globalThis.forgets = async () => { hold(); await gate("key"); };
	globalThis.holdsForOthers = async () => { const release = hold(); await shared; release(); return "held"; };
	globalThis.opens = async () => { await gate("other"); opened(); return "opened"; };
	globalThis.waits = async () => { await gate("other"); return "waited"; };
	globalThis.waitsTwice = async () => { await gate("other"); await gate("key"); return "waited"; };
	globalThis.tells = async () => { tell(); await gate("other"); return "told"; };
	globalThis.meets = async () => { learn(); await gate("other"); return "met"; };
	globalThis.sync = () => "sync";
	globalThis.learns = () => learn();
	globalThis.blocks = () => block();
`

// The needs of the tests: the need for what calls hold, and another one.
const (
	held vm.Needs = 1 << iota
	other
)

// kind is a script with an experience.
type kind struct {
	script
	known *vm.Experience
}

func (k *kind) Experience() *vm.Experience { return k.known }

// knowing returns an Experience with needs.
func knowing(needs vm.Needs) *vm.Experience {
	e := &vm.Experience{}
	e.Learn(needs)
	return e
}

// holdPool is a pool whose scripts wait at named gates.
type holdPool struct {
	*vm.Pool
	t       *testing.T
	gates   map[string]chan struct{}
	arrived chan string
	told    chan int // ID of the VM
	group   sync.WaitGroup
}

func newHoldPool(t *testing.T, options vm.Options) *holdPool {
	t.Helper()
	h := &holdPool{
		t: t, gates: map[string]chan struct{}{"key": make(chan struct{}), "other": make(chan struct{})}, arrived: make(chan string, 8),
		told: make(chan int, 8),
	}
	options.Min, options.Make = 1, h.make
	p, err := vm.NewPool(options)
	if err != nil {
		t.Fatal(err)
	}
	h.Pool = p
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		p.Close(ctx)
	})
	return h
}

func (h *holdPool) make(id int) (*vm.VM, error) {
	v := vm.New(id, vm.Hooks{})
	_ = v.Runtime.Set("gate", func(call goja.FunctionCall) goja.Value {
		name := call.Argument(0).String()
		return v.Go(func(context.Context) (vm.Result, error) {
			h.arrived <- name
			<-h.gates[name]
			return func(*goja.Runtime) (goja.Value, error) { return goja.Undefined(), nil }, nil
		})
	})
	_ = v.Runtime.Set("hold", func(goja.FunctionCall) goja.Value {
		release := v.Hold(vm.Held{Of: held, Denied: held})
		return v.Runtime.ToValue(func(goja.FunctionCall) goja.Value {
			release()
			return goja.Undefined()
		})
	})
	_ = v.Runtime.Set("tell", func(goja.FunctionCall) { h.told <- v.ID })
	_ = v.Runtime.Set("learn", func(goja.FunctionCall) { v.Learn(held) })
	_ = v.Runtime.Set("block", func(goja.FunctionCall) goja.Value {
		var err error
		ctx := v.Context()
		v.Block(func() {
			err = v.GivingWay(ctx, false, func(ctx context.Context) error {
				h.arrived <- "blocks"
				<-ctx.Done()
				return ctx.Err()
			})
		})
		panic(v.ErrorValue(err))
	})
	_, err := v.Runtime.RunString(holdProgram)
	return v, err
}

// start runs a function as a call of a kind, and expects a result.
func (h *holdPool) start(name string, known *vm.Experience, want string) {
	h.group.Go(func() {
		work := &kind{script{name: name}, known}
		if err := h.Do(context.Background(), work); err != nil || work.result != want {
			h.t.Errorf("%s: got %q, %v, want %q", name, work.result, err, want)
		}
	})
}

// TestOthersGoOnBesideAHold: calls without known needs, or with other needs, are started and continue on the
// VM of a call that holds something.
func TestOthersGoOnBesideAHold(t *testing.T) {
	h := newHoldPool(t, vm.Options{Max: 1})
	h.start("waits", nil, "waited")
	<-h.arrived
	h.start("holds", nil, "held")
	<-h.arrived
	for _, known := range []*vm.Experience{nil, {}, knowing(other)} {
		work := &kind{script{name: "sync"}, known}
		if err := h.Do(t.Context(), work); err != nil || work.result != "sync" {
			t.Errorf("knowing %b: %q, %v", known.Needs(), work.result, err)
		}
	}
	close(h.gates["other"])
	eventually(t, "the one that came before went on", func() bool { return h.InFlight() == 1 })
	close(h.gates["key"])
	h.group.Wait()
}

// TestWhoNeedsWhatIsHeldWaitsInLine: a call that needs what is held waits outside of the VM, until it is
// released.
func TestWhoNeedsWhatIsHeldWaitsInLine(t *testing.T) {
	h := newHoldPool(t, vm.Options{Max: 1})
	known := &vm.Experience{}
	h.start("learns", known, "undefined")
	h.group.Wait()
	if known.Needs() != held {
		t.Fatalf("it has learnt %b", known.Needs())
	}
	h.start("holds", nil, "held")
	<-h.arrived
	h.start("sync", known, "sync")
	eventually(t, "it waits in line", func() bool { return h.Waiting() == 1 })
	if got, err := run(h.Pool, "sync"); err != nil || got != "sync" || h.Waiting() != 1 {
		t.Errorf("who needs nothing got %q, %v; %d wait", got, err, h.Waiting())
	}
	close(h.gates["key"])
	h.group.Wait()
}

// TestOtherVMsArePreferred: a call is started on a VM without holds if there is one.
func TestOtherVMsArePreferred(t *testing.T) {
	h := newHoldPool(t, vm.Options{Max: 2})
	h.start("holds", nil, "held")
	<-h.arrived
	if got, err := run(h.Pool, "sync"); err != nil || got != "sync" {
		t.Errorf("got %q, %v", got, err)
	}
	if total, _ := h.Size(); total != 2 {
		t.Errorf("there are %d VMs", total)
	}
	close(h.gates["key"])
	h.group.Wait()
}

// TestCallsAreSpreadOverHeldVMs: if calls hold something on all VMs, further calls are started on the VM that has the fewest.
func TestCallsAreSpreadOverHeldVMs(t *testing.T) {
	h := newHoldPool(t, vm.Options{Max: 2})
	idle := func() bool { _, busy := h.Size(); return busy == 0 }
	for range 2 {
		h.start("holds", nil, "held")
		<-h.arrived
		eventually(t, "the VMs are idle", idle)
	}
	calls := map[int]int{}
	for range 6 {
		h.start("tells", nil, "told")
		<-h.arrived
		calls[<-h.told]++
		eventually(t, "the VMs are idle", idle)
	}
	if len(calls) != 2 || slices.Max(slices.Collect(maps.Values(calls))) != 3 {
		t.Errorf("the calls were started on the VMs %v", calls)
	}
	close(h.gates["key"])
	close(h.gates["other"])
	h.group.Wait()
}

// TestAContinuationWaitsForAHold: a continuation that needs what is held waits while the holder continues by
// itself, but not while the holder may be waiting for it.
func TestAContinuationWaitsForAHold(t *testing.T) {
	h := newHoldPool(t, vm.Options{Max: 1})
	h.start("waits", knowing(held), "waited")
	<-h.arrived
	h.start("holds", nil, "held")
	<-h.arrived
	close(h.gates["other"])
	for range 100 { // these run after everything that the VM had to do before
		if _, err := run(h.Pool, "sync"); err != nil {
			t.Fatal(err)
		}
	}
	if h.InFlight() != 2 {
		t.Error("the one that needs what is held went on")
	}
	close(h.gates["key"])
	h.group.Wait()

	h.gates["other"] = make(chan struct{})
	h.start("opens", knowing(held), "opened")
	<-h.arrived
	h.start("holdsForOthers", nil, "held")
	eventually(t, "something is held", func() bool { return h.InFlight() == 2 })
	close(h.gates["other"])
	h.group.Wait()
}

// TestWhoBlocksGivesWay: a blocker gives way to a continuation of a call that holds something.
func TestWhoBlocksGivesWay(t *testing.T) {
	h := newHoldPool(t, vm.Options{Max: 1})
	h.start("holds", nil, "held")
	<-h.arrived
	h.group.Go(func() {
		if _, err := run(h.Pool, "blocks"); err == nil || !errors.Is(vm.GoError(thrown(err)), vm.ErrGaveWay) {
			t.Errorf("who blocked ended with %v", err)
		}
	})
	if <-h.arrived != "blocks" {
		t.Fatal("it does not block")
	}
	close(h.gates["key"])
	h.group.Wait()
}

func thrown(err error) goja.Value {
	if exception, ok := errors.AsType[*goja.Exception](err); ok {
		return exception.Value()
	}
	if thrown, ok := errors.AsType[*vm.Thrown](err); ok {
		return thrown.Value
	}
	return goja.Undefined()
}

func TestAHoldEndsWithItsCall(t *testing.T) {
	h := newHoldPool(t, vm.Options{Max: 1, HandlerTimeout: 50 * time.Millisecond})
	if _, err := run(h.Pool, "forgets"); !errors.Is(err, vm.ErrHandlerTimeout) {
		t.Fatalf("got %v", err)
	}
	eventually(t, "who needs what was held is let in", func() bool {
		work := &kind{script{name: "sync"}, knowing(held)}
		return h.Do(t.Context(), work) == nil && work.result == "sync"
	})
	close(h.gates["key"])
}
