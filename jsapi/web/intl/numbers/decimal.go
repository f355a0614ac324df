package numbers

import (
	"math"
	"strconv"
	"strings"
)

// MaxDigits is how many digits a number may have before and after its point.
const MaxDigits = 1 << 20

// Kind is what a value is besides a finite number.
type Kind byte

// The kinds of numbers.
const (
	Finite Kind = iota
	Infinite
	NotANumber
)

// Decimal is a number: 0.Digits × 10^Point.
type Decimal struct {
	Kind     Kind
	Negative bool
	Digits   []byte // '0' to '9', without zeros at its ends; empty for zero
	Point    int
}

// FromFloat returns a number of scripts, by the shortest digits that identify it.
func FromFloat(x float64) Decimal {
	switch {
	case math.IsNaN(x):
		return Decimal{Kind: NotANumber}
	case math.IsInf(x, 0):
		return Decimal{Kind: Infinite, Negative: x < 0}
	case x == 0:
		return Decimal{Negative: math.Signbit(x)}
	}
	text := strconv.AppendFloat(make([]byte, 0, 32), math.Abs(x), 'e', -1, 64)
	e := len(text) - 1
	for text[e] != 'e' {
		e--
	}
	exponent, _ := strconv.Atoi(string(text[e+1:]))
	digits := text[:1]
	if e > 1 {
		digits = append(digits, text[2:e]...)
	}
	d := Decimal{Negative: x < 0, Digits: digits, Point: exponent + 1}
	d.trim()
	return d
}

// trim takes the zeros away at the ends of the digits.
func (d *Decimal) trim() {
	lead := 0
	for lead < len(d.Digits) && d.Digits[lead] == '0' {
		lead++
	}
	d.Digits = d.Digits[lead:]
	d.Point -= lead
	end := len(d.Digits)
	for end > 0 && d.Digits[end-1] == '0' {
		end--
	}
	d.Digits = d.Digits[:end]
	if end == 0 {
		d.Point = 0
	}
}

// IsZero reports whether the number is 0 or -0.
func (d *Decimal) IsZero() bool { return d.Kind == Finite && len(d.Digits) == 0 }

// Parse reads digits with a sign, a point and an exponent. It reports whether they are a number, and one that is not
// larger or smaller than MaxDigits allows: what is larger is infinite, what is smaller is zero.
func Parse(text string) (Decimal, bool) {
	d := Decimal{}
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		d.Negative, text = true, rest
	} else {
		text = strings.TrimPrefix(text, "+")
	}
	if text == "Infinity" {
		d.Kind = Infinite
		return d, true
	}
	mantissa, exponent, hasExponent := cutExponent(text)
	integer, fraction, _ := strings.Cut(mantissa, ".")
	if len(integer)+len(fraction) == 0 || !areDigits(integer) || !areDigits(fraction) {
		return Decimal{Kind: NotANumber}, false
	}
	shift := 0
	if hasExponent {
		unsigned := strings.TrimLeft(exponent, "+-")
		if len(unsigned) == 0 || len(exponent)-len(unsigned) > 1 || !areDigits(unsigned) {
			return Decimal{Kind: NotANumber}, false
		}
		shift = clampedInt(exponent)
	}
	d.Digits = append([]byte(integer), fraction...)
	d.Point = len(integer) + shift
	d.trim()
	return d.bounded(), true
}

// cutExponent splits at the letter e, in either case.
func cutExponent(text string) (mantissa, exponent string, found bool) {
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		return text[:i], text[i+1:], true
	}
	return text, "", false
}

func clampedInt(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil && strings.HasPrefix(text, "-") {
		return math.MinInt32
	}
	if err != nil {
		return math.MaxInt32
	}
	return min(max(n, math.MinInt32), math.MaxInt32)
}

// bounded makes numbers infinite or zero that cannot be written with MaxDigits.
func (d Decimal) bounded() Decimal {
	switch {
	case d.Point > MaxDigits:
		return Decimal{Kind: Infinite, Negative: d.Negative}
	case len(d.Digits)-d.Point > MaxDigits:
		return Decimal{Negative: d.Negative}
	}
	return d
}

func areDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// at returns the digit at a place left (1, 10, 100: 0, 1, 2) or right (-1, -2) of the point.
func (d *Decimal) at(place int) byte {
	i := d.Point - 1 - place
	if i < 0 || i >= len(d.Digits) {
		return '0'
	}
	return d.Digits[i]
}

// equal reports whether two numbers are the same.
func (d *Decimal) equal(o *Decimal) bool {
	return d.Kind == o.Kind && d.Negative == o.Negative && d.Point == o.Point && string(d.Digits) == string(o.Digits)
}
