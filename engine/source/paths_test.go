package source

import (
	"slices"
	"testing"
)

func TestPaths(t *testing.T) {
	paths := Paths{Base: "src", Patterns: []PathPattern{
		{"*", []string{"generated/*"}},
		{"@app/*", []string{"src/*"}},
		{"@app/special/*", []string{"nowhere/*", "../shared/*"}},
		{"exact", []string{"src/exact.ts"}},
		{"*.model", []string{"models/*.ts"}},
		{"types", []string{"types.d.ts"}},
	}}
	for specifier, want := range map[string][]string{
		"exact":           {"src/exact.ts", "src/exact"},
		"@app/users":      {"src/users", "src/@app/users"},
		"@app/special/a":  {"nowhere/a", "../shared/a", "src/@app/special/a"},
		"other":           {"generated/other", "src/other"},
		"user.model":      {"generated/user.model", "src/user.model"},
		"types":           {"src/types"},
		"./relative":      nil,
		"/absolute":       nil,
		"@app/../escaped": {"escaped", "src/escaped"},
	} {
		if got := paths.Targets(specifier); !slices.Equal(got, want) {
			t.Errorf("%s leads to %q, want %q", specifier, got, want)
		}
	}
	if got := (Paths{}).From("a/b.ts", "../c"); !slices.Equal(got, []string{"c"}) {
		t.Errorf("a relative one leads to %q", got)
	}
}
