package vm_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// TestBounded: a loop that does not end is interrupted when the time is over, and when nobody waits for it any more; so is an await.
func TestBounded(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		bound  time.Duration
		want   error
	}{
		"the time is over": {"for (;;);", time.Millisecond, vm.ErrBootTime},
		"nobody waits":     {"leave(); for (;;);", time.Hour, vm.ErrInterrupted},
		"for a promise":    {"leave(); new Promise(() => {});", time.Hour, vm.ErrInterrupted},
	} {
		v := vm.New(0, vm.Hooks{})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if err := v.Runtime.Set("leave", func() { cancel() }); err != nil {
			t.Fatal(err)
		}
		err := v.Bounded(ctx, c.bound, func() error {
			var made goja.Value
			err := v.Run(nil, func() (err error) {
				made, err = v.Runtime.RunString(c.script)
				return err
			})
			if err == nil {
				_, err = v.Await(ctx, made)
			}
			return err
		})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
