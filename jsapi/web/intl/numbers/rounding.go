package numbers

// Rounding says how many digits are written.
type Rounding struct {
	MinInteger               int // at least 1
	MinFraction, MaxFraction int
	MinSignificant           int // 0 unless significant digits are asked for
	MaxSignificant           int
	Priority                 string // "", more or less: which of the two counts where both are given
	Increment                int    // a multiple of which the last digits are; 0 is 1
	Mode                     string // of ECMA-402; empty is halfExpand
	StripIfInteger           bool   // no fraction is written if it is all zeros
}

// rounded is a number with the fraction digits that are written at least.
type rounded struct {
	Decimal
	minFraction int
}

// apply rounds a finite number.
func (r *Rounding) apply(d Decimal) rounded {
	var result rounded
	switch {
	case r.MinSignificant == 0:
		result = r.fixed(d)
	case r.Priority == "":
		result = r.significant(d)
	default:
		result = r.prioritized(d)
	}
	if r.StripIfInteger && len(result.Digits) <= result.Point {
		result.minFraction = 0
	}
	return result
}

// fixed rounds to a number of fraction digits.
func (r *Rounding) fixed(d Decimal) rounded {
	return rounded{r.roundAt(d, r.MaxFraction, max(1, r.Increment)), r.MinFraction}
}

// significant rounds to a number of significant digits.
func (r *Rounding) significant(d Decimal) rounded {
	if d.IsZero() {
		return rounded{d, r.MinSignificant - 1}
	}
	result := r.roundAt(d, r.MaxSignificant-d.Point, 1)
	return rounded{result, max(0, r.MinSignificant-result.Point)}
}

// prioritized rounds to significant and to fraction digits, whichever are more, or fewer.
func (r *Rounding) prioritized(d Decimal) rounded {
	point := d.Point
	if d.IsZero() {
		point = 1
	}
	bySignificance := r.MaxSignificant - point
	useSignificant := bySignificance > r.MaxFraction
	if bySignificance == r.MaxFraction {
		useSignificant = true
	}
	if r.Priority == "less" {
		useSignificant = bySignificance <= r.MaxFraction
	}
	if useSignificant {
		return r.significant(d)
	}
	return r.fixed(d)
}

// roundAt rounds to a multiple of increment × 10^-places.
func (r *Rounding) roundAt(d Decimal, places, increment int) Decimal {
	keep := d.Point + places
	if keep >= len(d.Digits) && increment == 1 {
		return d
	}
	kept := make([]byte, 0, max(0, keep)+6)
	for i := range keep {
		if i < len(d.Digits) {
			kept = append(kept, d.Digits[i])
		} else {
			kept = append(kept, '0')
		}
	}
	rest := remainder(kept, increment)
	half, inexact := compareHalf(d, keep, rest, increment)
	if inexact {
		odd := oddMultiple(kept, rest, increment)
		if up := r.away(d.Negative, half, odd); up {
			kept = addSmall(kept, increment-rest)
		} else {
			kept = subtractSmall(kept, rest)
		}
	}
	result := Decimal{Negative: d.Negative, Digits: kept, Point: len(kept) - places}
	result.trim()
	return result
}

// remainder returns what is left when the digits are divided.
func remainder(digits []byte, by int) int {
	rest := 0
	if by == 1 {
		return 0
	}
	for _, c := range digits {
		rest = (rest*10 + int(c-'0')) % by
	}
	return rest
}

// compareHalf compares what is cut off with half of the increment, and reports whether anything is.
func compareHalf(d Decimal, keep, rest, increment int) (int, bool) {
	first, more := 0, false
	switch {
	case keep < 0:
		more = len(d.Digits) > 0
	case keep < len(d.Digits):
		first, more = int(d.Digits[keep]-'0'), keep+1 < len(d.Digits)
	}
	tenths := rest*10 + first - increment*5
	switch {
	case tenths == 0 && more:
		return 1, true
	case tenths < 0:
		return -1, rest > 0 || first > 0 || more
	case tenths > 0:
		return 1, true
	}
	return 0, true
}

// oddMultiple reports whether the multiple below is an odd one.
func oddMultiple(kept []byte, rest, increment int) bool {
	return (remainder(kept, increment*2)-rest)/increment%2 == 1
}

// away reports whether a number is rounded away from zero.
func (r *Rounding) away(negative bool, half int, odd bool) bool {
	switch r.Mode {
	case "ceil":
		return !negative
	case "floor":
		return negative
	case "expand":
		return true
	case "trunc":
		return false
	}
	if half != 0 {
		return half > 0
	}
	switch r.Mode {
	case "halfCeil":
		return !negative
	case "halfFloor":
		return negative
	case "halfTrunc":
		return false
	case "halfEven":
		return odd
	}
	return true
}

// addSmall adds to a number in digits.
func addSmall(digits []byte, n int) []byte {
	for i := len(digits) - 1; i >= 0 && n > 0; i-- {
		n += int(digits[i] - '0')
		digits[i] = byte('0' + n%10)
		n /= 10
	}
	for ; n > 0; n /= 10 {
		digits = append([]byte{byte('0' + n%10)}, digits...)
	}
	return digits
}

// subtractSmall subtracts from a number in digits that is not smaller.
func subtractSmall(digits []byte, n int) []byte {
	for i := len(digits) - 1; i >= 0 && n > 0; i-- {
		digit := int(digits[i]-'0') - n%10
		n /= 10
		if digit < 0 {
			digit += 10
			n++
		}
		digits[i] = byte('0' + digit)
	}
	return digits
}
