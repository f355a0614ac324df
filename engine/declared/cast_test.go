package declared

import (
	"reflect"
	"testing"

	"github.com/fwrun/fwrun/engine/schema"
)

func TestCastProperty(t *testing.T) {
	text, whole, float, flag := &schema.Type{Kind: schema.String}, &schema.Type{Kind: schema.Int}, &schema.Type{Kind: schema.Float},
		&schema.Type{Kind: schema.Bool}
	nullable := &schema.Type{Kind: schema.String, Nullable: true}
	anything := &schema.Type{Kind: schema.Any}
	color := &schema.Type{Kind: schema.Enum, Enum: &schema.Enumeration{Texts: []string{"red", "2"}, Values: []any{"RED", int64(2)}}}
	shape := &schema.Type{Kind: schema.Shape, Fields: []*schema.Field{{JSON: "a", Type: whole, Required: true}, {JSON: "b", Type: text}}}
	list := func(elem *schema.Type) *schema.Type { return &schema.Type{Kind: schema.List, Elem: elem} }
	object := func(values ...any) map[string]any {
		m := map[string]any{}
		for i := 0; i < len(values); i += 2 {
			m[values[i].(string)] = values[i+1]
		}
		return m
	}
	for _, test := range []struct {
		t        *schema.Type
		in, want any
		refused  bool
	}{
		{text, "a", "a", false},
		{text, true, "true", false},
		{text, int64(-4), "-4", false},
		{text, 1.5, "1.5", false},
		{text, nil, nil, true},
		{text, []any{}, nil, true},
		{nullable, nil, nil, false},
		{whole, int64(4), int64(4), false},
		{whole, 4.0, 4.0, false},
		{whole, 4.5, nil, true},
		{whole, " 12 ", int64(12), false},
		{whole, "1.5", nil, true},
		{whole, "many", nil, true},
		{whole, true, nil, true},
		{float, "1.5", 1.5, false},
		{float, "2", int64(2), false},
		{float, int64(2), int64(2), false},
		{flag, true, true, false},
		{flag, "Yes", true, false},
		{flag, "off", false, false},
		{flag, int64(1), true, false},
		{flag, int64(2), nil, true},
		{flag, "maybe", nil, true},
		{color, "red", "RED", false},
		{color, int64(2), int64(2), false},
		{color, "green", nil, true},
		{list(whole), "1, 2,3", []any{int64(1), int64(2), int64(3)}, false},
		{list(whole), []any{"1", int64(2)}, []any{int64(1), int64(2)}, false},
		{list(whole), []any{"x"}, nil, true},
		{list(whole), int64(1), nil, true},
		{list(nil), []any{"x", true}, []any{"x", true}, false},
		{&schema.Type{Kind: schema.StringList}, []any{int64(1), "a"}, []any{"1", "a"}, false},
		{&schema.Type{Kind: schema.IntegerList}, "1,2", []any{int64(1), int64(2)}, false},
		{&schema.Type{Kind: schema.FloatList}, []any{"1.5"}, []any{1.5}, false},
		{&schema.Type{Kind: schema.Map, Elem: whole}, object("x", "1"), object("x", int64(1)), false},
		{&schema.Type{Kind: schema.Map, Elem: whole}, object("x", "a"), nil, true},
		{&schema.Type{Kind: schema.Map}, "text", nil, true},
		{shape, object("a", "1", "c", true), object("a", int64(1), "c", true), false},
		{shape, object("b", "x"), nil, true},
		{anything, object("x", 1), object("x", 1), false},
		{anything, nil, nil, false},
		{&schema.Type{Kind: schema.Date}, "2026-01-01", nil, true},
	} {
		got, ok := CastProperty(test.t, test.in)
		if ok == test.refused || ok && !reflect.DeepEqual(got, test.want) {
			t.Errorf("%v cast to kind %v: got %#v, %v; want %#v", test.in, test.t.Kind, got, ok, test.want)
		}
	}
}
