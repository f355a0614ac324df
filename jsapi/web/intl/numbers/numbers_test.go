package numbers_test

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/jsapi/web/intl/numbers"
)

func plain(r numbers.Rounding) *numbers.Formatter {
	r.MinInteger = max(1, r.MinInteger)
	return numbers.New(numbers.Options{Locale: "en", Style: numbers.Plain, SignDisplay: "auto", Rounding: r})
}

func TestRounding(t *testing.T) {
	for _, c := range []struct {
		r       numbers.Rounding
		in, out string
	}{
		{numbers.Rounding{MaxFraction: 2}, "1.005", "1.01"},
		{numbers.Rounding{MaxFraction: 2, Mode: "halfEven"}, "1.005", "1"},
		{numbers.Rounding{MaxFraction: 0, Mode: "halfEven"}, "2.5", "2"},
		{numbers.Rounding{MaxFraction: 0, Mode: "halfEven"}, "3.5", "4"},
		{numbers.Rounding{MaxFraction: 0, Mode: "ceil"}, "-1.5", "-1"},
		{numbers.Rounding{MaxFraction: 0, Mode: "floor"}, "-1.5", "-2"},
		{numbers.Rounding{MaxFraction: 0, Mode: "expand"}, "0.001", "1"},
		{numbers.Rounding{MaxFraction: 0, Mode: "trunc"}, "999.9", "999"},
		{numbers.Rounding{MaxFraction: 0}, "0.04", "0"},
		{numbers.Rounding{MaxFraction: 2, MinFraction: 2}, "999.999", "1000.00"},
		{numbers.Rounding{MinSignificant: 1, MaxSignificant: 3}, "123456", "123000"},
		{numbers.Rounding{MinSignificant: 4, MaxSignificant: 5}, "0.5", "0.5000"},
		{numbers.Rounding{MinSignificant: 3, MaxSignificant: 3}, "0", "0.00"},
		{numbers.Rounding{MinSignificant: 1, MaxSignificant: 2, MaxFraction: 0, Priority: "more"}, "1.25", "1.3"},
		{numbers.Rounding{MinSignificant: 1, MaxSignificant: 2, MaxFraction: 0, Priority: "more"}, "1251", "1251"},
		{numbers.Rounding{MinSignificant: 1, MaxSignificant: 2, MaxFraction: 0, Priority: "less"}, "1251", "1300"},
		{numbers.Rounding{MaxFraction: 2, MinFraction: 2, Increment: 5}, "1.03", "1.05"},
		{numbers.Rounding{MaxFraction: 2, MinFraction: 2, Increment: 25}, "1.12", "1.00"},
		{numbers.Rounding{MaxFraction: 2, MinFraction: 2, Increment: 25}, "1.125", "1.25"},
		{numbers.Rounding{MaxFraction: 0, Increment: 5000}, "7500", "10000"},
		{numbers.Rounding{MaxFraction: 2, MinFraction: 2, StripIfInteger: true}, "3", "3"},
		{numbers.Rounding{MinInteger: 3}, "7", "007"},
	} {
		d, ok := numbers.Parse(c.in)
		if !ok {
			t.Fatal(c.in)
		}
		if got := numbers.Join(plain(c.r).Format(d)); got != c.out {
			t.Errorf("%+v of %s is %s, want %s", c.r, c.in, got, c.out)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"12.50": "12.5", "-0": "-0", "1e3": "1000", "1.5E-3": "0.0015", ".5": "0.5", "5.": "5", "Infinity": "∞", "1e999999999": "∞", "1e-999999999": "0",
		"": "NaN", ".": "NaN", "e5": "NaN", "1e": "NaN", "1e+-5": "NaN", "1_0": "NaN", "0x10": "NaN", "--1": "NaN",
	} {
		d, ok := numbers.Parse(text)
		if ok != (want != "NaN") {
			t.Errorf("%q: %t", text, ok)
		}
		if got := numbers.Join(plain(numbers.Rounding{MaxFraction: 20}).Format(d)); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func TestGroups(t *testing.T) {
	for locale, want := range map[string]string{"en": "1,234,567", "en-IN": "12,34,567", "es": "1.234.567", "de-AT": "1.234.567"} {
		f := numbers.New(numbers.Options{Locale: locale, Grouping: "auto", Rounding: numbers.Rounding{MinInteger: 1}})
		if got := strings.ReplaceAll(numbers.Join(f.Format(numbers.FromFloat(1234567))), "\u00a0", "."); got != want {
			t.Errorf("%s: %s, want %s", locale, got, want)
		}
	}
}

// FuzzFormat: a number that is written with enough digits is read as the same number.
func FuzzFormat(f *testing.F) {
	for _, x := range []float64{0, 1, -1.5, 1e21, 5e-324, math.MaxFloat64, 0.1, 123456.789} {
		f.Add(x, uint8(17))
		f.Add(x, uint8(4))
	}
	f.Fuzz(func(t *testing.T, x float64, significant uint8) {
		d := numbers.FromFloat(x)
		all := plain(numbers.Rounding{MinSignificant: 1, MaxSignificant: 21})
		got := numbers.Join(all.Format(d))
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return
		}
		if back, err := strconv.ParseFloat(got, 64); err != nil || back != x {
			t.Fatalf("%v is written %s", x, got)
		}
		digits := max(1, int(significant)%21)
		short := numbers.Join(plain(numbers.Rounding{MinSignificant: 1, MaxSignificant: digits}).Format(d))
		// A float64 cannot hold what the greatest of them is rounded to, so the texts are compared as fractions.
		near, ok := new(big.Rat).SetString(short)
		if !ok {
			t.Fatalf("%v is written %s with %d digits", x, short, digits)
		}
		exact, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
		off, _ := near.Sub(near, exact).Float64()
		if math.Abs(off) > math.Abs(x)*math.Pow(10, 1-float64(digits)) {
			t.Fatalf("%v is written %s with %d digits", x, short, digits)
		}
	})
}
