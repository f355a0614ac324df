package schema_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/schematest"
)

// settingOf makes a setting from Go data: a [2]any is a name and a value of a section.
func settingOf(key, name string, data any) schema.Setting {
	s := schema.Setting{Key: key, Name: name}
	switch v := data.(type) {
	case [][2]any:
		s.IsSection = true
		for _, f := range v {
			s.Fields = append(s.Fields, settingOf(key+"."+f[0].(string), f[0].(string), f[1]))
		}
	case []any:
		s.IsList = true
		for i, item := range v {
			s.Items = append(s.Items, settingOf(fmt.Sprintf("%s[%d]", key, i), "", item))
		}
	case nil:
	default:
		s.Scalar, s.Text = v, fmt.Sprint(v)
	}
	return s
}

type section = [][2]any

func bindSetting(t *schema.Type, data any) (value any, wrong []schema.Unset) {
	fields := []*schema.Field{required("v", t)}
	values, _, wrong := schema.Settings(fields, settingOf("k", "", section{{"v", data}}))
	if len(wrong) > 0 {
		return nil, wrong
	}
	made, err := schema.Remake[any](schematest.Maker{}, t, values[0])
	if err != nil {
		return err, nil
	}
	return made, nil
}

func TestSettings(t *testing.T) {
	duration, size, number, flag := kind(schema.Duration), kind(schema.Size), kind(schema.Int), kind(schema.Bool)
	pair := shapeOf(required("first", kind(schema.String)), optional("secondOne", number))
	for _, c := range []struct {
		t    *schema.Type
		data any
		want any
	}{
		{duration, "1m30s", int64(90000)},
		{duration, int64(2), int64(2000)},
		{duration, "0.5ms", 0.5},
		{size, "10MiB", int64(10 << 20)},
		{size, int64(7), int64(7)},
		{number, int64(7), int64(7)},
		{number, " 7 ", int64(7)},
		{kind(schema.Float), 1.5, 1.5},
		{flag, "yes", true},
		{flag, true, true},
		{kind(schema.String), int64(7), "7"},
		{kind(schema.String), " a ", " a "},
		{enumOf("a", "b"), "b", "b"},
		{kind(schema.Any), []any{int64(1), "x", nil}, []any{int64(1), "x", nil}},
		{listOf(number), "1, 2,,3", []any{int64(1), int64(2), int64(3)}},
		{listOf(number), int64(5), []any{int64(5)}},
		{listOf(number), "", []any{}},
		{kind(schema.StringList), []any{"a", int64(1)}, []any{"a", "1"}},
		{nullable(number), nil, nil},
		{mapOf(number), section{{"a-b", int64(1)}, {"c", "2"}}, []schematest.Entry{{Key: "a-b", Value: int64(1)}, {Key: "c", Value: int64(2)}}},
		{pair, section{{"FIRST", "x"}, {"second-one", int64(2)}}, []schematest.Entry{{Key: "first", Value: "x"}, {Key: "secondOne", Value: int64(2)}}},
		{pair, section{{"first", "x"}}, []schematest.Entry{{Key: "first", Value: "x"}}},
	} {
		got, wrong := bindSetting(c.t, c.data)
		if len(wrong) > 0 || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v of kind %d: %#v, want %#v: %v", c.data, c.t.Kind, got, c.want, wrong)
		}
	}
}

func TestSettingsThatDoNotFit(t *testing.T) {
	number := kind(schema.Int)
	pair := shapeOf(required("first", number), optional("second", number))
	unique, _ := schema.Constrain(listOf(number), []schema.Constraint{{Name: "Unique"}})
	for _, c := range []struct {
		t    *schema.Type
		data any
		want string
	}{
		{number, "x", "k.v: v: expected integer"},
		{number, nil, "k.v: v: is required"},
		{number, section{}, "k.v: v: expected integer"},
		{kind(schema.Duration), "5 weeks", "k.v: v: expected a duration such as 5s, 250ms or 2h"},
		{kind(schema.Size), "1.5", "k.v: v: expected a size such as 10MiB, 500kB or 4096"},
		{listOf(number), []any{int64(1), "x", nil}, "k.v[1]: v[1]: expected integer; k.v[2]: v[2]: expected integer, not null"},
		{listOf(number), "1,x", "k.v: v[1]: expected integer"},
		{listOf(number), section{}, "k.v: v: expected list"},
		{enumOf("slow", "fast"), "quick", `k.v: v: expected one of "slow", "fast"`},
		{unique, "1,1", "k.v: v: expected items that differ from each other"},
		{mapOf(number), "x", "k.v: v: expected a section with keys of its own"},
		{mapOf(number), section{{"a", "x"}}, "k.v.a: v.a: expected integer"},
		{pair, "x", "k.v: v: expected a section with keys of its own"},
		{pair, section{{"secnd", int64(1)}}, "k.v.first: v.first: is required; k.v.secnd unknown, k.v.second?"},
		{pair, section{{"first", int64(1)}, {"other", int64(1)}}, "k.v.other unknown, ?"},
	} {
		_, wrong := bindSetting(c.t, c.data)
		var got []string
		for _, w := range wrong {
			if w.Unknown {
				got = append(got, w.Key+" unknown, "+w.Near+"?")
			} else {
				got = append(got, w.Key+": "+w.String())
			}
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%v of kind %d:\n got %s\nwant %s", c.data, c.t.Kind, text, c.want)
		}
	}
}

// TestSettingsKeepDefaults: a field without a setting keeps the default of its class.
func TestSettingsKeepDefaults(t *testing.T) {
	fields := []*schema.Field{optional("a", kind(schema.Int)), optional("b", nullable(kind(schema.Int))), optional("c", kind(schema.Int))}
	fields[2].Aliases = []string{"see"}
	values, used, wrong := schema.Settings(fields, settingOf("k", "", section{{"a", nil}, {"b", nil}, {"SEE", int64(1)}}))
	if !reflect.DeepEqual(values, []any{schema.Absent{}, nil, int64(1)}) || len(wrong) > 0 || len(used) != 1 || used[0].Setting.Key != "k.SEE" {
		t.Errorf("%#v %v %v", values, used, wrong)
	}
	if values, _, wrong := schema.Settings(fields, schema.Setting{Key: "k"}); len(wrong) > 0 || values[1] != any(schema.Absent{}) {
		t.Errorf("%#v %v", values, wrong)
	}
}

func TestSettingKeys(t *testing.T) {
	loop := classOf("Loop", optional("n", kind(schema.Int)))
	loop.Class.Fields = append(loop.Class.Fields, optional("next", listOf(loop)))
	keys := schema.SettingKeys([]*schema.Field{
		required("a", kind(schema.Duration)), required("list", listOf(kind(schema.Int))), required("labels", mapOf(kind(schema.Int))),
		required("in", shapeOf(required("b", kind(schema.Bool)))), required("loop", loop),
	})
	for _, want := range []schema.SettingKey{
		{Name: "a", Kind: schema.Duration},
		{Name: "list", Kind: schema.List},
		{Name: "in.b", Kind: schema.Bool},
		{Name: "loop.n", Kind: schema.Int},
		{Name: "loop.next[].n", Kind: schema.Int},
	} {
		if !slices.Contains(keys, want) {
			t.Errorf("there is no %v in %v", want, keys)
		}
	}
	if len(keys) > 30 {
		t.Errorf("%d keys", len(keys))
	}
}

// refusing is a Maker whose classes refuse every instance.
type refusing struct{ schematest.Maker }

func (refusing) Instance(*schema.Class, []any) (any, error) {
	return nil, &schema.Refusal{Mismatches: []schema.Mismatch{{Path: "low", Message: "no"}}}
}

func TestRemakeTellsWhereItIsRefused(t *testing.T) {
	class := classOf("C", optional("low", kind(schema.Int)))
	plain := schema.Record{Keys: []string{"a"}, Values: []any{[]any{int64(1), schema.Made{Class: class.Class, Values: []any{int64(2)}}}}}
	_, err := schema.Remake[any](refusing{}, anyType, plain)
	if refusal, ok := errors.AsType[*schema.Refusal](err); !ok || refusal.Error() != "a[1].low: no" {
		t.Errorf("%v", err)
	}
	if got, err := schema.Remake[any](schematest.Maker{}, anyType, []any{true, 1.5, []byte("x"), "s"}); err != nil {
		t.Errorf("%v %v", got, err)
	}
}

// TestQuantitiesOfRequests: quantities are texts everywhere, in JSON too.
func TestQuantitiesOfRequests(t *testing.T) {
	if v, bad, _ := schema.Text[any](schematest.Maker{}, kind(schema.Duration), "5s"); bad != nil || v != int64(5000) {
		t.Errorf("%v %v", v, bad)
	}
	if v, found, _ := bindJSON(kind(schema.Size), `"1KiB"`); len(found) > 0 || v != int64(1024) {
		t.Errorf("%v %v", v, found)
	}
	if _, found, _ := bindJSON(kind(schema.Duration), `5000`); len(found) != 1 {
		t.Error("a number is taken, and nobody knows of what")
	}
}
