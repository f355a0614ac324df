package jsonschema

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"
)

// decimal is a number exactly as it was written: 0.d₁d₂d₃… × 10^order, where the first and the last digit are
// not 0. Zero has no digits. The order is only ever compared, never expanded: 1e999999999 takes no more
// memory than 1.
type decimal struct {
	negative        bool
	whole, fraction string // the digits, in two parts
	order           int64
	far             *big.Int // replaces the order if the exponent is very large
}

// maxExponent is the largest number of digits of an exponent that is handled as an int64.
const maxExponent = 18

// parseDecimal parses a JSON number.
func parseDecimal(token string) decimal {
	var d decimal
	token, d.negative = strings.CutPrefix(token, "-")
	mantissa, exponent := token, ""
	if e := strings.IndexAny(token, "eE"); e >= 0 {
		mantissa, exponent = token[:e], token[e+1:]
	}
	d.whole, d.fraction, _ = strings.Cut(mantissa, ".")
	d.trim()
	if d.digits() == 0 {
		return decimal{}
	}
	d.shift(exponent)
	return d
}

// trim removes the zeros around the digits and computes the order.
func (d *decimal) trim() {
	d.whole = strings.TrimLeft(d.whole, "0")
	d.fraction = strings.TrimRight(d.fraction, "0")
	d.order = int64(len(d.whole))
	switch {
	case d.fraction == "":
		d.whole = strings.TrimRight(d.whole, "0")
	case d.whole == "":
		digits := strings.TrimLeft(d.fraction, "0")
		d.order = int64(len(digits) - len(d.fraction))
		d.fraction = digits
	}
}

// shift adds an exponent to the order.
func (d *decimal) shift(exponent string) {
	if exponent == "" {
		return
	}
	digits, negative := strings.CutPrefix(exponent, "-")
	digits = strings.TrimLeft(strings.TrimPrefix(digits, "+"), "0")
	if len(digits) <= maxExponent {
		n, _ := strconv.ParseInt("0"+digits, 10, 64)
		if negative {
			n = -n
		}
		d.order += n
		return
	}
	d.far, _ = new(big.Int).SetString(digits, 10)
	if negative {
		d.far.Neg(d.far)
	}
	d.far.Add(d.far, big.NewInt(d.order))
}

func (d *decimal) digits() int { return len(d.whole) + len(d.fraction) }

func (d *decimal) digit(i int) byte {
	if i < len(d.whole) {
		return d.whole[i]
	}
	return d.fraction[i-len(d.whole)]
}

func (d *decimal) sign() int {
	switch {
	case d.digits() == 0:
		return 0
	case d.negative:
		return -1
	default:
		return 1
	}
}

// isWhole reports whether the number has no digits after the decimal point.
func (d decimal) isWhole() bool {
	if d.far != nil {
		return d.far.Sign() > 0 // it is far larger than the number of digits
	}
	return d.order >= int64(d.digits())
}

// compare returns a negative number if d is less than other, and 0 if they are equal.
func (d *decimal) compare(other *decimal) int {
	sign := d.sign()
	if sign != other.sign() {
		return cmp.Compare(sign, other.sign())
	}
	if by := d.compareOrder(other); by != 0 {
		return by * sign
	}
	for i := range min(d.digits(), other.digits()) {
		if a, b := d.digit(i), other.digit(i); a != b {
			return cmp.Compare(a, b) * sign
		}
	}
	return cmp.Compare(d.digits(), other.digits()) * sign
}

func (d *decimal) compareOrder(other *decimal) int {
	if d.far == nil && other.far == nil {
		return cmp.Compare(d.order, other.order)
	}
	return d.bigOrder().Cmp(other.bigOrder())
}

func (d *decimal) bigOrder() *big.Int {
	if d.far != nil {
		return d.far
	}
	return big.NewInt(d.order)
}

// maxPlain is the largest number of digits of a whole number that is written without an exponent.
const maxPlain = 17

// spellNumber returns the spelling that is the same for all equal numbers. Most numbers already have it.
func spellNumber(token string) string {
	if len(token) <= maxPlain && isPlain(token) && token != "-0" {
		return token
	}
	d := parseDecimal(token)
	return string(d.appendTo(nil))
}

func (d *decimal) appendTo(dst []byte) []byte {
	digits := d.digits()
	if digits == 0 {
		return append(dst, '0')
	}
	if d.negative {
		dst = append(dst, '-')
	}
	dst = append(append(dst, d.whole...), d.fraction...)
	switch {
	case d.far != nil:
		return d.far.Append(append(dst, 'e'), 10)
	case d.isWhole() && d.order <= maxPlain:
		return append(dst, strings.Repeat("0", int(d.order)-digits)...)
	default:
		return strconv.AppendInt(append(dst, 'e'), d.order, 10)
	}
}
