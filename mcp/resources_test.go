package mcp

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/manifest"
)

func template(uri string, vars ...string) *resource {
	return newResource(&manifest.Resource{URI: uri, Vars: vars, Name: "r", List: -1}, &manifest.Handler{})
}

// TestTemplates: a placeholder matches one segment, or a part of it, and the rest of a template is literal.
func TestTemplates(t *testing.T) {
	for _, c := range []struct {
		template *resource
		uri      string
		want     []string // nil if it does not match
	}{
		{template("orders://{id}", "id"), "orders://7", []string{"7"}},
		{template("orders://{id}", "id"), "orders://a%20b%2Fc", []string{"a b/c"}},
		{template("orders://{id}", "id"), "orders://ä", []string{"ä"}},
		{template("orders://{id}", "id"), "orders://", nil},
		{template("orders://{id}", "id"), "orders://a/b", nil},
		{template("orders://{id}", "id"), "orders://a?b", nil},
		{template("orders://{id}", "id"), "orders://a#b", nil},
		{template("orders://{id}", "id"), "orders://a%zz", nil},
		{template("orders://{id}", "id"), "Orders://7", nil},
		{template("orders://{id}", "id"), "xorders://7", nil},
		{template("orders://{id}", "id"), "orders://7\n", []string{"7\n"}},
		{template("orders://{id}/lines/{line}", "id", "line"), "orders://7/lines/2", []string{"7", "2"}},
		{template("orders://{id}/lines/{line}", "id", "line"), "orders://7/lines/", nil},
		{template("orders://{id}/lines/{line}", "id", "line"), "orders://7/lines/2/x", nil},
		{template("files://{name}.{kind}", "name", "kind"), "files://a.txt", []string{"a", "txt"}},
		{template("files://{name}.{kind}", "name", "kind"), "files://atxt", nil},
		{template("x://a.b+c(d)/{v}?q=[1]", "v"), "x://a.b+c(d)/1?q=[1]", []string{"1"}},
		{template("x://a.b/{v}", "v"), "x://aXb/1", nil},
		{template("x://{a}", "a"), "x://{a}", []string{"{a}"}},
		{template("x://fixed.text"), "x://fixed.text", []string{}},
		{template("x://fixed.text"), "x://fixedXtext", nil},
		{template("x://fixed.text"), "x://fixed.text/", nil},
		{template("x://fixed.text"), "X://fixed.text", nil},
	} {
		values, ok := c.template.match(c.uri)
		if ok != (c.want != nil) || ok && !slices.Equal(values, c.want) {
			t.Errorf("%s matches %q: %v, with %q; want %q", c.template.URI, c.uri, ok, values, c.want)
		}
	}
}

// FuzzTemplates: a value that is escaped into a template is read back, and a value that is read has no additional
// segment.
func FuzzTemplates(f *testing.F) {
	for _, seed := range []string{"7", "a b", "a/b", "?", "#x", "%", "ä", "{", "\n", ".", "+"} {
		f.Add(seed, "orders://"+seed+"/lines")
	}
	one := template("orders://{id}/lines", "id")
	f.Fuzz(func(t *testing.T, value, uri string) {
		values, ok := one.match("orders://" + url.PathEscape(value) + "/lines")
		if ok != (value != "") || ok && (len(values) != 1 || values[0] != value) {
			t.Fatalf("%q comes out as %q, %v", value, values, ok)
		}
		if values, ok = one.match(uri); !ok {
			return
		}
		inner := strings.TrimSuffix(strings.TrimPrefix(uri, "orders://"), "/lines")
		back, err := url.PathUnescape(inner)
		if len(inner) != len(uri)-len("orders:///lines") || strings.ContainsAny(inner, "/?#") || err != nil || values[0] != back {
			t.Fatalf("%q matches, with %q", uri, values)
		}
	})
}
