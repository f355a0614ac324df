package schema

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/platform/fault"
)

// maker makes the rule of one kind of constraint.
type maker struct {
	kinds []Kind // kinds of the types it applies to
	rule  func(t *Type, c Constraint) (rule, *fault.Diagnostic)
}

// The groups of types that constraints apply to.
var (
	numbers    = []Kind{Int, Float, Duration, Size}
	texts      = []Kind{String}
	dates      = []Kind{Date}
	lists      = []Kind{List, StringList, IntegerList, FloatList}
	containers = append([]Kind{Map}, lists...)
)

// subject describes the kinds of types that a constraint applies to.
func (m maker) subject() string {
	words := map[Kind]string{Int: "numbers", String: "texts", Date: "dates", List: "lists", Map: "maps"}
	var list []string
	for _, kind := range m.kinds {
		if word := words[kind]; word != "" {
			list = append(list, word)
		}
	}
	return strings.Join(list, " and ")
}

// makers maps the names of decorators to the makers of their constraints. The map must not be changed.
var makers = sync.OnceValue(func() map[string]maker {
	return map[string]maker{
		"Min": {numbers, minimum}, "Max": {numbers, maximum}, "MultipleOf": {numbers, multipleOf}, "Digits": {numbers, digits},
		"Positive":       {numbers, signed("a positive number", "exclusiveMinimum", math.SmallestNonzeroFloat64, math.Inf(1))},
		"PositiveOrZero": {numbers, signed("0 or a positive number", "minimum", 0, math.Inf(1))},
		"Negative":       {numbers, signed("a negative number", "exclusiveMaximum", math.Inf(-1), -math.SmallestNonzeroFloat64)},
		"NegativeOrZero": {numbers, signed("0 or a negative number", "maximum", math.Inf(-1), 0)},

		"Length": {texts, length}, "Pattern": {texts, matching}, "Prefix": {texts, prefix}, "Suffix": {texts, suffix},
		"NotBlank": {texts, textRule("text that is not blank", func(s string) bool { return !isBlank(s) },
			Member{"minLength", int64(1)}, Member{"pattern", `\S`})},
		"Email":    {texts, textRule("an email address", isEmail, Member{"format", "email"})},
		"Uuid":     {texts, textRule("a UUID", isUUID, Member{"format", "uuid"})},
		"Hostname": {texts, textRule("a host name", isHostname, Member{"format", "hostname"})},
		"Url":      {texts, url}, "Ip": {texts, ip},
		"OneOf": {[]Kind{String, Int, Float}, oneOf},

		"NotEmpty": {append([]Kind{String}, containers...), notEmpty}, "Size": {append(lists, Map), size},
		"Unique": {lists, unique},

		"Past":            {dates, dateRule("a date in the past", func(c int) bool { return c < 0 })},
		"PastOrPresent":   {dates, dateRule("a date that is not in the future", func(c int) bool { return c <= 0 })},
		"Future":          {dates, dateRule("a date in the future", func(c int) bool { return c > 0 })},
		"FutureOrPresent": {dates, dateRule("a date that is not in the past", func(c int) bool { return c >= 0 })},
	}
})

// nonsense reports arguments that make no sense.
func nonsense(hint, format string, args ...any) *fault.Diagnostic {
	return &fault.Diagnostic{Code: CodeConstraintValue, Message: fmt.Sprintf(format, args...), Hint: hint}
}
