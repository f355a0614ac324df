package crypto

import (
	"crypto/subtle"

	"github.com/dop251/goja"
)

// timingSafeEqual takes bytes of the same length.
func (c *realm) timingSafeEqual(call goja.FunctionCall) goja.Value {
	a, b := c.data(call.Argument(0)), c.data(call.Argument(1))
	if len(a) != len(b) {
		c.must(&coded{"RangeError", "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH", "Input buffers must have the same byte length"})
	}
	return c.Runtime.ToValue(subtle.ConstantTimeCompare(a, b) == 1)
}
