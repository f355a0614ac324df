package cldr_test

import (
	"maps"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
)

func TestTextsAreInherited(t *testing.T) {
	for _, c := range []struct {
		locale string
		domain cldr.Domain
		key    string
		want   string
	}{
		{"de", cldr.Dates, "months/format/wide/1", "Januar"},
		{"de-DE", cldr.Dates, "months/format/wide/1", "Januar"},
		{"de-AT", cldr.Dates, "months/format/wide/1", "Jänner"},
		{"de-AT", cldr.Dates, "months/format/wide/2", "Februar"},
		{"en-GB", cldr.Dates, "date/short", "dd/MM/y"},
		{"es-MX", cldr.Numbers, "symbols/latn/decimal", "."},
		{"zh-Hant", cldr.Names, "territories/US", "美國"},
		{"zh-Hans-CN", cldr.Names, "territories/US", "美国"},
		{"xx", cldr.Numbers, "symbols/latn/decimal", "."},
		{"en", cldr.Names, "languages/none", ""},
	} {
		if got := cldr.Of(c.locale, c.domain).Text(c.key); got != c.want {
			t.Errorf("%s: %s is %q, want %q", c.locale, c.key, got, c.want)
		}
	}
}

func TestUnder(t *testing.T) {
	got := maps.Collect(cldr.Of("fr", cldr.Dates).Under("eras/eraAbbr/"))
	if want := map[string]string{"0": "av. J.-C.", "1": "ap. J.-C."}; !maps.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestEveryTableDecodes(t *testing.T) {
	all := cldr.Locales()
	if len(all) < 200 {
		t.Fatalf("%d locales", len(all))
	}
	for _, locale := range all {
		for _, domain := range []cldr.Domain{cldr.Numbers, cldr.Currencies, cldr.Units, cldr.Dates, cldr.Calendars, cldr.Zones, cldr.Names, cldr.Texts} {
			cldr.Of(locale, domain)
		}
	}
}

func TestHas(t *testing.T) {
	for locale, want := range map[string]bool{"de": true, "de-DE": true, "en-US": true, "und": false, "xx": false, "zh-Hant-TW": true, "aa-ET": false} {
		if cldr.Has(locale) != want {
			t.Errorf("Has(%s) is %t", locale, !want)
		}
	}
}

// TestTablesAreSharedByGoroutines: formatters of all VMs ask at the same time, and more tables than are kept are decoded again.
func TestTablesAreSharedByGoroutines(t *testing.T) {
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for _, locale := range cldr.Locales() {
				if cldr.Of(locale, cldr.Numbers).Text("symbols/latn/decimal") == "" {
					t.Errorf("%s has no decimal point", locale)
				}
				if cldr.Of(locale, cldr.Dates).Text("months/format/wide/1") == "" {
					t.Errorf("%s has no January", locale)
				}
			}
		})
	}
	group.Wait()
}
