package schema

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/fwrun/fwrun/platform/fault"
)

// bounded makes a rule that accepts numbers between two bounds.
func bounded(expected, keyword string, value any, low, high float64) rule {
	return rule{
		expected: expected, number: func(f float64) bool { return f >= low && f <= high },
		keywords: []Member{{keyword, value}}, low: low, high: high, bounded: true,
	}
}

func signed(expected, keyword string, low, high float64) func(*Type, Constraint) (rule, *fault.Diagnostic) {
	return func(*Type, Constraint) (rule, *fault.Diagnostic) {
		return bounded(expected, keyword, int64(0), low, high), nil
	}
}

func minimum(t *Type, c Constraint) (rule, *fault.Diagnostic) {
	least, _ := c.number("value")
	if c.flag("exclusive") {
		return bounded("more than "+show(least)+t.unit(), "exclusiveMinimum", least, math.Nextafter(least, math.Inf(1)), math.Inf(1)), nil
	}
	return bounded("at least "+show(least)+t.unit(), "minimum", least, least, math.Inf(1)), nil
}

func maximum(t *Type, c Constraint) (rule, *fault.Diagnostic) {
	most, _ := c.number("value")
	if c.flag("exclusive") {
		return bounded("less than "+show(most)+t.unit(), "exclusiveMaximum", most, math.Inf(-1), math.Nextafter(most, math.Inf(-1))), nil
	}
	return bounded("at most "+show(most)+t.unit(), "maximum", most, math.Inf(-1), most), nil
}

// show formats a number the way a script does.
func show(f float64) string {
	if f == math.Trunc(f) && math.Abs(f) < 1e21 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

func multipleOf(_ *Type, c Constraint) (rule, *fault.Diagnostic) {
	step, _ := c.number("value")
	if step <= 0 {
		return rule{}, nonsense("write a positive number", "@MultipleOf requires a positive number, but has %s", show(step))
	}
	return rule{
		expected: "a multiple of " + show(step), number: isMultipleOf(step), keywords: []Member{{"multipleOf", step}},
	}, nil
}

// isMultipleOf compares decimal fractions as they are written: 0.3 is a multiple of 0.1, although their
// binary approximations are not.
func isMultipleOf(step float64) func(float64) bool {
	whole := step == math.Trunc(step)
	exact, _ := new(big.Rat).SetString(strconv.FormatFloat(step, 'g', -1, 64))
	return func(f float64) bool {
		if whole && f == math.Trunc(f) {
			return math.Mod(f, step) == 0
		}
		quotient, ok := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64))
		return ok && quotient.Quo(quotient, exact).IsInt()
	}
}

// mostDigits is the number of decimal digits that a script's number always preserves.
const mostDigits = 15

// digits limits the number of digits before and after the decimal point.
func digits(_ *Type, c Constraint) (rule, *fault.Diagnostic) {
	before, _ := c.number("integer")
	behind, _ := c.number("fraction")
	for _, n := range []float64{before, behind, before + behind} {
		if n < 0 || n > mostDigits || n != math.Trunc(n) {
			return rule{}, nonsense("write @Digits(6, 2) for six digits before the point and two after it",
				"@Digits requires two whole numbers whose sum is at most 15")
		}
	}
	limit, step := math.Pow10(int(before)), math.Pow10(-int(behind))
	exact := isMultipleOf(step)
	return rule{
		expected: fmt.Sprintf("at most %s before the point and %s after it", count(int(before), "digit"), show(behind)),
		number:   func(f float64) bool { return math.Abs(f) < limit && exact(f) },
		keywords: []Member{{"exclusiveMinimum", -limit}, {"exclusiveMaximum", limit}, {"multipleOf", step}},
	}, nil
}
