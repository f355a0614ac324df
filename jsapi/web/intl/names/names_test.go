package names_test

import (
	"testing"

	"github.com/fwrun/fwrun/jsapi/web/intl/names"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		locale, kind, style string
		dialect             bool
		code, want          string
	}{
		{"de", "region", "long", true, "FR", "Frankreich"},
		{"en", "region", "short", true, "GB", "UK"},
		{"en", "language", "long", true, "en-GB", "British English"},
		{"en", "language", "long", false, "en-GB", "English (United Kingdom)"},
		{"en", "language", "long", true, "zh-Hans-CN", "Simplified Chinese (China)"},
		{"en", "language", "long", true, "xx", ""},
		{"fr", "script", "long", true, "Cyrl", "cyrillique"},
		{"pl", "currency", "long", true, "EUR", "euro"},
		{"en", "calendar", "long", true, "gregory", "Gregorian Calendar"},
		{"es", "dateTimeField", "short", true, "month", "m"},
	} {
		if got := names.New(c.locale, c.kind, c.style, c.dialect).Of(c.code); got != c.want {
			t.Errorf("%s %s %s is %q, want %q", c.locale, c.kind, c.code, got, c.want)
		}
	}
}
