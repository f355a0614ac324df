package vm_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// remembered is a script that records the VM on which it runs.
type remembered struct {
	script
	on chan *vm.VM
}

func (r *remembered) Start(v *vm.VM) (goja.Value, error) {
	r.on <- v
	return r.script.Start(v)
}

func TestAnAttendedVMGoesOnAfterAnInterrupt(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	close(g.open)
	p := newPool(t, vm.Options{Attended: true, CPUTimeout: time.Millisecond, HandlerTimeout: time.Millisecond}, vm.Hooks{}, g)
	var last *vm.VM
	for _, name := range []string{"loops", "loopsInMicrotask", "loopsLater"} {
		s := &remembered{script{name: name}, make(chan *vm.VM, 1)}
		done := make(chan error, 1)
		go func() { done <- p.Do(context.Background(), s) }()
		v := <-s.on
		if last != nil && v != last {
			t.Errorf("%s: runs on another VM than before", name)
		}
		last = v
		if err := interruptUntil(v, done); !isInterrupt(err) {
			t.Errorf("%s: ended with %v", name, err)
		}
		if got, err := run(p, "waits", "a"); err != nil || got != "a!" || v.Retired() != "" {
			t.Errorf("after %s: got %q, %v, retired %q", name, got, err, v.Retired())
		}
	}
}

// awaiting is a script that records the VM on which it runs, and the call.
type awaiting struct {
	script
	on   chan *vm.VM
	call chan *vm.Call
}

func (a *awaiting) Start(v *vm.VM) (goja.Value, error) {
	a.on <- v
	a.call <- v.Current()
	return a.script.Start(v)
}

// TestWhatWasStoppedDoesNotGoOn: a continuation of a stopped call does not run, since it could be a loop.
func TestWhatWasStoppedDoesNotGoOn(t *testing.T) {
	p := newPool(t, vm.Options{Attended: true}, vm.Hooks{}, &gate{open: make(chan struct{})})
	ctx, stop := context.WithCancel(t.Context())
	s := &awaiting{script{name: "never"}, make(chan *vm.VM, 1), make(chan *vm.Call, 1)}
	done := make(chan error, 1)
	go func() { done <- p.Do(ctx, s) }()
	v, call := <-s.on, <-s.call
	eventually(t, "it awaits", func() bool { _, busy := p.Size(); return busy == 0 && p.InFlight() == 1 })
	stop()
	if err := <-done; !errors.Is(err, vm.ErrCanceled) {
		t.Errorf("ended with %v", err)
	}
	_, err := run(p, "sync", "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	goesOn := false
	v.Enqueue(call, func() error { goesOn = true; return nil }) // runs on this goroutine: the VM is free
	if goesOn {
		t.Error("it goes on")
	}
}

// interruptUntil interrupts until done: an interrupt between two runs has no effect.
func interruptUntil(v *vm.VM, done <-chan error) error {
	for {
		select {
		case err := <-done:
			return err
		default:
			v.Interrupt()
			runtime.Gosched()
		}
	}
}

func isInterrupt(err error) bool {
	interrupted, ok := errors.AsType[*goja.InterruptedError](err)
	return ok && interrupted.Value() == vm.ErrInterrupted
}
