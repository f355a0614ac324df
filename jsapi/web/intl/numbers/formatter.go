package numbers

import (
	"slices"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
	"github.com/fwrun/fwrun/jsapi/web/intl/plurals"
)

// Formatter writes numbers in one way.
type Formatter struct {
	o       Options
	symbols *symbols
	plurals *plurals.Rules
	table   *cldr.Table
	pattern pattern
	compact map[int]map[string]string // patterns by the exponent and plural category
	units   map[string]outer          // by plural category, where a unit or the name of a currency is written

	currency                string // as it is written beside the digits
	spaceBefore, spaceAfter string // between the digits and a currency after, or before, them
	minimumGrouping         int
	rangePattern            string
	usual                   [3]sides // what is around numbers by their sign, without compact notation
}

// New returns a formatter for options that are valid.
func New(o Options) *Formatter {
	f := &Formatter{o: o, table: cldr.Of(o.Locale, cldr.Numbers), plurals: plurals.For(o.Locale, false)}
	if f.o.System == "" {
		f.o.System = f.table.Text("system")
	}
	f.symbols = symbolsOf(o.Locale, f.o.System)
	f.pattern = parsePattern(f.patternText())
	if o.Style == Currency {
		f.setCurrency()
	}
	switch {
	case o.Style == Unit && !(f.isPercent() && o.Notation != Compact && o.UnitDisplay != "long"):
		f.units = unitsOf(o.Locale, o.Unit, o.UnitDisplay)
	case o.Style == Percent && o.Notation == Compact:
		f.units = unitsOf(o.Locale, "percent", "short")
	}
	if o.Notation == Compact {
		f.compact = f.compactPatterns()
	}
	f.setGrouping()
	f.rangePattern = f.text("miscPatterns/", "range")
	for s := range f.usual {
		f.usual[s] = f.around(&f.pattern, sign(s), false, false)
	}
	return f
}

// text returns a text for the numbering system, or for Latin digits if there is none.
func (f *Formatter) text(kind, name string) string {
	return f.table.First(kind+f.o.System+"/"+name, kind+"latn/"+name)
}

func (f *Formatter) patternText() string {
	switch {
	case f.isPercent() && f.o.Notation != Compact && f.o.UnitDisplay != "long":
		return f.text("percent/", "standard")
	case f.o.Style == Currency && f.o.CurrencyDisplay != "name" && f.o.Accounting:
		return f.text("currency/", "accounting")
	case f.o.Style == Currency && f.o.CurrencyDisplay != "name":
		return f.text("currency/", "standard")
	}
	return f.text("decimal/", "standard")
}

// isPercent reports whether numbers are of a hundred, as the style or as the unit.
func (f *Formatter) isPercent() bool {
	return f.o.Style == Percent || f.o.Style == Unit && f.o.Unit == "percent"
}

func (f *Formatter) setGrouping() {
	f.minimumGrouping = 1
	if text := f.table.Text("grouping"); text != "" {
		f.minimumGrouping = int(text[0] - '0')
	}
	switch f.o.Grouping {
	case "":
		f.pattern.primary = 0
	case "always":
		f.minimumGrouping = 1
		if f.pattern.primary == 0 {
			f.pattern.primary, f.pattern.secondary = 3, 3
		}
	case "min2":
		f.minimumGrouping = max(2, f.minimumGrouping)
	}
}

// written is a number in its pieces, from the inside to the outside.
type written struct {
	number   []Part
	exponent []Part // of scientific notation
	middle   sides  // signs, percent, currency, compact notation
	outer    sides  // units, and names of currencies
	plural   string
}

// Format writes a number.
func (f *Formatter) Format(d Decimal) []Part {
	w := f.write(d, false)
	return slices.Concat(w.outer.before, w.middle.before, w.number, w.exponent, w.middle.after, w.outer.after)
}

// write makes the pieces of a number.
func (f *Formatter) write(d Decimal, approximate bool) written {
	var w written
	number, exponent := f.round(d)
	pattern, compact := &f.pattern, false
	switch {
	case d.Kind == NotANumber:
		w.number, w.plural = []Part{{"nan", f.symbols.nan}}, "other"
	case d.Kind == Infinite:
		w.number, w.plural = []Part{{"infinity", f.symbols.infinity}}, "other"
	default:
		w.number = f.digits(&number)
		w.plural = f.plurals.Select(operandsOf(&number, exponent, f.o.Notation == Compact))
	}
	if d.Kind == Finite && (f.o.Notation == Scientific || f.o.Notation == Engineering) {
		w.exponent = f.exponentParts(exponent)
	}
	if f.compact != nil && d.Kind == Finite {
		if text := f.compactPattern(&number, exponent, f.plurals.Select(operandsOf(&number, 0, false))); text != "" {
			chosen := parsePattern(text)
			pattern, compact = &chosen, true
		}
	}
	s := f.signOf(&d, &number)
	if compact || approximate {
		w.middle = f.around(pattern, s, approximate, compact)
	} else {
		w.middle = f.usual[s]
	}
	f.space(&w.middle, w.number)
	if f.units != nil {
		w.outer = f.units[w.plural].sides
	}
	return w
}

// signOf decides which sign is written.
func (f *Formatter) signOf(d *Decimal, number *rounded) sign {
	zero := d.Kind == NotANumber || d.Kind == Finite && number.IsZero()
	negative := d.Negative && d.Kind != NotANumber
	switch f.o.SignDisplay {
	case "never":
		return noSign
	case "always":
		if !negative {
			return plusSign
		}
	case "exceptZero":
		if zero {
			return noSign
		}
		if !negative {
			return plusSign
		}
	case "negative":
		negative = negative && !zero
	}
	if negative {
		return minusSign
	}
	return noSign
}
