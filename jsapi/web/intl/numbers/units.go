package numbers

import (
	"slices"
	"strings"
	"unicode"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
)

// outer is what is around a number of one plural category.
type outer struct{ sides sides }

var categories = []string{"zero", "one", "two", "few", "many", "other"}

// unitsOf returns what is written around numbers of a unit, by plural category.
func unitsOf(locale, unit, width string) map[string]outer {
	table, result := cldr.Of(locale, cldr.Units), map[string]outer{}
	for _, plural := range categories {
		result[plural] = outer{named("unit", unitPattern(table, width, unit, plural))}
	}
	return result
}

// unitPattern returns the pattern of a unit, such as "{0} km/h".
func unitPattern(table *cldr.Table, width, unit, plural string) string {
	if text := simpleUnit(table, width, unit, plural); text != "" {
		return text
	}
	of, per, _ := strings.Cut(unit, "-per-")
	numerator := simpleUnit(table, width, of, plural)
	if pattern := table.Text(width + "/" + per + "/per"); pattern != "" {
		return strings.Replace(pattern, "{0}", numerator, 1)
	}
	denominator := simpleUnit(table, width, per, "one")
	denominator = strings.TrimFunc(strings.Replace(denominator, "{0}", "", 1), unicode.IsSpace)
	return strings.NewReplacer("{0}", numerator, "{1}", denominator).Replace(table.Text(width + "/per"))
}

func simpleUnit(table *cldr.Table, width, unit, plural string) string {
	return table.First(width+"/"+unit+"/"+plural, width+"/"+unit+"/other")
}

// named makes the parts around the place for the number.
func named(kind, pattern string) sides {
	before, after, _ := strings.Cut(pattern, "{0}")
	return sides{appendNamed(nil, kind, before), appendNamed(nil, kind, after)}
}

// setCurrency finds how the currency is written.
func (f *Formatter) setCurrency() {
	currencies, code := cldr.Of(f.o.Locale, cldr.Currencies), f.o.Currency
	spacing := "currencySpacing/"
	f.spaceBefore = f.text("currency/", spacing+"beforeCurrency/insertBetween")
	f.spaceAfter = f.text("currency/", spacing+"afterCurrency/insertBetween")
	switch f.o.CurrencyDisplay {
	case "code":
		f.currency = code
	case "narrowSymbol":
		f.currency = currencies.First(code+"/narrow", code+"/symbol")
	case "name":
		f.units = map[string]outer{}
		for _, plural := range categories {
			name := currencies.First(code+"/"+plural, code+"/other", code)
			if name == "" {
				name = code
			}
			pattern := f.table.First("currency/"+f.o.System+"/unitPattern-count-"+plural, "currency/"+f.o.System+"/unitPattern-count-other",
				"currency/latn/unitPattern-count-"+plural, "currency/latn/unitPattern-count-other")
			f.units[plural] = outer{named("currency", strings.Replace(pattern, "{1}", name, 1))}
		}
		return
	default:
		f.currency = currencies.Text(code + "/symbol")
	}
	if f.currency == "" {
		f.currency = code
	}
}

// Units are the units of numbers, sorted. A number may also be of one unit per another.
var Units = strings.Fields(`acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot gallon gigabit gigabyte gram hectare hour
	inch kilobit kilobyte kilogram kilometer liter megabit megabyte meter microsecond mile mile-scandinavian milliliter millimeter millisecond minute
	month nanosecond ounce percent petabyte pound second stone terabit terabyte week yard year`)

// IsUnit reports whether a text is a unit, or one per another.
func IsUnit(text string) bool {
	of, per, compound := strings.Cut(text, "-per-")
	return slices.Contains(Units, of) && (!compound || slices.Contains(Units, per))
}
