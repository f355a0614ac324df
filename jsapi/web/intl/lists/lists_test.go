package lists_test

import (
	"testing"

	"github.com/fwrun/fwrun/jsapi/web/intl/lists"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		locale, kind, style string
		elements            []string
		want                string
	}{
		{"en", "conjunction", "long", nil, ""},
		{"en", "conjunction", "long", []string{"a"}, "a"},
		{"en", "conjunction", "long", []string{"a", "b"}, "a and b"},
		{"en", "disjunction", "long", []string{"a", "b", "c", "d"}, "a, b, c, or d"},
		{"en", "unit", "narrow", []string{"3′", "7″"}, "3′ 7″"},
		{"es", "conjunction", "long", []string{"x", "iglesia"}, "x e iglesia"},
		{"es", "conjunction", "long", []string{"x", "hielo"}, "x y hielo"},
		{"es", "disjunction", "long", []string{"x", "ocho"}, "x u ocho"},
		{"zh", "unit", "short", []string{"a", "b"}, "ab"},
	} {
		got := ""
		for _, p := range lists.New(c.locale, c.kind, c.style).Format(c.elements) {
			got += p.Value
		}
		if got != c.want {
			t.Errorf("%s %s of %q is %q, want %q", c.locale, c.kind, c.elements, got, c.want)
		}
	}
}
