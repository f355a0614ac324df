package plurals_test

import (
	"slices"
	"testing"

	"github.com/fwrun/fwrun/jsapi/web/intl/plurals"
)

func TestSelect(t *testing.T) {
	for _, c := range []struct {
		locale  string
		ordinal bool
		o       plurals.Operands
		want    string
	}{
		{"en", false, plurals.Operands{Integer: 1}, "one"},
		{"en-GB", false, plurals.Operands{Integer: 1, Digits: 1}, "other"},
		{"en", true, plurals.Operands{Integer: 23}, "few"},
		{"pl", false, plurals.Operands{Integer: 22}, "few"},
		{"pl", false, plurals.Operands{Integer: 12}, "many"},
		{"ar", false, plurals.Operands{}, "zero"},
		{"fr", false, plurals.Operands{Integer: 1_000_000, CompactExponent: 6}, "many"},
		{"pt-PT", false, plurals.Operands{}, "other"},
		{"pt", false, plurals.Operands{}, "one"},
		{"ja", false, plurals.Operands{Integer: 1}, "other"},
		{"xx", false, plurals.Operands{Integer: 1}, "other"},
		{"lv", false, plurals.Operands{Fraction: 1, Trimmed: 1, Digits: 1, TrimmedDigits: 1}, "one"},
	} {
		if got := plurals.For(c.locale, c.ordinal).Select(c.o); got != c.want {
			t.Errorf("%s %+v is %s, want %s", c.locale, c.o, got, c.want)
		}
	}
}

func TestRange(t *testing.T) {
	if got := plurals.For("en", false).Range("one", "other"); got != "other" {
		t.Errorf("1–2 is %s", got)
	}
	if got := plurals.For("ru", false).Range("one", "few"); got != "few" {
		t.Errorf("1–2 in Russian is %s", got)
	}
}

func TestCategories(t *testing.T) {
	if got := plurals.For("ru", false).Categories(); !slices.Equal(got, []string{"one", "few", "many", "other"}) {
		t.Errorf("got %q", got)
	}
}
