package intl

import (
	"math/big"
	"strings"
	"unicode"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/intl/numbers"
)

// maxBits is more than a BigInt of numbers.MaxDigits digits has.
const maxBits = numbers.MaxDigits * 10 / 3

// decimal converts a value as ToIntlMathematicalValue of ECMA-402 does: digits of texts and BigInts are all kept.
func (h realm) decimal(v goja.Value) numbers.Decimal {
	if object, ok := v.(*goja.Object); ok {
		v = h.primitive(object)
	}
	if _, ok := v.(*goja.Symbol); ok {
		h.TypeError("Cannot convert a Symbol value to a number")
	}
	switch value := v.Export().(type) {
	case int64:
		return numbers.FromFloat(float64(value))
	case float64:
		return numbers.FromFloat(value)
	case *big.Int:
		return h.bigDecimal(value)
	case string:
		return h.textDecimal(value)
	}
	return numbers.FromFloat(v.ToNumber().ToFloat())
}

func (h realm) bigDecimal(value *big.Int) numbers.Decimal {
	if value.BitLen() > maxBits {
		h.rangeError("The BigInt is too large to be formatted")
	}
	d, _ := numbers.Parse(value.Text(10))
	return d
}

// textDecimal reads a text as Number does.
func (h realm) textDecimal(text string) numbers.Decimal {
	if len(text) > 2*numbers.MaxDigits {
		h.rangeError("The text is too long to be formatted as a number")
	}
	text = strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) && r != 0x85 || r == 0xfeff })
	if text == "" {
		return numbers.Decimal{}
	}
	if len(text) > 2 && text[0] == '0' {
		base := map[byte]int{'x': 16, 'X': 16, 'o': 8, 'O': 8, 'b': 2, 'B': 2}[text[1]]
		if base > 0 && text[2] != '+' && text[2] != '-' && !strings.Contains(text, "_") {
			if value, ok := new(big.Int).SetString(text[2:], base); ok {
				return h.bigDecimal(value)
			}
		}
	}
	d, _ := numbers.Parse(text)
	return d
}

// primitive converts an object with the hint number.
func (h realm) primitive(object *goja.Object) goja.Value {
	if exotic := object.GetSymbol(goja.SymToPrimitive); exotic != nil && !goja.IsUndefined(exotic) && !goja.IsNull(exotic) {
		if value, ok := h.called(exotic, object, h.text("number")); ok {
			return value
		}
		h.TypeError("Cannot convert object to primitive value")
	}
	for _, name := range []string{"valueOf", "toString"} {
		if _, callable := goja.AssertFunction(object.Get(name)); !callable {
			continue
		}
		if value, ok := h.called(object.Get(name), object); ok {
			return value
		}
	}
	return h.TypeError("Cannot convert object to primitive value")
}

// called calls a method, and reports whether its result is not an object.
func (h realm) called(fn goja.Value, this goja.Value, arguments ...goja.Value) (goja.Value, bool) {
	call, ok := goja.AssertFunction(fn)
	if !ok {
		h.TypeError("Symbol.toPrimitive is not a function")
	}
	value, err := call(this, arguments...)
	if err != nil {
		panic(err)
	}
	_, isObject := value.(*goja.Object)
	return value, !isObject
}
