package declared

import (
	"reflect"
	"testing"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

func TestConstraintsInLists(t *testing.T) {
	for _, c := range []struct {
		in   any
		want []schema.Constraint
	}{
		{nil, nil},
		{"email", []schema.Constraint{{Name: "Email", Options: manifest.Options{}}}},
		{[]any{" length( 1 , 80 ) "}, []schema.Constraint{{Name: "Length", Options: manifest.Options{"min": int64(1), "max": int64(80)}}}},
		{[]any{"length(,8)"}, []schema.Constraint{{Name: "Length", Options: manifest.Options{"min": nil, "max": int64(8)}}}},
		{[]any{"oneOf(a, \"b, c\", 1.5)"}, []schema.Constraint{{Name: "OneOf", Options: manifest.Options{"values": []any{"a", "b, c", 1.5}}}}},
		{[]any{"oneOf('a b', 2)"}, []schema.Constraint{{Name: "OneOf", Options: manifest.Options{"values": []any{"a b", int64(2)}}}}},
		{[]any{"regex(^a(b,c)?$)"}, []schema.Constraint{{Name: "Pattern", Options: manifest.Options{"regexp": "^a(b,c)?$"}}}},
		{[]any{"url(https)"}, []schema.Constraint{{Name: "Url", Options: manifest.Options{"schemes": []any{"https"}}}}},
		{
			[]any{ParamDecorator{"Min", manifest.Options{"value": int64(1)}}, ParamDecorator{"Email", manifest.Options{}}},
			[]schema.Constraint{{Name: "Min", Options: manifest.Options{"value": int64(1)}}, {Name: "Email", Options: manifest.Options{}}},
		},
		{
			[]any{map[string]any{"max": int64(9), "min": int64(1), "message": "no"}},
			[]schema.Constraint{
				{Name: "Max", Options: manifest.Options{"value": int64(9), "message": "no"}},
				{Name: "Min", Options: manifest.Options{"value": int64(1), "message": "no"}},
			},
		},
		{
			map[string]any{"size": []any{int64(1), int64(2)}, "email": true, "uuid": false, "ip": map[string]any{"version": int64(4)}},
			[]schema.Constraint{
				{Name: "Email", Options: manifest.Options{}},
				{Name: "Ip", Options: manifest.Options{"version": int64(4)}},
				{Name: "Size", Options: manifest.Options{"min": int64(1), "max": int64(2)}},
			},
		},
		{
			map[string]any{"each": []any{"email"}},
			[]schema.Constraint{{
				Name: "Each", Options: manifest.Options{"constraints": []any{"email"}}, Items: []schema.Constraint{{Name: "Email", Options: manifest.Options{}}},
			}},
		},
		{[]any{"integer(1)", "required"}, []schema.Constraint{{Name: "Integer", Options: manifest.Options{"min": int64(1)}}}},
	} {
		got := constraintsIn(c.in)
		if !reflect.DeepEqual(plain(got), plain(c.want)) {
			t.Errorf("%v:\n%v, want\n%v", c.in, got, c.want)
		}
	}
}

func TestDemands(t *testing.T) {
	yes, no := true, false
	for _, c := range []struct {
		options  manifest.Options
		required *bool
		message  string
	}{
		{manifest.Options{}, nil, ""},
		{manifest.Options{"required": true}, &yes, ""},
		{manifest.Options{"required": false}, &no, ""},
		{manifest.Options{"required": "say it"}, &yes, "say it"},
		{manifest.Options{"validate": []any{"email"}}, nil, ""},
		{manifest.Options{"validate": "required"}, &yes, ""},
		{manifest.Options{"validate": []any{"email", "required('say, it')"}}, &yes, "say, it"},
		{manifest.Options{"validate": map[string]any{"required": "say it", "min": int64(1)}}, &yes, "say it"},
		{manifest.Options{"validate": map[string]any{"required": true, "message": "say it"}}, &yes, "say it"},
		{manifest.Options{"validate": map[string]any{"required": false}}, nil, ""},
		{manifest.Options{"validate": "required", "required": false}, &yes, ""},
		{manifest.Options{"validate": "required(once)", "required": "twice"}, &yes, "twice"},
	} {
		required, message := Declaration{Options: c.options}.Demands()
		if !reflect.DeepEqual(required, c.required) || message != c.message {
			t.Errorf("%v: %v %q", c.options, required, message)
		}
	}
}

// plain gives all options the same type, so that they can be compared.
func plain(list []schema.Constraint) []schema.Constraint {
	var out []schema.Constraint
	for _, c := range list {
		out = append(out, schema.Constraint{Name: c.Name, Options: map[string]any(manifest.Options(c.Options)), Items: plain(c.Items)})
	}
	return out
}

// TestEveryConstraintIsKnown: package schema can make every constraint that scripts can import.
func TestEveryConstraintIsKnown(t *testing.T) {
	for _, d := range ConstraintDecorators() {
		t.Run(d.Name, func(t *testing.T) {
			fits := 0
			for _, kind := range []schema.Kind{schema.String, schema.Int, schema.Date, schema.List} {
				options := manifest.Options{}
				for i, arg := range arguments(d.Name) {
					options[d.Positional(i)] = arg
				}
				typ := &schema.Type{Kind: kind, Name: "x", Elem: &schema.Type{Kind: schema.String}}
				made, wrong := schema.Constrain(typ, []schema.Constraint{constraint(d.Name, options)})
				if len(wrong) == 0 && (made.Rules != nil || made.Elem.Rules != nil) {
					fits++
				}
			}
			if fits == 0 {
				t.Error("no type can have it")
			}
		})
	}
}

func arguments(name string) []any {
	switch name {
	case "Min", "Max", "MultipleOf", "Digits", "Length", "Size":
		return []any{int64(1)}
	case "Pattern", "Prefix", "Suffix":
		return []any{"a"}
	case "OneOf":
		return []any{[]any{"a"}}
	case "Each":
		return []any{[]any{"email"}}
	}
	return nil
}

// FuzzValidators: a text in a list is accepted or refused, and has no other effect.
func FuzzValidators(f *testing.F) {
	for _, text := range []string{"email", "length(1,80)", "oneOf('a', b", "regex(^(a)$)", "each(email)", "integer(-1e9)", "(", "min()"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, unknown := validations([]any{text})
		if len(list)+len(unknown) != 1 {
			t.Fatalf("%q became %v and %v", text, list, unknown)
		}
		constraints := constraintsIn(text)
		for _, kind := range []schema.Kind{schema.String, schema.Int, schema.Float, schema.Date, schema.List, schema.Map} {
			schema.Constrain(&schema.Type{Kind: kind, Name: "x"}, constraints)
		}
	})
}
