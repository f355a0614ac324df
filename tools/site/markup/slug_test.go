package markup

import "testing"

// TestSlugs holds ids against those that GitHub gives.
func TestSlugs(t *testing.T) {
	given := slugs{}
	for _, one := range []struct{ text, id string }{
		{"Rows", "rows"},
		{"Rows", "rows-1"},
		{"Rows-1", "rows-1-1"},
		{"Rows", "rows-2"},
		{"Who may call?", "who-may-call"},
		{"server.max-header-bytes", "servermax-header-bytes"},
		{"A  B — C", "a--b--c"},
		{"snake_case & kebab-case", "snake_case--kebab-case"},
		{"@GetMapping", "getmapping"},
		{"Größe, naïve Ω", "größe-naïve-ω"},
		{"日本語 の見出し", "日本語-の見出し"},
		{"1. The engine knows types", "1-the-engine-knows-types"},
		{"C++ / C#", "c--c"},
		{"", ""},
		{"!", "-1"},
		{"  around  ", "around"},
	} {
		if id := given.of(one.text); id != one.id {
			t.Errorf("the heading %q has the id %q, want %q", one.text, id, one.id)
		}
	}
}
