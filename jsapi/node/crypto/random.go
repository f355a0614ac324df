package crypto

import (
	"crypto/rand"
	"math/big"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

func (c *realm) random() map[string]part.Native {
	return map[string]part.Native{"randomBytes": c.randomBytes, "randomInt": c.randomInt, "timingSafeEqual": c.timingSafeEqual}
}

// mostRandom is the most random bytes that are made at once.
const mostRandom = 64 << 20

// randomBytes takes a number, and returns so many bytes.
func (c *realm) randomBytes(call goja.FunctionCall) goja.Value {
	n := call.Argument(0).ToInteger()
	if n < 0 || n > mostRandom {
		c.must(outOfRange("at most 67108864 random bytes are made at once"))
	}
	data := make([]byte, n)
	c.VM.Fill(data)
	return c.NewBytes(data)
}

// randomInt takes a range of less than 2^48, and returns a whole number from 0 up to it.
func (c *realm) randomInt(call goja.FunctionCall) goja.Value {
	n, err := rand.Int(c.VM.Random(), big.NewInt(max(1, call.Argument(0).ToInteger())))
	c.must(err)
	return c.Runtime.ToValue(n.Int64())
}
