package security

import (
	"crypto/rand"
	"encoding/base64"
	"math/big"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web"
)

const (
	mostRandom  = 64 << 10 // bytes at once
	tokenBytes  = 32
	mostInteger = 1<<53 - 1 // that a number holds exactly
)

// randomToken implements random.token(bytes).
func (c *codes) randomToken(call goja.FunctionCall) goja.Value {
	n := int64(tokenBytes)
	if !goja.IsUndefined(call.Argument(0)) {
		n = c.count("random.token", call.Argument(0))
	}
	return c.Runtime.ToValue(base64.RawURLEncoding.EncodeToString(c.drawn(n)))
}

// randomBytes implements random.bytes(n).
func (c *codes) randomBytes(call goja.FunctionCall) goja.Value {
	buffer := c.Runtime.NewArrayBuffer(c.drawn(c.count("random.bytes", call.Argument(0))))
	view, err := c.Runtime.New(c.uint8s, c.Runtime.ToValue(buffer))
	if err != nil {
		panic(c.Thrown(err))
	}
	return view
}

// randomInt implements random.int(min, max), where max is not among the results. All results are as likely.
func (c *codes) randomInt(call goja.FunctionCall) goja.Value {
	low, isLow := integer(call.Argument(0), -mostInteger, mostInteger)
	high, isHigh := integer(call.Argument(1), -mostInteger, mostInteger)
	if !isLow || !isHigh || low >= high {
		c.fail("random.int takes two whole numbers, the second greater than the first: random.int(1, 7) rolls a die")
	}
	n, _ := rand.Int(c.VM.Random(), big.NewInt(high-low)) // never fails
	return c.Runtime.ToValue(low + n.Int64())
}

// randomUUID implements random.uuid().
func (c *codes) randomUUID(goja.FunctionCall) goja.Value { return c.Runtime.ToValue(web.UUID(c.VM)) }

// count returns how many bytes are asked for.
func (c *codes) count(method string, value goja.Value) int64 {
	n, ok := integer(value, 1, mostRandom)
	if !ok {
		c.fail("%s takes a number of bytes from 1 to %d", method, mostRandom)
	}
	return n
}

func (c *codes) drawn(n int64) []byte {
	b := make([]byte, n)
	c.VM.Fill(b)
	return b
}

// integer returns a whole number of a range; ok is false for anything else.
func integer(value goja.Value, least, most int64) (n int64, ok bool) {
	n, ok = value.Export().(int64)
	return n, ok && n >= least && n <= most
}
