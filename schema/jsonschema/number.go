package jsonschema

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"
)

// decimal is a number as it was written, exactly: 0.d₁d₂d₃… × 10^order, where the digits
// begin and end with another one than 0. Zero has none. Nothing is ever made of the order
// but a comparison: 1e999999999 takes no more room than 1.
type decimal struct {
	negative        bool
	whole, fraction string // the digits, in two parts
	order           int64
	far             *big.Int // the order instead, when the exponent is that large
}

// maxExponent is how many digits an exponent may have that is computed with as an int64.
const maxExponent = 18

// parseDecimal reads a number of JSON.
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

// trim removes the zeros around the digits and finds the order that they leave.
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

// isWhole tells whether no digit is behind the point.
func (d decimal) isWhole() bool {
	if d.far != nil {
		return d.far.Sign() > 0 // by far more than there are digits
	}
	return d.order >= int64(d.digits())
}

// compare is negative when d is less than other, 0 when they are equal.
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

// maxPlain is how many digits a whole number may have that is spelled without an exponent.
const maxPlain = 17

// spellNumber writes a number in the one way that equal numbers share. Most are written in
// it already.
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
