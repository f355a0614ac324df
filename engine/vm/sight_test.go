package vm_test

import (
	"context"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// serving is a script that works for a handler.
type serving struct {
	script
	handler int
	labels  *string // that it has found on its goroutine
}

func (s *serving) Start(v *vm.VM) (goja.Value, error) {
	v.Serves(s.handler)
	if s.labels != nil {
		var text strings.Builder
		_ = pprof.Lookup("goroutine").WriteTo(&text, 1)
		*s.labels = text.String()
	}
	return s.script.Start(v)
}

// watchedPool is a pool of one VM, whose scripts block until the gate opens.
func watchedPool(t *testing.T, open chan struct{}) *vm.Pool {
	t.Helper()
	p, err := vm.NewPool(vm.Options{
		Make: func(id int) (*vm.VM, error) {
			v := vm.New(id, vm.Hooks{})
			_ = v.Runtime.Set("block", func() { v.Block(func() { <-open }) })
			_, err := v.Runtime.RunScript("desk.js", "function outer() {\n  inner();\n  return 'done';\n}\nfunction inner() {\n  block();\n}")
			return v, err
		},
		Labels: func(handler int) context.Context {
			return pprof.WithLabels(context.Background(), pprof.Labels("handler", []string{"zero", "one", "two", "three"}[handler]))
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close(context.Background()) })
	return p
}

// TestActivities: others see the handler of a VM, and the stack of its script while it is blocked.
func TestActivities(t *testing.T) {
	open := make(chan struct{})
	p := watchedPool(t, open)
	if got := p.Activities(); len(got) != 1 || got[0].Running || got[0].Blocked || got[0].Handler != -1 || got[0].Stack != nil {
		t.Errorf("idle: %+v", got)
	}
	var all sync.WaitGroup
	all.Go(func() {
		if err := p.Do(context.Background(), &serving{script: script{name: "outer"}, handler: 3}); err != nil {
			t.Error(err)
		}
	})
	eventually(t, "it blocks", func() bool { return p.Activities()[0].Blocked })
	s := p.Activities()[0]
	var stack []string
	for _, f := range s.Stack {
		stack = append(stack, f.FuncName()+" "+f.Position().String())
	}
	if got := strings.Join(stack, ", "); s.Handler != 3 || s.Calls != 1 || !strings.Contains(got, "inner desk.js:6:") ||
		!strings.Contains(got, "outer desk.js:2:") {
		t.Errorf("%+v, %s", s, got)
	}
	close(open)
	all.Wait()
	eventually(t, "it is idle", func() bool { return p.Activities()[0].Handler == -1 })
}

// TestLookingWhileItRuns: nobody who looks at VMs disturbs what they do.
func TestLookingWhileItRuns(t *testing.T) {
	open := make(chan struct{})
	close(open)
	p := watchedPool(t, open)
	var all sync.WaitGroup
	done := make(chan struct{})
	for range 2 {
		all.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					p.Activities()
				}
			}
		})
	}
	for end := time.Now().Add(200 * time.Millisecond); time.Now().Before(end); {
		work := &serving{script: script{name: "outer"}, handler: 1}
		if err := p.Do(t.Context(), work); err != nil || work.result != "done" {
			t.Fatal(work.result, err)
		}
	}
	close(done)
	all.Wait()
}

// TestLabels: goroutines carry the handler as a label only while a profile is taken.
func TestLabels(t *testing.T) {
	open := make(chan struct{})
	close(open)
	p := watchedPool(t, open)
	found := func() (labels string) {
		if err := p.Do(t.Context(), &serving{script: script{name: "outer"}, handler: 2, labels: &labels}); err != nil {
			t.Fatal(err)
		}
		return labels
	}
	if strings.Contains(found(), `"handler":"two"`) {
		t.Error("there is a label without a profile")
	}
	vm.Label(true)
	if labels := found(); !strings.Contains(labels, `"handler":"two"`) {
		t.Errorf("no label: %s", labels)
	}
	vm.Label(false)
	if strings.Contains(found(), `"handler":"two"`) {
		t.Error("the label stays")
	}
}

func BenchmarkServes(b *testing.B) {
	v := vm.New(0, vm.Hooks{})
	for b.Loop() {
		v.Serves(1)
	}
}
