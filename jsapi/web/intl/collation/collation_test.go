package collation_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/jsapi/web/intl/collation"
)

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		o    collation.Options
		want string
	}{
		{collation.Options{Locale: "de", Sensitivity: "variant"}, "a ä Ä b z"},
		{collation.Options{Locale: "sv", Sensitivity: "variant"}, "a b z ä Ä"},
		{collation.Options{Locale: "de", Sensitivity: "variant", CaseFirst: "upper"}, "a Ä ä b z"},
	} {
		words := strings.Fields("z Ä b ä a")
		slices.SortFunc(words, collation.New(c.o).Compare)
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%+v: %s, want %s", c.o, got, c.want)
		}
	}
	for _, c := range []struct {
		o    collation.Options
		a, b string
		want int
	}{
		{collation.Options{Locale: "en", Sensitivity: "base"}, "résumé", "Resume", 0},
		{collation.Options{Locale: "en", Sensitivity: "accent"}, "résumé", "Résumé", 0},
		{collation.Options{Locale: "en", Sensitivity: "accent"}, "resume", "résumé", -1},
		{collation.Options{Locale: "en", Sensitivity: "case"}, "résumé", "resume", 0},
		{collation.Options{Locale: "en", Sensitivity: "case"}, "a", "A", -1},
		{collation.Options{Locale: "en", Sensitivity: "variant", Numeric: true}, "item 10", "item 9", 1},
		{collation.Options{Locale: "en", Sensitivity: "variant", IgnorePunctuation: true}, "co-op", "coop", 0},
	} {
		if got := collation.New(c.o).Compare(c.a, c.b); got != c.want {
			t.Errorf("%+v: %s and %s: %d, want %d", c.o, c.a, c.b, got, c.want)
		}
	}
}
