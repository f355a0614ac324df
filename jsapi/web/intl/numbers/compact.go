package numbers

import (
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
)

// compactPatterns reads the patterns of compact notation: those of the locale for its digits and length, or what is closest.
func (f *Formatter) compactPatterns() map[int]map[string]string {
	kind, inside := "decimal/", "/decimalFormat/"
	if f.o.Style == Currency && f.o.CurrencyDisplay != "name" {
		kind, inside = "currency/", "/standard/"
	}
	lengths := []string{"short"}
	if f.o.CompactLong {
		lengths = []string{"long", "short"}
	}
	for _, length := range lengths {
		for _, system := range []string{f.o.System, "latn"} {
			if found := compactTable(f.table, kind+system+"/"+length+inside); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

func compactTable(table *cldr.Table, prefix string) map[int]map[string]string {
	found := map[int]map[string]string{}
	for key, text := range table.Under(prefix) {
		power, plural, ok := strings.Cut(key, "-count-")
		if !ok || strings.Contains(key, "alpha") {
			continue
		}
		exponent := len(power) - 1
		if found[exponent] == nil {
			found[exponent] = map[string]string{}
		}
		found[exponent][plural] = text
	}
	return found
}

// largest returns the largest exponent with patterns that is not above a magnitude.
func (f *Formatter) largest(magnitude int) int {
	best := -1
	for exponent := range f.compact {
		if exponent <= magnitude && exponent > best {
			best = exponent
		}
	}
	return best
}

// compactExponent returns by which power of ten a number of a magnitude is divided.
func (f *Formatter) compactExponent(magnitude int) int {
	power := f.largest(magnitude)
	if power < 0 {
		return 0
	}
	text := f.compact[power]["other"]
	zeros := parsePattern(text).zeros
	if text == "0" || zeros == 0 {
		return 0
	}
	return power - zeros + 1
}

// compactPattern returns the pattern of a number that was divided by a power of ten. It is empty if it is written as usual.
func (f *Formatter) compactPattern(n *rounded, exponent int, plural string) string {
	if n.IsZero() {
		return ""
	}
	patterns := f.compact[f.largest(n.Point+exponent-1)]
	if exponent == 0 || patterns == nil {
		return ""
	}
	if exactly := patterns[strconv.Itoa(int(n.at(0)-'0'))]; exactly != "" && n.Point == 1 && len(n.Digits) == 1 {
		return exactly
	}
	if text := patterns[plural]; text != "" {
		return text
	}
	return patterns["other"]
}
