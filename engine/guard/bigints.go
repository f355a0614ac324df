package guard

import (
	"cmp"
	"math/big"
	"strings"

	"github.com/dop251/goja"
)

func (g *guard) bigints() {
	original, ok := g.rt.Get("BigInt").(*goja.Object)
	if !ok {
		g.missing = append(g.missing, "BigInt")
		return
	}
	wrapper := g.wrapped(original, "BigInt", func(call goja.FunctionCall, convert native) goja.Value {
		argument := call.Argument(0)
		if object, ok := argument.(*goja.Object); ok {
			argument = g.toPrimitive(object)
		}
		call.Arguments = []goja.Value{argument} // goja takes none for 0
		if s, ok := argument.(goja.String); ok {
			g.checkDigits(s.Length())
			if s.Length() >= manyDigits {
				return g.parsed(s.String())
			}
		}
		return convert(call)
	})
	g.assume(wrapper, original)
	_ = g.rt.GlobalObject().DefineDataProperty("BigInt", wrapper, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	for _, name := range []string{"asIntN", "asUintN"} {
		g.method(wrapper, name, func(call goja.FunctionCall, original native) goja.Value {
			if bits := call.Argument(0).ToNumber().ToFloat(); bits > float64(g.limits.BigIntBits) {
				g.failRange("BigInt of %.0f bits is too large; the limit is %d", bits, g.limits.BigIntBits)
			}
			return original(call)
		})
	}
	for _, name := range []string{"toString", "toLocaleString"} {
		g.method(g.prototype("BigInt"), name, func(call goja.FunctionCall, original native) goja.Value {
			if n, ok := bigInt(call.This); ok {
				g.checkBits(int64(n.BitLen()))
			}
			return original(call)
		})
	}
	g.operators()
}

// manyDigits is how many may not fit into 64 bits. goja reads longer texts as Go does, with underscores, and as octal numbers if they begin
// with 0; of a text that is not a number it takes the digits at the beginning.
const manyDigits = 17

// parsed returns the BigInt that a text says.
func (g *guard) parsed(text string) goja.Value {
	digits, base := strings.Trim(text, whiteSpace), 10
	if len(digits) > 2 && digits[0] == '0' {
		switch digits[1] | 0x20 {
		case 'x':
			digits, base = digits[2:], 16
		case 'o':
			digits, base = digits[2:], 8
		case 'b':
			digits, base = digits[2:], 2
		}
	}
	signed := base == 10 || digits[0] != '-' && digits[0] != '+'
	n, ok := new(big.Int).SetString(cmp.Or(digits, "0"), base)
	if !ok || !signed {
		g.fail(g.syntaxError, "Cannot convert %s to a BigInt", text)
	}
	return g.rt.ToValue(n)
}

// whiteSpace is what may stand around a number: white space and ends of lines as ECMAScript has them.
const whiteSpace = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"

// checkDigits limits a text that is read as a BigInt; it counts three bits for a digit.
func (g *guard) checkDigits(digits int) {
	if limit := g.limits.BigIntBits / 3; digits > limit {
		g.failRange("string of length %d is too long for a BigInt; the limit is %d", digits, limit)
	}
	g.spend(digits)
}

func (g *guard) checkBits(bits int64) {
	if bits > int64(g.limits.BigIntBits) {
		g.failRange("BigInt of %d bits is too large; the limit is %d", bits, g.limits.BigIntBits)
	}
	g.spend(int(max(0, bits) / 64))
}

// bigInt returns the number of a BigInt.
func bigInt(v goja.Value) (*big.Int, bool) {
	if !goja.IsBigInt(v) {
		return nil, false
	}
	n, ok := v.Export().(*big.Int)
	return n, ok
}
