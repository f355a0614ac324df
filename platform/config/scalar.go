package config

import (
	"math"
	"regexp"
	"strconv"
)

// The numbers of YAML 1.2's core schema, with one exception: a whole number with a leading zero
// stays text, because a postal code is more likely than an octal number.
var (
	wholeNumber = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)$`)
	basedNumber = regexp.MustCompile(`^(0x[0-9a-fA-F]+|0o[0-7]+)$`)
	realNumber  = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
)

// plainScalar returns the value of a text written without quotes in YAML. A number that does not
// fit 64 bits stays text.
func plainScalar(text string, origin Origin) *node {
	switch text {
	case "", "~":
		return newScalar(Null, text, nil, origin)
	case ".nan", ".NaN", ".NAN":
		return newScalar(Float, text, math.NaN(), origin)
	case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF":
		return newScalar(Float, text, math.Inf(1), origin)
	case "-.inf", "-.Inf", "-.INF":
		return newScalar(Float, text, math.Inf(-1), origin)
	default:
		return literalScalar(text, origin)
	}
}

// literalScalar returns the value of a default or of a literal after ||, where only null,
// booleans and numbers are not text.
func literalScalar(text string, origin Origin) *node {
	switch text {
	case "null", "Null", "NULL":
		return newScalar(Null, text, nil, origin)
	case "true", "True", "TRUE":
		return newScalar(Bool, text, true, origin)
	case "false", "False", "FALSE":
		return newScalar(Bool, text, false, origin)
	}
	if n, ok := parseWhole(text); ok {
		return newScalar(Int, text, n, origin)
	}
	if f, ok := parseReal(text); ok {
		return newScalar(Float, text, f, origin)
	}
	return newText(text, origin)
}

func parseWhole(text string) (int64, bool) {
	base := 10
	if basedNumber.MatchString(text) {
		base = 0
	} else if !wholeNumber.MatchString(text) {
		return 0, false
	}
	n, err := strconv.ParseInt(text, base, 64)
	return n, err == nil
}

func parseReal(text string) (float64, bool) {
	if wholeNumber.MatchString(text) || leadingZero(text) || !realNumber.MatchString(text) {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}

func leadingZero(text string) bool {
	if text[0:min(1, len(text))] == "-" || text[0:min(1, len(text))] == "+" {
		text = text[1:]
	}
	return len(text) > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9'
}
