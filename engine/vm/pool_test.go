package vm_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// script is Work that calls a global function of the VM and keeps the text of its result.
type script struct {
	name   string
	args   []any
	result string
}

func (s *script) Start(v *vm.VM) (goja.Value, error) {
	call, _ := goja.AssertFunction(v.Runtime.Get(s.name))
	var args []goja.Value
	for _, a := range s.args {
		args = append(args, v.Runtime.ToValue(a))
	}
	return call(goja.Undefined(), args...)
}

func (s *script) Next(_ *vm.VM, result goja.Value) (goja.Value, error) {
	s.result = result.String()
	return nil, nil
}

func (s *script) Fail(_ *vm.VM, err error) error { return err }

// gate lets a test decide when the host work of scripts ends.
type gate struct{ open chan struct{} }

const program = `
	globalThis.sync = (a, b) => a + b;
	globalThis.settled = async (a) => a;
	globalThis.waits = async (a) => { const b = await outside(); return a + b; };
	globalThis.loops = () => { for (;;) {} };
	globalThis.loopsLater = async () => { await outside(); for (;;) {} };
	globalThis.loopsInMicrotask = async () => { await null; for (;;) {} };
	globalThis.computes = (ms) => { for (const end = Date.now() + ms; Date.now() < end;); };
	globalThis.computesUntilOpen = () => { while (!isOpen()); };
	globalThis.goesOn = async () => { while (!isOpen()) { await soon(); computes(1); } };
	globalThis.throws = () => { throw new TypeError("no"); };
	globalThis.rejects = async () => { await outside(); throw new RangeError("late"); };
	globalThis.forgetsLate = () => { (async () => { await soon(); await null; throw new Error("lost"); })(); return "done"; };
	globalThis.forgets = () => { Promise.reject(new Error("lost")); return "done"; };
	globalThis.never = () => new Promise(() => {});
	globalThis.fills = () => { const a = []; for (;;) a.push({a: a.length, b: "x" + a.length}); };
	globalThis.goPanics = () => goPanic();
	globalThis.goPanicsLater = async () => { await outside(); goPanic(); };
	globalThis.goPanicsInMicrotask = async () => { await null; try { goPanic(); } finally { throw new Error("not reached"); } };
	globalThis.recurses = () => { const f = () => f(); return f(); };
	globalThis.blocks = (ms) => block(ms);
	globalThis.stands = () => stand();
	globalThis.blocksAgain = () => { for (;;) for (let i = 0; i < 100 || block() === 0; i++); };
`

func newPool(t *testing.T, options vm.Options, hooks vm.Hooks, g *gate) *vm.Pool {
	t.Helper()
	options.Make = func(id int) (*vm.VM, error) {
		v := vm.New(id, hooks)
		_ = v.Runtime.Set("outside", func(goja.FunctionCall) goja.Value {
			return v.Go(func(ctx context.Context) (vm.Result, error) {
				select {
				case <-g.open:
					return func(rt *goja.Runtime) (goja.Value, error) { return rt.ToValue("!"), nil }, nil
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			})
		})
		_ = v.Runtime.Set("goPanic", func(goja.FunctionCall) goja.Value { panic("host defect") })
		_ = v.Runtime.Set("soon", func(goja.FunctionCall) goja.Value {
			return v.Go(func(context.Context) (vm.Result, error) {
				return func(*goja.Runtime) (goja.Value, error) { return goja.Undefined(), nil }, nil
			})
		})
		_ = v.Runtime.Set("isOpen", func(goja.FunctionCall) goja.Value {
			select {
			case <-g.open:
				return v.Runtime.ToValue(true)
			default:
				return v.Runtime.ToValue(false)
			}
		})
		_ = v.Runtime.Set("stand", func(goja.FunctionCall) goja.Value {
			<-g.open
			return v.Runtime.ToValue("stood")
		})
		_ = v.Runtime.Set("block", func(call goja.FunctionCall) goja.Value {
			v.Block(func() { <-g.open })
			return v.Runtime.ToValue("unblocked")
		})
		_, err := v.Runtime.RunString(program)
		return v, err
	}
	return openPool(t, options)
}

// openPool makes a pool that is closed at the end of the test.
func openPool(t *testing.T, options vm.Options) *vm.Pool {
	t.Helper()
	p, err := vm.NewPool(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		p.Close(ctx)
	})
	return p
}

func run(p *vm.Pool, name string, args ...any) (string, error) {
	s := &script{name: name, args: args}
	err := p.Do(context.Background(), s)
	return s.result, err
}

// eventually waits for a condition that other goroutines make true.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for !condition() {
		if time.Now().After(deadline) {
			t.Fatalf("never happened: %s", what)
		}
		runtime.Gosched()
	}
}

func TestResults(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	close(g.open)
	p := newPool(t, vm.Options{}, vm.Hooks{}, g)
	for name, want := range map[string]string{"sync": "ab", "settled": "a", "waits": "a!"} {
		if got, err := run(p, name, "a", "b"); err != nil || got != want {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, want)
		}
	}
	if _, err := run(p, "throws"); err == nil || !strings.Contains(err.Error(), "no") {
		t.Errorf("throws: got %v", err)
	}
	var thrown *vm.Thrown
	if _, err := run(p, "rejects"); !errors.As(err, &thrown) || !strings.Contains(err.Error(), "late") {
		t.Errorf("rejects: got %v", err)
	}
}

func TestAwaitingReleasesTheVM(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	p := newPool(t, vm.Options{Min: 1, Max: 1}, vm.Hooks{}, g)
	const n = 200
	var finished atomic.Int32
	var group sync.WaitGroup
	for range n {
		group.Go(func() {
			if got, err := run(p, "waits", "a"); err != nil || got != "a!" {
				t.Errorf("got %q, %v", got, err)
			}
			finished.Add(1)
		})
	}
	// The only VM still answers while calls await on it.
	if got, err := run(p, "sync", 1, 2); err != nil || got != "3" {
		t.Fatalf("got %q, %v", got, err)
	}
	if finished.Load() != 0 {
		t.Fatal("a call finished before its host work")
	}
	close(g.open)
	group.Wait()
}

func TestALoopIsInterruptedAndTheOthersFinish(t *testing.T) {
	for _, loop := range []string{"loops", "loopsLater", "loopsInMicrotask"} {
		t.Run(loop, func(t *testing.T) {
			g := &gate{open: make(chan struct{})}
			p := newPool(t, vm.Options{Min: 1, Max: 1, CPUTimeout: 100 * time.Millisecond}, vm.Hooks{}, g)
			var group sync.WaitGroup
			group.Go(func() {
				if got, err := run(p, "waits", "a"); err != nil || got != "a!" {
					t.Errorf("a call in flight on the VM ended with %q, %v", got, err)
				}
			})
			eventually(t, "the call awaits", func() bool { _, busy := p.Size(); return busy == 0 && p.InFlight() == 1 })
			var loopErr error
			group.Go(func() { _, loopErr = run(p, loop) })
			if loop == "loopsLater" {
				eventually(t, "both await", func() bool { return p.InFlight() == 2 })
			} else {
				eventually(t, "a new VM", func() bool { total, _ := p.Size(); return total == 2 })
			}
			close(g.open)
			group.Wait()
			if !errors.Is(loopErr, vm.ErrCPUTime) {
				t.Errorf("the loop ended with %v", loopErr)
			}
			if got, err := run(p, "sync", 1, 2); err != nil || got != "3" {
				t.Errorf("afterwards: %q, %v", got, err)
			}
			eventually(t, "the old VM left", func() bool { total, _ := p.Size(); return total == 1 })
		})
	}
}

func TestHandlerTimeout(t *testing.T) {
	p := newPool(t, vm.Options{HandlerTimeout: 50 * time.Millisecond}, vm.Hooks{}, &gate{})
	_, err := run(p, "never")
	if !errors.Is(err, vm.ErrHandlerTimeout) || fault.KindOf(err) != fault.Timeout {
		t.Fatalf("got %v", err)
	}
	eventually(t, "nothing in flight", func() bool { return p.InFlight() == 0 })
}

func TestCallerGoesAway(t *testing.T) {
	p := newPool(t, vm.Options{}, vm.Hooks{}, &gate{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := p.Do(ctx, &script{name: "never"}); !errors.Is(err, vm.ErrCanceled) {
		t.Fatalf("got %v", err)
	}
}

func TestQueueIsBounded(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	p := newPool(t, vm.Options{Min: 1, Max: 1, Queue: 1}, vm.Hooks{}, g)
	var group sync.WaitGroup
	group.Go(func() { _, _ = run(p, "blocks", 1) })
	eventually(t, "the VM is taken", func() bool { _, busy := p.Size(); return busy == 1 })
	group.Go(func() {
		if got, err := run(p, "sync", 1, 2); err != nil || got != "3" {
			t.Errorf("the one that waited got %q, %v", got, err)
		}
	})
	eventually(t, "one waits", func() bool { return p.Waiting() == 1 })
	if _, err := run(p, "sync", 1, 2); !errors.Is(err, vm.ErrBusy) {
		t.Errorf("the one too many got %v", err)
	}
	close(g.open)
	group.Wait()
}

func TestBlockingIsNotCPUTimeAndGrowsThePool(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	p := newPool(t, vm.Options{Min: 1, Max: 2, CPUTimeout: 60 * time.Millisecond}, vm.Hooks{}, g)
	var group sync.WaitGroup
	group.Go(func() {
		if got, err := run(p, "blocks", 1); err != nil || got != "unblocked" {
			t.Errorf("got %q, %v", got, err)
		}
	})
	eventually(t, "the VM is taken", func() bool { _, busy := p.Size(); return busy == 1 })
	if got, err := run(p, "sync", 1, 2); err != nil || got != "3" { // on the second VM
		t.Errorf("got %q, %v", got, err)
	}
	// The interrupt of another loop proves that more than the budget has passed.
	if _, err := run(p, "loops"); !errors.Is(err, vm.ErrCPUTime) {
		t.Errorf("got %v", err)
	}
	close(g.open)
	group.Wait()
}

// TestPartsOfARunAddUp: a run that blocks repeatedly, and computes in between.
func TestPartsOfARunAddUp(t *testing.T) {
	p := newPool(t, vm.Options{CPUTimeout: 100 * time.Millisecond}, vm.Hooks{}, opened())
	if _, err := run(p, "blocksAgain"); !errors.Is(err, vm.ErrCPUTime) {
		t.Errorf("got %v", err)
	}
}

// TestPartsOnOneProcessor is the same where the watchdog has to wait until the run blocks.
func TestPartsOnOneProcessor(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) //nolint:forbidigo // it is set, and not asked
	TestPartsOfARunAddUp(t)
}

// TestContinuationsLeaveTurns: a call that waits for a VM has its turn, although there is always a continuation that could run.
func TestContinuationsLeaveTurns(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	p := newPool(t, vm.Options{Min: 1, Max: 1}, vm.Hooks{}, g)
	var group sync.WaitGroup
	defer group.Wait()
	defer close(g.open)
	for range 32 {
		group.Go(func() {
			if _, err := run(p, "goesOn"); err != nil {
				t.Error(err)
			}
		})
	}
	eventually(t, "all of them go on", func() bool { return p.InFlight() == 32 })
	for range 10 {
		if got, err := run(p, "sync", 1, 2); err != nil || got != "3" {
			t.Fatalf("got %q, %v", got, err)
		}
	}
}

func TestIdleVMsAreDropped(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	p := newPool(t, vm.Options{Min: 1, Max: 3, Idle: 30 * time.Millisecond}, vm.Hooks{}, g)
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() { _, _ = run(p, "blocks", 1) })
	}
	eventually(t, "three VMs", func() bool { _, busy := p.Size(); return busy == 3 })
	close(g.open)
	group.Wait()
	eventually(t, "back to one", func() bool { total, _ := p.Size(); return total == 1 })
}

func TestLostRejectionIsReported(t *testing.T) {
	var lost atomic.Pointer[string]
	hooks := vm.Hooks{LostRejection: func(_ *vm.VM, _ *vm.Call, reason goja.Value) {
		text := vm.Describe(reason)
		lost.Store(&text)
	}}
	g := &gate{open: make(chan struct{})}
	close(g.open)
	p := newPool(t, vm.Options{}, hooks, g)
	if got, err := run(p, "forgets"); err != nil || got != "done" {
		t.Fatalf("got %q, %v", got, err)
	}
	if text := lost.Load(); text == nil || !strings.Contains(*text, "lost") {
		t.Errorf("reported %v", text)
	}
	lost.Store(nil)
	if _, err := run(p, "rejects"); err == nil {
		t.Error("the rejection did not reach the caller")
	}
	if text := lost.Load(); text != nil {
		t.Errorf("a rejection that reached its caller was reported as lost: %s", *text)
	}
}

func TestMemoryLimit(t *testing.T) {
	p := newPool(t, vm.Options{CPUTimeout: 30 * time.Second, MemoryLimit: 256 << 20}, vm.Hooks{}, &gate{})
	if _, err := run(p, "fills"); !errors.Is(err, vm.ErrMemory) {
		t.Fatalf("got %v", err)
	}
	if got, err := run(p, "sync", 1, 2); err != nil || got != "3" {
		t.Errorf("afterwards: %q, %v", got, err)
	}
}

func TestAPanicCostsOneVM(t *testing.T) {
	p := newPool(t, vm.Options{}, vm.Hooks{}, &gate{})
	if _, err := run(p, "goPanics"); err == nil || fault.KindOf(err) != fault.Internal {
		t.Fatalf("got %v", err)
	}
	if _, err := run(p, "recurses"); err == nil || !vm.Uncatchable(err) {
		t.Fatalf("recursion ended with %v", err)
	}
	if got, err := run(p, "sync", 1, 2); err != nil || got != "3" {
		t.Errorf("afterwards: %q, %v", got, err)
	}
}

// TestAPanicEndsItsCall: a panic behind an await ends the call that it is in, at once, and the others on the VM go on.
func TestAPanicEndsItsCall(t *testing.T) {
	for _, name := range []string{"goPanics", "goPanicsLater", "goPanicsInMicrotask"} {
		t.Run(name, func(t *testing.T) {
			g := &gate{open: make(chan struct{})}
			p := newPool(t, vm.Options{Min: 1, Max: 1, HandlerTimeout: time.Minute}, vm.Hooks{}, g)
			var group sync.WaitGroup
			group.Go(func() {
				if got, err := run(p, "waits", "a"); err != nil || got != "a!" {
					t.Errorf("a call in flight on the VM ended with %q, %v", got, err)
				}
			})
			eventually(t, "the call awaits", func() bool { _, busy := p.Size(); return busy == 0 && p.InFlight() == 1 })
			ended := make(chan error, 1)
			go func() {
				_, err := run(p, name)
				ended <- err
			}()
			if name == "goPanicsLater" {
				eventually(t, "both await", func() bool { return p.InFlight() == 2 })
				close(g.open)
			}
			if err := <-ended; fault.KindOf(err) != fault.Internal || !strings.Contains(err.Error(), "host defect") {
				t.Errorf("the call ended with %v", err)
			}
			if name != "goPanicsLater" {
				close(g.open)
			}
			group.Wait()
		})
	}
}

func TestCloseWaitsForCallsInFlight(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	p := newPool(t, vm.Options{}, vm.Hooks{}, g)
	var group sync.WaitGroup
	group.Go(func() {
		if got, err := run(p, "waits", "a"); err != nil || got != "a!" {
			t.Errorf("got %q, %v", got, err)
		}
	})
	eventually(t, "it awaits", func() bool { _, busy := p.Size(); return busy == 0 && p.InFlight() == 1 })
	closed := make(chan struct{})
	go func() { p.Close(context.Background()); close(closed) }()
	eventually(t, "closed for new calls", func() bool {
		_, err := run(p, "sync", 1, 2)
		return errors.Is(err, vm.ErrClosed)
	})
	select {
	case <-closed:
		t.Fatal("Close did not wait")
	default:
	}
	close(g.open)
	group.Wait()
	<-closed
}
