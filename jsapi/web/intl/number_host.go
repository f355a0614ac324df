package intl

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/intl/numbers"
	"github.com/fwrun/fwrun/jsapi/web/intl/plurals"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// numberFormatters are kept by their options.
var numberFormatters = newCache(numbers.New)

func (h realm) numberFunctions() map[string]part.Native {
	return map[string]part.Native{
		"numberFormat": h.numberFormat,
		"currencyDigits": func(call goja.FunctionCall) goja.Value {
			return h.Runtime.ToValue(numbers.DigitsOf(call.Argument(0).String()))
		},
		"isUnit": func(call goja.FunctionCall) goja.Value {
			return h.Runtime.ToValue(numbers.IsUnit(call.Argument(0).String()))
		},
		"timeSeparator": func(call goja.FunctionCall) goja.Value {
			return h.text(numbers.TimeSeparator(call.Argument(0).String(), call.Argument(1).String()))
		},
		"pluralCategories": func(call goja.FunctionCall) goja.Value {
			return h.array(plurals.For(call.Argument(0).String(), call.Argument(1).ToBoolean()).Categories())
		},
	}
}

// rounding reads what the classes found out of the options for digits.
func (r reader) rounding() numbers.Rounding {
	return numbers.Rounding{
		MinInteger: r.number("minimumIntegerDigits"), MinFraction: r.number("minimumFractionDigits"), MaxFraction: r.number("maximumFractionDigits"),
		MinSignificant: r.number("minimumSignificantDigits"), MaxSignificant: r.number("maximumSignificantDigits"),
		Priority: r.text("priority"), Increment: r.number("roundingIncrement"), Mode: r.text("roundingMode"),
		StripIfInteger: r.text("trailingZeroDisplay") == "stripIfInteger",
	}
}

// numberOptions reads the slots of a NumberFormat.
func numberOptions(r reader) numbers.Options {
	return numbers.Options{
		Locale: r.text("data"), System: r.text("numberingSystem"), Style: numbers.Style(r.text("style")),
		Currency: r.text("currency"), CurrencyDisplay: r.text("currencyDisplay"), Accounting: r.text("currencySign") == "accounting",
		Unit: r.text("unit"), UnitDisplay: r.text("unitDisplay"), Notation: numbers.Notation(r.text("notation")),
		CompactLong: r.text("compactDisplay") == "long", SignDisplay: r.text("signDisplay"), Grouping: r.text("grouping"), Rounding: r.rounding(),
	}
}

// numberFormat(slots) returns the functions of a formatter: format, parts, range, rangeParts, plural, pluralRange.
func (h realm) numberFormat(call goja.FunctionCall) goja.Value {
	slots := readerOf(call.Argument(0))
	f := numberFormatters.get(numberOptions(slots))
	functions := h.Runtime.NewObject()
	for name, fn := range map[string]part.Native{
		"parts":      func(call goja.FunctionCall) goja.Value { return h.numberParts(f.Format(h.decimal(call.Argument(0)))) },
		"range":      func(call goja.FunctionCall) goja.Value { return h.text(joinRange(h.numberRange(f, call))) },
		"rangeParts": func(call goja.FunctionCall) goja.Value { return h.rangeParts(numbers.Separate(h.numberRange(f, call))) },
		"plural": func(call goja.FunctionCall) goja.Value {
			rules := plurals.For(slots.text("data"), call.Argument(1).ToBoolean())
			return h.text(f.Plural(h.decimal(call.Argument(0)), rules))
		},
		"pluralRange": func(call goja.FunctionCall) goja.Value {
			a, b := h.decimal(call.Argument(0)), h.decimal(call.Argument(1))
			h.refuseNaN(&a, &b)
			rules := plurals.For(slots.text("data"), call.Argument(2).ToBoolean())
			return h.text(rules.Range(f.Plural(a, rules), f.Plural(b, rules)))
		},
	} {
		put(functions, name, h.Runtime.ToValue(fn))
	}
	put(functions, "format", h.bound(func(call goja.FunctionCall) goja.Value {
		return h.text(numbers.Join(f.Format(h.decimal(call.Argument(0)))))
	}, 1))
	return functions
}

// bound makes a function without a name, as format of a formatter is.
func (h realm) bound(fn part.Native, length int) *goja.Object {
	object := h.Function("", fn)
	_ = object.DefineDataProperty("length", h.Runtime.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return object
}

func (h realm) numberRange(f *numbers.Formatter, call goja.FunctionCall) []numbers.RangePart {
	a, b := call.Argument(0), call.Argument(1)
	if goja.IsUndefined(a) || goja.IsUndefined(b) {
		h.TypeError("start and end of a range must not be undefined")
	}
	from, to := h.decimal(a), h.decimal(b)
	h.refuseNaN(&from, &to)
	return f.FormatRange(from, to)
}

func (h realm) refuseNaN(numbersOf ...*numbers.Decimal) {
	for _, d := range numbersOf {
		if d.Kind == numbers.NotANumber {
			h.rangeError("Invalid range: NaN")
		}
	}
}

func joinRange(parts []numbers.RangePart) string {
	plain := make([]numbers.Part, len(parts))
	for i, p := range parts {
		plain[i] = p.Part
	}
	return numbers.Join(plain)
}

func (h realm) numberParts(parts []numbers.Part) goja.Value {
	ofOne := make([]numbers.RangePart, len(parts))
	for i, p := range parts {
		ofOne[i].Part = p
	}
	separate := numbers.Separate(ofOne)
	values := make([]any, len(separate))
	for i, p := range separate {
		values[i] = h.object("type", p.Type, "value", p.Value)
	}
	return h.Runtime.NewArray(values...)
}

func (h realm) rangeParts(parts []numbers.RangePart) goja.Value {
	values := make([]any, len(parts))
	for i, p := range parts {
		values[i] = h.object("type", p.Type, "value", p.Value, "source", p.Source)
	}
	return h.Runtime.NewArray(values...)
}
