package aspects_test

import (
	"context"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
)

// work is a call that runs a script.
type work struct{ script string }

func (w work) Start(v *vm.VM) (goja.Value, error)        { return v.Runtime.RunString(w.script) }
func (work) Next(*vm.VM, goja.Value) (goja.Value, error) { return nil, nil }
func (work) Fail(_ *vm.VM, err error) error              { return err }

// pool runs calls on the VM of a page.
type pool struct{ *vm.Pool }

func newPool(t *testing.T, p *page) pool {
	t.Helper()
	made, err := vm.NewPool(vm.Options{}, p.VM)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { made.Close(context.Background()) })
	return pool{made}
}

func (p pool) run(t *testing.T, script string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	if err := p.Do(ctx, work{script}); err != nil {
		t.Errorf("%s: %v", script, err)
	}
}

// TestAsync: the caller continues, and the method runs when the VM is free, as often as there is room.
func TestAsync(t *testing.T) {
	p := newPage(t)
	p.method(t, "send", `function (to, ...rest) { sent.push(to); if (sent.length === expected) done() }`, "Async", manifest.Options{}, values{})
	done := make(chan struct{})
	p.Set("done", func() { close(done) })
	pool := newPool(t, p)
	pool.run(t, `var sent = [], expected = 4, failed = null;
		for (const to of ["a", "b", "c", "d"]) if (service.send(to) !== undefined) throw new Error("it gave something");
		try { service.send("e") } catch (error) { failed = error.message }
		if (sent.length > 0) throw new Error("it ran at once")`)
	<-done
	pool.run(t, `if (sent.sort().join() !== "a,b,c,d") throw new Error(sent.join()); if (!/too many async calls are waiting/.test(failed)) `+
		`throw new Error(String(failed))`)
}
