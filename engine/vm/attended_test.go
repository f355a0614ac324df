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

// remembered is a script that tells on which VM it runs.
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

// interruptUntil interrupts as often as it takes: an interrupt between two runs hits none.
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
