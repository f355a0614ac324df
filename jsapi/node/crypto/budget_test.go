package crypto_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/security/crypt/turns"
)

// call is work that evaluates a script.
type call struct{ script, result string }

func (c *call) Start(v *vm.VM) (goja.Value, error) { return v.Runtime.RunString(c.script) }

func (c *call) Next(_ *vm.VM, settled goja.Value) (goja.Value, error) {
	c.result = settled.String()
	return nil, nil
}

func (c *call) Fail(_ *vm.VM, err error) error { return err }

// do runs a script as a call of a pool.
func do(ctx context.Context, pool *vm.Pool, script string) (string, error) {
	c := &call{script: script}
	err := pool.Do(ctx, c)
	return c.result, err
}

func newPool(t *testing.T, options vm.Options) *vm.Pool {
	t.Helper()
	options.Min, options.Max, options.Make = 1, 1, newVM
	pool, err := vm.NewPool(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close(context.WithoutCancel(t.Context())) })
	return pool
}

const derive = `const derive = rounds => new Promise((done, fail) => nodeCrypto.pbkdf2('p', 's', rounds, 32, 'sha256', (e, ` +
	`k) => e ? fail(e) : done(k.length)));`

// TestSyncWithinBudget: what would take longer than the call may compute is refused before it begins.
func TestSyncWithinBudget(t *testing.T) {
	t.Parallel()
	pool := newPool(t, vm.Options{CPUTimeout: time.Second})
	for _, expression := range []string{
		"nodeCrypto.pbkdf2Sync('p', 's', 50_000_000, 32, 'sha256')",
		"nodeCrypto.scryptSync('p', 's', 32, {N: 2 ** 17, r: 8, p: 32, maxmem: 2 ** 28})",
	} {
		got, err := do(t.Context(), pool, "try { "+expression+" } catch (e) { e.code + e.message }")
		if err != nil || !strings.HasPrefix(got, "ERR_CRYPTO_OPERATION_FAILED") || !strings.Contains(got, "which does not block the worker") {
			t.Errorf("%s: %s, %v", expression, got, err)
		}
	}
	if got, err := do(t.Context(), pool, "nodeCrypto.pbkdf2Sync('p', 's', 10, 32, 'sha256').length"); got != "32" || err != nil {
		t.Errorf("a little: %s, %v", got, err)
	}
}

// TestOthersDoNotWait: the only VM answers others while a key is derived.
func TestOthersDoNotWait(t *testing.T) {
	t.Parallel()
	pool := newPool(t, vm.Options{HandlerTimeout: time.Minute})
	derived := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, err := do(ctx, pool, "{"+derive+" derive(100_000_000) }") // a quarter of a minute at least
		derived <- err
	}()
	for pool.InFlight() == 0 {
		runtime.Gosched()
	}
	for range 10 {
		if got, err := do(t.Context(), pool, "nodeCrypto.hash('sha1', 'abc')"); !strings.HasPrefix(got, "a9993e") || err != nil {
			t.Fatalf("%s, %v", got, err)
		}
	}
	select {
	case err := <-derived:
		t.Fatalf("the key is there already: %v", err)
	default:
	}
	cancel()
	if err := <-derived; err == nil {
		t.Error("a call that was canceled has ended well")
	}
	// What was canceled gives its turn to others.
	if err := turns.OfProcess().Take(t.Context(), func() {}); err != nil {
		t.Error(err)
	}
}
