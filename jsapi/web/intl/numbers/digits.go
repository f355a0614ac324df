package numbers

import (
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/jsapi/web/intl/plurals"
)

// digits writes a number without its sign.
func (f *Formatter) digits(n *rounded) []Part {
	integer := max(1, n.Point, f.o.Rounding.MinInteger)
	fraction := max(n.minFraction, len(n.Digits)-n.Point)
	if len(n.Digits) == 0 {
		fraction = n.minFraction
	}
	parts := make([]Part, 0, 4)
	if f.pattern.primary > 0 && integer >= f.pattern.primary+f.minimumGrouping {
		parts = f.grouped(parts, n, integer)
	} else {
		parts = append(parts, Part{"integer", f.between(n, integer-1, 0)})
	}
	if fraction > 0 {
		point := f.symbols.decimal
		if f.o.Style == Currency {
			point = f.symbols.currencyDecimal
		}
		parts = append(parts, Part{"decimal", point}, Part{"fraction", f.between(n, -1, -fraction)})
	}
	return parts
}

// grouped writes an integer in groups of digits.
func (f *Formatter) grouped(parts []Part, n *rounded, integer int) []Part {
	separator := f.symbols.group
	if f.o.Style == Currency {
		separator = f.symbols.currencyGroup
	}
	ends := []int{f.pattern.primary}
	for end := f.pattern.primary + f.pattern.secondary; end < integer; end += f.pattern.secondary {
		ends = append(ends, end)
	}
	from := integer - 1
	for i := len(ends) - 1; i >= 0; i-- {
		if ends[i] > from {
			continue
		}
		parts = append(parts, Part{"integer", f.between(n, from, ends[i])}, Part{"group", separator})
		from = ends[i] - 1
	}
	return append(parts, Part{"integer", f.between(n, from, 0)})
}

// between writes the digits at places, from the larger to the smaller one.
func (f *Formatter) between(n *rounded, from, to int) string {
	var out strings.Builder
	out.Grow((from - to + 1) * len(f.symbols.digits[0]))
	for place := from; place >= to; place-- {
		out.WriteString(f.symbols.digits[n.at(place)-'0'])
	}
	return out.String()
}

// exponentParts writes the exponent of scientific notation.
func (f *Formatter) exponentParts(exponent int) []Part {
	parts := []Part{{"exponentSeparator", f.symbols.exponential}}
	if exponent < 0 {
		parts = append(parts, Part{"exponentMinusSign", f.symbols.minus})
		exponent = -exponent
	}
	var digits strings.Builder
	for _, c := range strconv.Itoa(exponent) {
		digits.WriteString(f.symbols.digits[c-'0'])
	}
	return append(parts, Part{"exponentInteger", digits.String()})
}

// round scales a number as its style and notation want it, and rounds it. The exponent is what it was divided by.
func (f *Formatter) round(d Decimal) (number rounded, exponent int) {
	if d.Kind != Finite {
		return rounded{Decimal: d}, 0
	}
	if f.o.Style == Percent && !d.IsZero() {
		d.Point += 2
	}
	if f.o.Notation == Standard || f.o.Notation == "" {
		return f.o.Rounding.apply(d), 0
	}
	exponent = f.exponentOf(d.Point - 1)
	if d.IsZero() {
		return f.o.Rounding.apply(d), f.exponentOf(0)
	}
	shifted := d
	shifted.Point -= exponent
	number = f.o.Rounding.apply(shifted)
	if number.IsZero() || number.Point == shifted.Point {
		return number, exponent
	}
	again := f.exponentOf(number.Point + exponent - 1)
	if again == exponent {
		return number, exponent
	}
	shifted.Point = d.Point - again
	return f.o.Rounding.apply(shifted), again
}

// exponentOf returns by which power of ten a number of a magnitude is divided.
func (f *Formatter) exponentOf(magnitude int) int {
	switch f.o.Notation {
	case Scientific:
		return magnitude
	case Engineering:
		exponent := magnitude / 3 * 3
		if magnitude < 0 && exponent != magnitude {
			exponent -= 3
		}
		return exponent
	}
	return f.compactExponent(magnitude)
}

// operandsOf returns what plural rules ask of a number.
func operandsOf(n *rounded, exponent int, compact bool) plurals.Operands {
	var o plurals.Operands
	if compact {
		n = &rounded{Decimal: Decimal{Digits: n.Digits, Point: n.Point + exponent}}
		o.CompactExponent = exponent
	}
	const most = 15
	for place := min(n.Point, most) - 1; place >= 0; place-- {
		o.Integer = o.Integer*10 + uint64(n.at(place)-'0')
	}
	if n.Point > most {
		o.Integer += 1e15
	}
	o.TrimmedDigits = max(0, len(n.Digits)-n.Point)
	if len(n.Digits) == 0 {
		o.TrimmedDigits = 0
	}
	o.Digits = max(n.minFraction, o.TrimmedDigits)
	for place := -1; place >= -min(o.Digits, most); place-- {
		o.Fraction = o.Fraction*10 + uint64(n.at(place)-'0')
		if -place <= o.TrimmedDigits {
			o.Trimmed = o.Fraction
		}
	}
	return o
}

// Plural returns the plural category of a number as it would be written, by rules.
func (f *Formatter) Plural(d Decimal, rules *plurals.Rules) string {
	if d.Kind != Finite {
		return "other"
	}
	number, exponent := f.round(d)
	return rules.Select(operandsOf(&number, exponent, f.o.Notation == Compact))
}
