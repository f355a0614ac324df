package crypto

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/security/crypt/turns"
)

// work is something to compute, with the least time that it takes and the number of bytes that were copied for it.
type work struct {
	name   string
	least  time.Duration
	copied int
	do     func(ctx context.Context) (any, error)
}

// The most that may be in work beside a VM at a time.
const (
	mostBytes = 128 << 20
	mostWorks = 10_000
)

// run works on the VM, or beside it and returns a promise: as the script wants it.
func (c *realm) run(beside bool, w work) goja.Value {
	if beside {
		return c.beside(w)
	}
	left := c.VM.Left()
	if w.least > left {
		c.must(failed("ERR_CRYPTO_OPERATION_FAILED", fmt.Sprintf(
			"%sSync would take more than %v of the processor, and other requests would wait; this one may still compute for %v. "+
				"Call %s, which does not block the worker",
			w.name, w.least.Round(time.Millisecond), left.Round(time.Millisecond), w.name)))
	}
	ctx, cancel := context.WithTimeout(c.VM.Context(), left)
	defer cancel()
	got, err := w.do(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = failed("ERR_CRYPTO_OPERATION_FAILED", fmt.Sprintf(
			"%sSync has taken as long as the call may compute. Call %s, which does not block the worker", w.name, w.name))
	}
	c.must(err)
	return c.value(got)
}

// beside works when it is its turn, away from the VM.
func (c *realm) beside(w work) goja.Value {
	if c.load.Full(w.copied) {
		c.must(failed("ERR_CRYPTO_OPERATION_FAILED",
			w.name+": too much data is being processed at the same time; wait for earlier operations to end"))
	}
	done := c.load.Add(w.copied)
	return c.VM.GoFor("crypto."+w.name, func(ctx context.Context) (vm.Result, error) {
		defer done()
		var got any
		var err error
		if waiting := turns.OfProcess().Take(ctx, func() { got, err = w.do(ctx) }); waiting != nil {
			err = waiting
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return func(*goja.Runtime) (goja.Value, error) {
			if err != nil {
				return nil, &vm.Thrown{Value: c.errorOf(err)}
			}
			return c.value(got), nil
		}, nil
	})
}

// value returns bytes as a Uint8Array, and lists of values as an Array.
func (c *realm) value(got any) goja.Value {
	switch got := got.(type) {
	case []byte:
		return c.NewBytes(got)
	case []any:
		list := make([]any, len(got))
		for i, item := range got {
			list[i] = c.value(item)
		}
		return c.Runtime.NewArray(list...)
	case goja.Value:
		return got
	}
	return c.Runtime.ToValue(got)
}

// data returns the bytes of an argument, of which the script has made sure that it has some. They are only read, and only now.
func (c *realm) data(v goja.Value) []byte {
	data, ok := c.Bytes(v)
	if !ok {
		c.must(&coded{"TypeError", "ERR_INVALID_ARG_TYPE", "the argument has no bytes"})
	}
	return data
}

// copied returns a copy of the bytes of an argument.
func (c *realm) copied(v goja.Value) []byte { return append([]byte{}, c.data(v)...) }
