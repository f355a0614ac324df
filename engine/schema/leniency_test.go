package schema_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/schematest"
)

// TestNamesTwice: a name that an object has twice is refused, however it is written, and nothing else is.
func TestNamesTwice(t *testing.T) {
	limits := schema.Limits{RefuseTwice: true}
	for _, body := range []string{
		`{"a":1,"a":1}`, `{"a":{},"b":[],"\u0061":2}`, `[{"x":[{"b":1,"c":{"b":2},"b":3}]}]`, `{"":1,"":2}`, `{"a":[[],{"b":{}}],"a":1}`,
	} {
		if bad := schema.CheckJSON([]byte(body), limits); bad == nil || !strings.HasSuffix(bad.Reason, "occurs twice") {
			t.Errorf("%s: %v", body, bad)
		}
		if _, _, err := schema.JSON[any](schematest.Maker{}, anyType, gjson.Parse(body), limits); err == nil {
			t.Errorf("%s is bound", body)
		}
		if bad := schema.CheckJSON([]byte(body), schema.Limits{}); bad != nil {
			t.Errorf("%s: %v", body, bad)
		}
	}
	for _, body := range []string{
		`{"a":{"a":{"a":1}}}`, `[{"a":1},{"a":1},{"a":[{"a":1},{"a":1}]}]`, `{"a":"b","b":"a"}`, `{"a":{"b":1},"c":{"b":1},"b":1}`, `[["a","a"],{}]`,
	} {
		if bad := schema.CheckJSON([]byte(body), limits); bad != nil {
			t.Errorf("%s: %v", body, bad)
		}
	}
}

// TestCoercion: scalars are read as one another where the settings or the type say so; a type has the last word.
func TestCoercion(t *testing.T) {
	yes, no := true, false
	loose := func(t *schema.Type, coerce *bool) *schema.Type {
		changed := *t
		changed.Coerce = coerce
		return &changed
	}
	for _, c := range []struct {
		t    *schema.Type
		doc  string
		want any // nil if it is refused
	}{
		{intType, `"1"`, int64(1)},
		{boolType, `"true"`, true},
		{floatType, `"1.5"`, 1.5},
		{boolType, `1`, true},
		{stringType, `1.50`, "1.50"},
		{stringType, `true`, "true"},
		{intType, `""`, nil},
		{intType, `"1.5"`, nil},
		{intType, `true`, nil},
		{dateType, `1`, nil},
		{listOf(intType), `"1"`, nil},
		{listOf(intType), `["1"]`, []any{int64(1)}},
	} {
		for _, settings := range []bool{false, true} {
			got, found, err := schema.JSON[any](schematest.Maker{}, c.t, gjson.Parse(c.doc), schema.Limits{Coerce: settings})
			if err != nil || (len(found) > 0) != (c.want == nil || !settings) || settings && c.want != nil && !reflect.DeepEqual(got, c.want) {
				t.Errorf("%s %s with coerce %v = %v, %v, %v", c.t.Name, c.doc, settings, got, found, err)
			}
		}
		if _, found, _ := schema.JSON[any](schematest.Maker{}, loose(c.t, &no), gjson.Parse(c.doc), schema.Limits{Coerce: true}); len(found) == 0 &&
			c.t.Kind != schema.List {
			t.Errorf("%s %s is coerced against its type", c.t.Name, c.doc)
		}
		if _, found, _ := schema.JSON[any](schematest.Maker{}, loose(c.t, &yes), gjson.Parse(c.doc),
			schema.Limits{}); (len(found) > 0) != (c.want == nil) && c.t.Kind != schema.List {
			t.Errorf("%s %s: %v", c.t.Name, c.doc, found)
		}
	}
	if got, found, _ := schema.JSON[any](schematest.Maker{}, nullable(intType), gjson.Parse(`""`), schema.Limits{Coerce: true}); got != nil ||
		found != nil {
		t.Errorf("an empty text is %v, %v", got, found)
	}
}
