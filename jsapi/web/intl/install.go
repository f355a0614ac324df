package intl

import (
	"math"
	"sync"

	"github.com/dop251/goja"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"github.com/fwrun/fwrun/jsapi/web/intl/collation"
	"github.com/fwrun/fwrun/jsapi/web/intl/dates"
	"github.com/fwrun/fwrun/jsapi/web/intl/locale"
	"github.com/fwrun/fwrun/jsapi/web/intl/numbers"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// builtins are the methods of the prototypes of one VM.
type builtins struct {
	realm
	collator *collation.Collator // of those who ask for no locale
}

// Install replaces the methods of built-ins that write for a locale. The part is run when one is called that needs it.
func Install(r *part.Realm) {
	b := &builtins{realm: realm{r}}
	b.replace(b.prototype("Number"), "toLocaleString", 0, b.number("Number"))
	b.replace(b.prototype("BigInt"), "toLocaleString", 0, b.number("BigInt"))
	date := b.prototype("Date")
	b.replace(date, "toLocaleString", 0, b.date("any", "all"))
	b.replace(date, "toLocaleDateString", 0, b.date("date", "date"))
	b.replace(date, "toLocaleTimeString", 0, b.date("time", "time"))
	b.replace(b.prototype("Array"), "toLocaleString", 0, b.elements(false))
	b.replace(b.prototype("Int8Array").Prototype(), "toLocaleString", 0, b.elements(true))
	text := b.prototype("String")
	b.replace(text, "localeCompare", 1, b.compare)
	b.replace(text, "toLocaleUpperCase", 0, b.inCase(method(text, "toLocaleUpperCase"), cases.Upper))
	b.replace(text, "toLocaleLowerCase", 0, b.inCase(method(text, "toLocaleLowerCase"), cases.Lower))
}

// prototype returns the prototype of a global class.
func (b *builtins) prototype(class string) *goja.Object {
	return b.Runtime.Get(class).(*goja.Object).Get("prototype").(*goja.Object)
}

// method returns the function of a method that is written in Go.
func method(prototype *goja.Object, name string) part.Native {
	fn, _ := prototype.Get(name).Export().(part.Native)
	return fn
}

// replace puts a function in the place of a method.
func (b *builtins) replace(prototype *goja.Object, name string, length int, fn part.Native) {
	object := b.Function(name, fn)
	if length > 0 { // it is 0 otherwise
		_ = object.DefineDataProperty("length", b.Runtime.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	_ = prototype.DefineDataProperty(name, object, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// script calls a function of the part.
func (b *builtins) script(name string, arguments ...goja.Value) goja.Value {
	if err := b.Use("intl"); err != nil {
		panic(err)
	}
	functions := b.Shared("intl").(*goja.Object).Get("builtins").(*goja.Object)
	fn, _ := goja.AssertFunction(functions.Get(name))
	value, err := fn(goja.Undefined(), arguments...)
	if err != nil {
		panic(err)
	}
	return value
}

// plainLocale returns the locale of a call that has no options and no list of locales: one that needs no script.
func plainLocale(locales, options goja.Value) (string, bool) {
	if !goja.IsUndefined(options) {
		return "", false
	}
	if goja.IsUndefined(locales) {
		return locale.Default, true
	}
	if _, ok := locales.(goja.String); !ok {
		return "", false
	}
	name := locales.String()
	if len(name) > locale.MaxLength {
		return "", false
	}
	tag, ok := locale.Parse(name)
	if !ok || len(tag.Keywords) > 0 {
		return "", false
	}
	found := resolved(request{locales: tags.get(name)})
	return found.data, true
}

// plainNumbers are the formatters for numbers without options.
var plainNumbers = newCache(func(name string) *numbers.Formatter {
	return numbers.New(numbers.Options{
		Locale: name, Style: numbers.Plain, SignDisplay: "auto", Grouping: "auto",
		Rounding: numbers.Rounding{MinInteger: 1, MaxFraction: 3},
	})
})

// number is Number.prototype.toLocaleString, or that of BigInt.
func (b *builtins) number(class string) part.Native {
	valueOf := method(b.prototype(class), "valueOf")
	return func(call goja.FunctionCall) goja.Value {
		value := valueOf(goja.FunctionCall{This: call.This}) // throws if it is of another kind
		if name, ok := plainLocale(call.Argument(0), call.Argument(1)); ok {
			return b.text(numbers.Join(plainNumbers.get(name).Format(b.decimal(value))))
		}
		return b.script("number", value, call.Argument(0), call.Argument(1))
	}
}

// dateKey is what the formatters for dates without options are kept by.
type dateKey struct{ locale, kind string }

var plainDates = newCache(func(key dateKey) *dates.Formatter {
	tag, _ := locale.Parse(key.locale)
	calendars := valuesOf("ca", key.locale)
	o := dates.Options{Locale: key.locale, Calendar: calendars[0], Preferred: locale.Hours(tag)[0][:1], Zone: dates.Local()}
	if key.kind != "time" {
		o.Year, o.Month, o.Day = "numeric", "numeric", "numeric"
	}
	if key.kind != "date" {
		o.Hour, o.Minute, o.Second = "numeric", "numeric", "numeric"
	}
	return dates.New(o)
})

// date is Date.prototype.toLocaleString and its kin.
func (b *builtins) date(required, defaults string) part.Native {
	getTime := method(b.prototype("Date"), "getTime")
	return func(call goja.FunctionCall) goja.Value {
		ms := getTime(goja.FunctionCall{This: call.This})
		if math.IsNaN(ms.ToFloat()) {
			return b.text("Invalid Date")
		}
		if name, ok := plainLocale(call.Argument(0), call.Argument(1)); ok {
			return b.text(dates.Join(plainDates.get(dateKey{name, defaults}).Format(ms.ToInteger())))
		}
		return b.script("date", ms, call.Argument(0), call.Argument(1), b.text(required), b.text(defaults))
	}
}

// elements is Array.prototype.toLocaleString, or that of typed arrays.
func (b *builtins) elements(typed bool) part.Native {
	return func(call goja.FunctionCall) goja.Value {
		return b.script("elements", call.This.ToObject(b.Runtime), call.Argument(0), call.Argument(1), b.Runtime.ToValue(typed))
	}
}

// compare is String.prototype.localeCompare.
func (b *builtins) compare(call goja.FunctionCall) goja.Value {
	if goja.IsUndefined(call.This) || goja.IsNull(call.This) {
		return b.TypeError("String.prototype.localeCompare called on null or undefined")
	}
	left, right := call.This.ToString(), call.Argument(0).ToString()
	if goja.IsUndefined(call.Argument(1)) && goja.IsUndefined(call.Argument(2)) {
		if b.collator == nil {
			b.collator = collation.New(collation.Options{Locale: locale.Default, Sensitivity: "variant"})
		}
		return b.realm.compare(b.collator, left, right)
	}
	return b.script("compare", left, right, call.Argument(1), call.Argument(2))
}

// ownCases are the languages with rules of their own for upper and lower case.
var ownCases = map[string]language.Tag{"tr": language.Turkish, "az": language.Azerbaijani, "lt": language.Lithuanian}

// inCase is String.prototype.toLocaleUpperCase, or toLocaleLowerCase.
func (b *builtins) inCase(original part.Native, caser func(language.Tag, ...cases.Option) cases.Caser) part.Native {
	casers := sync.OnceValue(func() map[string]cases.Caser {
		made := map[string]cases.Caser{}
		for code, tag := range ownCases {
			made[code] = caser(tag)
		}
		return made
	})
	return func(call goja.FunctionCall) goja.Value {
		if goja.IsUndefined(call.Argument(0)) || goja.IsUndefined(call.This) || goja.IsNull(call.This) {
			return original(goja.FunctionCall{This: call.This})
		}
		text := call.This.ToString()
		c, ok := casers()[b.script("language", call.Argument(0)).String()]
		if !ok {
			return original(goja.FunctionCall{This: text})
		}
		if len(text.String()) > longCompared {
			b.rangeError("The text is too long for the rules of a language")
		}
		return b.text(c.String(text.String()))
	}
}
