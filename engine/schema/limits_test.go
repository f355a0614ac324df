package schema_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/schematest"
	"github.com/fwrun/fwrun/platform/pollution"
)

// TestLimitsCountValues: members and elements count, wherever they are, in the check and in the binding.
func TestLimitsCountValues(t *testing.T) {
	for _, c := range []struct {
		body   string
		values int
	}{
		{`1`, 0},
		{`[]`, 0},
		{`[1,2,3]`, 3},
		{`[[],[],[[]]]`, 4},
		{`{"a":{"b":1},"c":[1,2]}`, 5},
	} {
		for _, limit := range []int{c.values, c.values - 1} {
			if limit <= 0 {
				continue
			}
			limits := schema.Limits{Values: limit}
			_, _, err := schema.JSON[any](schematest.Maker{}, anyType, gjson.Parse(c.body), limits)
			bound, _ := errors.AsType[*schema.Syntax](err)
			checked := schema.CheckJSON([]byte(c.body), limits)
			if refused := limit < c.values; (checked != nil && checked.TooMany) != refused || (bound != nil && bound.TooMany) != refused {
				t.Errorf("%s with a limit of %d: checked %v, bound %v", c.body, limit, checked, bound)
			}
		}
	}
	_, _, err := schema.JSON[any](schematest.Maker{}, classOf("C", required("a", intType)), gjson.Parse(`{"a":1,"unknown":[1,2,3]}`),
		schema.Limits{Values: 4})
	if err == nil {
		t.Error("the values of unknown members do not count")
	}
}

func TestProto(t *testing.T) {
	for _, body := range []string{
		`{"__proto__":1}`, `{"a":[{"b":1,"__proto__":{"x":2}}]}`, `{"__pr\u006fto__":1}`,
		`{"\u005f\u005f\u0070\u0072\u006f\u0074\u006f\u005f\u005f":1}`, `{"constructor":{"a":{},"prototype":{"x":1}}}`,
		`{"a":[{"b":{"\u0063onstructor":{"c":[{}],"prototyp\u0065":null}}}]}`,
	} {
		bad := schema.CheckJSON([]byte(body), schema.Limits{Proto: pollution.Refused})
		if bad == nil || !strings.Contains(bad.Reason, "proto") {
			t.Errorf("%s: %v", body, bad)
		}
		for _, typ := range []*schema.Type{anyType, classOf("C")} {
			if typ != anyType && body[2] == 'a' {
				continue
			}
			if _, _, err := schema.JSON[any](schematest.Maker{}, typ, gjson.Parse(body), schema.Limits{Proto: pollution.Refused}); err == nil {
				t.Errorf("%s is bound", body)
			}
		}
		value, _, err := schema.JSON[any](schematest.Maker{}, anyType, gjson.Parse(body), schema.Limits{Proto: pollution.Dropped})
		if err != nil || strings.Contains(fmt.Sprint(value), "proto") {
			t.Errorf("%s is %v, %v", body, value, err)
		}
	}
	for _, body := range []string{
		`{"a":"__proto__"}`, `{"__proto":1,"\u0061":2}`, `["__proto__"]`, `{"constructor":1,"prototype":2}`, `{"constructor":[{"prototype":1}]}`,
		`[{"constructor":{}},{"prototype":1}]`, `{"constructor":{"a":{"prototype":1}},"prototype":{}}`, `{"constructor":"","a":{"prototype":1}}`,
		`[{"constructor":1},{"prototype":1}]`,
	} {
		if bad := schema.CheckJSON([]byte(body), schema.Limits{Proto: pollution.Refused}); bad != nil {
			t.Errorf("%s: %v", body, bad)
		}
	}
}

// TestProtoInTrees: forms and XML have the same rule as JSON.
func TestProtoInTrees(t *testing.T) {
	form := func(limits schema.Limits, names ...string) (any, []schema.Mismatch) {
		var fields []schema.FormField
		for _, name := range names {
			fields = append(fields, schema.FormField{Name: name, Text: "1"})
		}
		value, found, err := schema.Form[any](schematest.Maker{}, anyType, fields, limits)
		if err != nil {
			t.Fatal(err)
		}
		return value, found
	}
	for _, name := range []string{"__proto__", "__proto__[x]", "a[__proto__][x]", "constructor[prototype][x]", "a[constructor][prototype]"} {
		if _, found := form(schema.Limits{Proto: pollution.Refused}, "b", name); len(found) != 1 || !strings.Contains(found[0].String(), "proto") {
			t.Errorf("%s: %v", name, found)
		}
		if value, found := form(schema.Limits{Proto: pollution.Dropped}, "b", name); len(found) > 0 || strings.Contains(fmt.Sprint(value), "proto") {
			t.Errorf("%s is %v, %v", name, value, found)
		}
	}
	if _, found := form(schema.Limits{Proto: pollution.Refused}, "prototype", "constructor[a][prototype]", "constructor[b]",
		"x[prototype]"); len(found) > 0 {
		t.Errorf("harmless names: %v", found)
	}
	for _, text := range []string{
		"<a><__proto__><x>1</x></__proto__></a>", "<a><b __proto__='1'/></a>",
		"<a><b><constructor><prototype><x>1</x></prototype></constructor></b></a>",
	} {
		doc, _ := schema.ParseXML(text, 0)
		if _, found, _ := schema.XML[any](schematest.Maker{}, anyType, doc, schema.Limits{Proto: pollution.Refused}); len(found) != 1 ||
			!strings.Contains(found[0].String(), "proto") {
			t.Errorf("%s: %v", text, found)
		}
		doc, _ = schema.ParseXML(text, 0)
		if value, found, _ := schema.XML[any](schematest.Maker{}, anyType, doc, schema.Limits{Proto: pollution.Dropped}); len(found) > 0 ||
			strings.Contains(fmt.Sprint(value), "proto") {
			t.Errorf("%s is %v, %v", text, value, found)
		}
	}
}

// polled is a Maker that ends the binding when it is asked.
type polled struct {
	schematest.Maker
	err error
}

func (p polled) Poll() error { return p.err }

func TestBindingAsks(t *testing.T) {
	ended := errors.New("ended")
	long := "[" + strings.Repeat("[],", 5000) + "{}]"
	for _, limits := range []schema.Limits{{}, {Values: 6000}} {
		if _, _, err := schema.JSON[any](polled{err: ended}, anyType, gjson.Parse(long), limits); !errors.Is(err, ended) {
			t.Errorf("%v: %v", limits, err)
		}
	}
}

// TestBindingAsksBetweenSkipped: members that are skipped do not keep the binder from asking, whatever their number.
func TestBindingAsksBetweenSkipped(t *testing.T) {
	ended := errors.New("ended")
	row := `{"unknown":[` + strings.Repeat("1,", 1021) + "1]}," // 1024 values
	document := "[" + strings.Repeat(row, 20) + "{}]"
	_, _, err := schema.JSON[any](polled{err: ended}, listOf(classOf("C")), gjson.Parse(document), schema.Limits{Values: 1 << 20})
	if !errors.Is(err, ended) {
		t.Error(err)
	}
}
