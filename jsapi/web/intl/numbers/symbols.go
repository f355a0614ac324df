package numbers

import (
	"sync"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
)

// symbols are what numbers are written with.
type symbols struct {
	digits                              [10]string
	decimal, group                      string
	currencyDecimal, currencyGroup      string
	percent, plus, minus, approximately string
	exponential, infinity, nan          string
}

// systems are the digits of the numbering systems, and of the currencies how many digits they have after the point.
var systems = sync.OnceValue(func() map[string]map[string]string {
	var all map[string]map[string]string
	cldr.Supplement("digits", &all)
	return all
})

// Systems returns the numbering systems with their ten digits.
func Systems() map[string]string { return systems()["systems"] }

// DigitsOf returns how many digits a currency has after the point.
func DigitsOf(currency string) int {
	if digits := systems()["currencies"][currency]; digits != "" {
		return int(digits[0] - '0')
	}
	return 2
}

// DefaultSystem returns the numbering system of a locale.
func DefaultSystem(locale string) string { return cldr.Of(locale, cldr.Numbers).Text("system") }

// NativeSystem returns the digits of the locale's script.
func NativeSystem(locale string) string { return cldr.Of(locale, cldr.Numbers).Text("native") }

// borrowed are the locales whose symbols go with digits that a locale does not have symbols for.
var borrowed = map[string]string{"arab": "ar", "arabext": "fa"}

func symbolsOf(locale, system string) *symbols {
	table := cldr.Of(locale, cldr.Numbers)
	from := "symbols/" + system + "/"
	if !table.Has(from + "decimal") {
		if lender := borrowed[system]; lender != "" {
			table = cldr.Of(lender, cldr.Numbers)
		} else {
			from = "symbols/latn/"
		}
	}
	s := &symbols{
		decimal: table.Text(from + "decimal"), group: table.Text(from + "group"),
		percent: table.Text(from + "percentSign"), plus: table.Text(from + "plusSign"), minus: table.Text(from + "minusSign"),
		approximately: table.Text(from + "approximatelySign"), exponential: table.Text(from + "exponential"),
		infinity: table.Text(from + "infinity"), nan: table.Text(from + "nan"),
	}
	s.currencyDecimal = table.First(from+"currencyDecimal", from+"decimal")
	s.currencyGroup = table.First(from+"currencyGroup", from+"group")
	i := 0
	for _, digit := range Systems()[system] {
		if i < 10 {
			s.digits[i] = string(digit)
		}
		i++
	}
	return s
}

// DecimalPoint returns what is between an integer and its fraction.
func DecimalPoint(locale, system string) string { return symbolsOf(locale, system).decimal }

// TimeSeparator returns what is between hours and minutes of a duration.
func TimeSeparator(locale, system string) string {
	table := cldr.Of(locale, cldr.Numbers)
	return table.First("symbols/"+system+"/timeSeparator", "symbols/latn/timeSeparator")
}
