package inside

import (
	"errors"
	"testing"
)

// TestTricks fails if a new version of goja, or of Go, has structures of another kind: everything works then, slower or within other limits.
// docs/engine-inside.md says what to do.
func TestTricks(t *testing.T) {
	for _, trick := range Tricks() {
		if err := trick.Err(); err != nil && !trick.LeftOut() {
			t.Errorf("%s: %v", trick.Name, err)
		}
	}
	if names := Unknown(); len(names) > 0 {
		t.Errorf("%s has names that no trick has: %q", Variable, names)
	}
}

// TestTrickIsOff: a trick is off if its check fails or panics, or if the switch leaves it out.
func TestTrickIsOff(t *testing.T) {
	moved := errors.New("a field has moved")
	for name, c := range map[string]struct {
		check   func() error
		fixed   bool
		leftOut string
		want    string
	}{
		"on":             {check: func() error { return nil }},
		"fails":          {check: func() error { return moved }, want: moved.Error()},
		"panics":         {check: func() error { panic("no such field") }, want: "its check failed: no such field"},
		"left out":       {check: func() error { return nil }, leftOut: "left out", want: errLeftOut.Error()},
		"all left out":   {check: func() error { return nil }, leftOut: "off", want: errLeftOut.Error()},
		"stays":          {check: func() error { return nil }, leftOut: "off", fixed: true},
		"another is out": {check: func() error { return nil }, leftOut: "another"},
	} {
		got := ""
		if err := (&Trick{Name: name, Fixed: c.fixed, check: c.check}).find([]string{c.leftOut}); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
