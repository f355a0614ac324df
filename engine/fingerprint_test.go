package engine

import (
	"testing"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
)

// TestFingerprint: declarations have the same fingerprint if they are the same, in whatever order the options are kept, and no two of
// these have.
func TestFingerprint(t *testing.T) {
	with := func(options manifest.Options) []declared.Declaration {
		return []declared.Declaration{{Decorator: "Min", Owner: manifest.Ref{File: "a.ts", Export: "A"}, Member: "b", Options: options}}
	}
	seen := map[uint64]int{}
	for i, options := range []manifest.Options{
		nil,
		{"a": nil},
		{"b": nil},
		{"a": false},
		{"a": true},
		{"a": int64(1)},
		{"a": 1.0},
		{"a": "1"},
		{"a": "0"},
		{"a": ""},
		{"a": "x", "b": "y"},
		{"a": "xb", "": "y"},
		{"a": "y", "b": "x"},
		{"a": []any{}},
		{"a": []any{"x"}},
		{"a": []any{"x", "y"}},
		{"a": []any{[]any{"x"}, "y"}},
		{"a": []any{[]any{"x", "y"}}},
		{"a": []any{"xy"}},
		{"a": map[string]any{}},
		{"a": map[string]any{"x": "y"}},
		{"a": map[string]any{"y": "x"}},
		{"a": []any{map[string]any{"x": "y"}}},
		{"a": manifest.Ref{File: "a.ts", Export: "A"}},
		{"a": manifest.Ref{File: "a.ts", Export: "B"}},
		{"a": manifest.Ref{File: "a.tsA"}},
		{"a": declared.ParamDecorator{Decorator: "Min"}},
		{"a": declared.ParamDecorator{Decorator: "Max"}},
		{"a": declared.ParamDecorator{Decorator: "Min", Options: manifest.Options{"value": int64(1)}}},
		{"a": declared.Regexp{Source: "x", Flags: "y"}},
		{"a": declared.Regexp{Source: "xy"}},
		{"a": declared.Regexp{Source: `x" "y`}},
		{"a": declared.JSON("{}")},
		{"a": declared.Unexported("{}")},
		{"a": declared.Unwritable("{}")},
	} {
		mark := fingerprint(with(options))
		if other, taken := seen[mark]; taken {
			t.Errorf("options %d and %d have the same fingerprint", other, i)
		}
		seen[mark] = i
		for range 3 {
			if fingerprint(with(options)) != mark {
				t.Errorf("options %d have another fingerprint the second time", i)
			}
		}
	}
	first := with(nil)[0]
	for i, change := range []func(*declared.Declaration){
		func(d *declared.Declaration) { d.Decorator = "Max" }, func(d *declared.Declaration) { d.Target = declared.OnField },
		func(d *declared.Declaration) { d.Owner.Export = "B" }, func(d *declared.Declaration) { d.Name = "b" },
		func(d *declared.Declaration) { d.Member = "c" }, func(d *declared.Declaration) { d.Name, d.Member = "b", "" },
		func(d *declared.Declaration) { d.Static = true }, func(d *declared.Declaration) { d.Param = 1 }, func(d *declared.Declaration) { d.Record = 1 },
	} {
		changed := first
		change(&changed)
		if fingerprint([]declared.Declaration{changed}) == fingerprint([]declared.Declaration{first}) {
			t.Errorf("change %d does not change the fingerprint", i)
		}
	}
	if fingerprint([]declared.Declaration{first}) == fingerprint([]declared.Declaration{first, first}) {
		t.Error("a second declaration does not change the fingerprint")
	}
}
