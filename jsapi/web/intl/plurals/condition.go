package plurals

import (
	"strconv"
	"strings"
)

// Operands are what rules ask of a number, as it is written: 1.50 has the fraction 50, and 5 without trailing zeros.
// Of an integer with many digits, the last 15 are enough, plus 10^15.
type Operands struct {
	Integer         uint64 // i: the integer digits
	Digits          int    // v: how many fraction digits are written
	Fraction        uint64 // f: the fraction digits
	Trimmed         uint64 // t: the fraction digits without trailing zeros
	TrimmedDigits   int    // w: how many these are
	CompactExponent int    // c: that of compact notation
}

// rule is conditions of which one must hold, each made of relations that all must.
type rule [][]relation

// relation compares a number, or what is left when it is divided, with ranges.
type relation struct {
	operand byte
	modulus uint64
	negated bool
	ranges  [][2]uint64
}

// parse reads the text of a rule: "v = 0 and i % 10 = 2..4 and i % 100 != 12..14".
func parse(text string) rule {
	var parsed rule
	for condition := range strings.SplitSeq(text, " or ") {
		var relations []relation
		for part := range strings.SplitSeq(condition, " and ") {
			relations = append(relations, parseRelation(part))
		}
		parsed = append(parsed, relations)
	}
	return parsed
}

func parseRelation(text string) relation {
	left, right, _ := strings.Cut(text, "=")
	r := relation{negated: strings.HasSuffix(left, "!")}
	fields := strings.Fields(strings.TrimSuffix(left, "!"))
	r.operand = fields[0][0]
	if len(fields) == 3 {
		r.modulus, _ = strconv.ParseUint(fields[2], 10, 64)
	}
	for span := range strings.SplitSeq(right, ",") {
		low, high, isRange := strings.Cut(strings.TrimSpace(span), "..")
		if !isRange {
			high = low
		}
		from, _ := strconv.ParseUint(low, 10, 64)
		to, _ := strconv.ParseUint(high, 10, 64)
		r.ranges = append(r.ranges, [2]uint64{from, to})
	}
	return r
}

func (r rule) holds(o *Operands) bool {
	for _, condition := range r {
		all := true
		for i := range condition {
			if !condition[i].holds(o) {
				all = false
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}

func (r *relation) holds(o *Operands) bool {
	value, whole := o.value(r.operand)
	if r.modulus > 0 {
		value %= r.modulus
	}
	within := false
	for _, span := range r.ranges {
		within = within || whole && value >= span[0] && value <= span[1]
	}
	return within != r.negated
}

// value returns an operand, and whether it is a whole number.
func (o *Operands) value(operand byte) (uint64, bool) {
	switch operand {
	case 'i':
		return o.Integer, true
	case 'v':
		return uint64(o.Digits), true
	case 'f':
		return o.Fraction, true
	case 't':
		return o.Trimmed, true
	case 'w':
		return uint64(o.TrimmedDigits), true
	case 'c', 'e':
		return uint64(o.CompactExponent), true
	}
	return o.Integer, o.Trimmed == 0
}
