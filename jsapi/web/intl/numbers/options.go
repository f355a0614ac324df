package numbers

// Style is what a number is of.
type Style string

// The styles.
const (
	Plain    Style = "decimal"
	Percent  Style = "percent"
	Currency Style = "currency"
	Unit     Style = "unit"
)

// Notation is how large and small numbers are written.
type Notation string

// The notations.
const (
	Standard    Notation = "standard"
	Scientific  Notation = "scientific"
	Engineering Notation = "engineering"
	Compact     Notation = "compact"
)

// Options say how numbers are written. The words are those of ECMA-402. They are comparable.
type Options struct {
	Locale string // one for which there is data
	System string // the numbering system; empty is that of the locale

	Style           Style
	Currency        string // its code
	CurrencyDisplay string // symbol, narrowSymbol, code or name
	Accounting      bool   // negative amounts of money as bookkeepers write them
	Unit            string
	UnitDisplay     string // short, narrow or long

	Notation    Notation
	CompactLong bool
	SignDisplay string // auto, always, never, exceptZero or negative
	Grouping    string // auto, always, min2; empty is none
	Rounding    Rounding
}

// Part is a piece of a number, with its type in ECMA-402.
type Part struct{ Type, Value string }

// Join returns the text of parts.
func Join(parts []Part) string {
	size := 0
	for _, p := range parts {
		size += len(p.Value)
	}
	out := make([]byte, 0, size)
	for _, p := range parts {
		out = append(out, p.Value...)
	}
	return string(out)
}
