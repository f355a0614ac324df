// Package numbers writes numbers as people of a locale do: digits and groups, currencies, units, compact and scientific notation.
//
// f := numbers.New(numbers.Options{Locale: "de", Style: numbers.Currency, Currency: "EUR", Rounding: numbers.Rounding{MinFraction: 2, MaxFraction:
// 2}})
//
//	numbers.Join(f.Format(numbers.FromFloat(1234.5))) // 1.234,50 €
//
// A [Formatter] does not change and may be used by many goroutines. Numbers are [Decimal], so that nothing is lost of large ones.
package numbers
