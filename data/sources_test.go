package data

import (
	"strings"
	"testing"
)

func TestSources(t *testing.T) {
	memory := func(name string, primary bool) Settings {
		return Settings{Name: name, URL: "sqlite::memory:", Primary: primary}
	}
	cases := []struct {
		name     string
		settings []Settings
		primary  string
		fails    string
	}{
		{"none", nil, "", ""},
		{"the only one", []Settings{memory("a", false)}, "a", ""},
		{"the one that says so", []Settings{memory("a", false), memory("b", true)}, "b", ""},
		{"two that say so", []Settings{memory("a", true), memory("b", true)}, "", "several datasources are primary: a, b"},
		{
			"none that says so",
			[]Settings{memory("a", false), memory("b", false)},
			"",
			"none of the datasources is primary: a, b",
		},
		{"two of one name", []Settings{memory("a", true), memory("a", false)}, "", `two datasources have the name "a"`},
		{"no name", []Settings{memory("", true)}, "", "datasource 1 of 1 has no name"},
		{"one does not open", []Settings{memory("a", true), {Name: "b", URL: "x:"}}, "", `datasource "b"`},
	}
	for _, c := range cases {
		s, err := OpenAll(t.Context(), c.settings)
		if c.fails != "" {
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		primary := ""
		if s.Primary() != nil {
			primary = s.Primary().Name()
		}
		if primary != c.primary || len(s.Names()) != len(c.settings) {
			t.Errorf("%s: primary %q of %q", c.name, primary, s.Names())
		}
		for _, name := range s.Names() {
			if db, ok := s.ByName(name); !ok || db.Name() != name {
				t.Errorf("%s: %q is not found", c.name, name)
			}
		}
		if err := s.Close(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestLRU(t *testing.T) {
	var dropped []string
	l := newLRU[int](2, func(s string) { dropped = append(dropped, s) })
	l.put(1, "a")
	l.put(2, "b")
	l.get(1)
	l.put(3, "c") // drops b
	l.put(1, "A") // drops a
	if v, ok := l.get(1); v != "A" || !ok {
		t.Errorf("1 is %q", v)
	}
	if _, ok := l.get(2); ok {
		t.Error("2 is still there")
	}
	l.clear()
	if len(dropped) != 4 || dropped[0] != "b" || dropped[1] != "a" || len(l.entries) != 0 {
		t.Errorf("dropped %q", dropped)
	}
}
