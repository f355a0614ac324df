package schema_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/schematest"
)

// entries makes the value of an object that is not an instance: entries("a", 1, "b", 2).
func entries(pairs ...any) []schematest.Entry {
	list := []schematest.Entry{}
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, schematest.Entry{Key: pairs[i].(string), Value: pairs[i+1]})
	}
	return list
}

func instance(class string, pairs ...any) schematest.Instance {
	fields := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		fields[pairs[i].(string)] = pairs[i+1]
	}
	return schematest.Instance{Class: class, Fields: fields}
}

func bind(t *schema.Type, doc string) (any, []schema.Mismatch, error) {
	return schema.JSON[any](schematest.Maker{}, t, gjson.Parse(doc), schema.Limits{})
}

type jsonCase struct {
	t    *schema.Type
	doc  string
	want any
}

func (c jsonCase) run(t *testing.T) {
	t.Helper()
	got, found, err := bind(c.t, c.doc)
	if err != nil || len(found) > 0 || !reflect.DeepEqual(got, c.want) {
		t.Errorf("%s %s = %#v, %v, %v; want %#v", c.t.Name, c.doc, got, found, err, c.want)
	}
}

func TestJSONScalars(t *testing.T) {
	for _, c := range []jsonCase{
		{stringType, `"a"`, "a"},
		{stringType, ` "" `, ""},
		{intType, `7`, int64(7)},
		{intType, `-0`, int64(0)},
		{intType, `-9007199254740991`, int64(-9007199254740991)},
		{floatType, `7`, 7.0},
		{floatType, `-7.5e1`, -75.0},
		{floatType, `1e-400`, 0.0},
		{boolType, `true`, true},
		{boolType, `false`, false},
		{dateType, `"2026-01-31T12:00:00+02:00"`, instant("2026-01-31T10:00:00Z")},
		{dateType, `"2026-01-31"`, instant("2026-01-31T00:00:00Z")},
		{bytesType, `"aGk="`, []byte("hi")},
		{colourType, `"red"`, "red"},
		{colourType, `"\u0072ed"`, "red"},
		{levelType, `1`, int64(1)},
		{levelType, `2.5`, 2.5},
		{levelType, `true`, true},
		{levelType, `"off"`, "off"},
		{nullable(intType), `null`, nil},
		{nullable(listOf(intType)), `null`, nil},
		{anyType, `null`, nil},
	} {
		c.run(t)
	}
}

func TestJSONStrings(t *testing.T) {
	for _, c := range []jsonCase{
		{stringType, `"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"},
		{stringType, `"\u00e4\u00C4x"`, "äÄx"},
		{stringType, `"\ud83d\ude00!"`, "😀!"},
		{stringType, `"\ud800"`, "\ufffd"},
		{stringType, `"\ud800\u0041"`, "\ufffdA"},
		{stringType, `"\ud800\ud83d\ude00"`, "\ufffd😀"},
		{stringType, `"\ude00\ud83d"`, "\ufffd\ufffd"},
		{stringType, `"\ud800\n"`, "\ufffd\n"},
		{stringType, `"a\u0000b"`, "a\x00b"},
		{stringType, "\"\u2028\"", "\u2028"},
	} {
		c.run(t)
	}
}

func TestJSONAny(t *testing.T) {
	for _, c := range []jsonCase{
		{
			anyType, `{"a":[1,2.0,"x",true,null,{}]}`,
			entries("a", []any{int64(1), 2.0, "x", true, nil, entries()}),
		},
		{anyType, `-0`, math.Copysign(0, -1)},
		{anyType, `9007199254740992`, 9007199254740992.0},
		{anyType, `1e999`, math.Inf(1)},
		{kind(schema.Untyped), `"7"`, "7"},
		{anyType, `{"__proto__":{"admin":true},"a":1,"a":2}`, entries("__proto__", entries("admin", true), "a", int64(2))},
	} {
		c.run(t)
	}
}

func TestJSONCollections(t *testing.T) {
	for _, c := range []jsonCase{
		{listOf(intType), `[]`, []any{}},
		{listOf(intType), `[1,2]`, []any{int64(1), int64(2)}},
		{listOf(listOf(intType)), `[[1],[],[2,3]]`, []any{[]any{int64(1)}, []any{}, []any{int64(2), int64(3)}}},
		{listOf(nullable(intType)), `[null,1]`, []any{nil, int64(1)}},
		{listOf(nil), `[1,"a"]`, []any{int64(1), "a"}},
		{mapOf(intType), `{"a":1,"b":2}`, entries("a", int64(1), "b", int64(2))},
		{mapOf(intType), `{"\u0061":1}`, entries("a", int64(1))},
		{mapOf(nil), `{}`, entries()},
		{
			kind(schema.StringList), `["a",1,-1.50,12345678901234567890,"\n"]`,
			[]any{"a", "1", "-1.50", "12345678901234567890", "\n"},
		},
		{kind(schema.IntegerList), `[1,"2","+03"]`, []any{int64(1), int64(2), int64(3)}},
		{kind(schema.FloatList), `[1,1.5,"2","2.5e1"]`, []any{1.0, 1.5, 2.0, 25.0}},
		{nullable(kind(schema.FloatList)), `null`, nil},
	} {
		c.run(t)
	}
}

func TestJSONShapes(t *testing.T) {
	shape := shapeOf(required("id", intType), optional("note", stringType), optional("rest", anyType))
	for _, c := range []jsonCase{
		{shape, `{"id":1}`, entries("id", int64(1))},
		{shape, `{"note":"n","id":1,"other":{"id":2}}`, entries("id", int64(1), "note", "n")},
		{shape, `{"id":1,"note":null,"rest":null}`, entries("id", int64(1), "rest", nil)},
		{
			listOf(shape), `[{"id":1},{"id":2,"note":"x"}]`,
			[]any{entries("id", int64(1)), entries("id", int64(2), "note", "x")},
		},
	} {
		c.run(t)
	}
}

func orderType() *schema.Type {
	line := classOf("Line", required("product", stringType), required("quantity", intType))
	customer := classOf("Customer", required("name", stringType), optional("email", nullable(stringType)))
	return classOf("Order",
		required("id", intType),
		&schema.Field{Name: "placedAt", JSON: "placed_at", Aliases: []string{"placedAt", "date"}, Type: dateType},
		required("customer", customer),
		required("lines", listOf(line)),
		optional("tags", kind(schema.StringList)),
	)
}

func TestJSONInstances(t *testing.T) {
	order := orderType()
	line := instance("Line", "product", "p", "quantity", int64(2))
	for _, c := range []jsonCase{
		{
			order, `{"id":1,"placed_at":"2026-01-31","customer":{"name":"n"},"lines":[{"product":"p","quantity":2}]}`,
			instance("Order", "id", int64(1), "placedAt", instant("2026-01-31T00:00:00Z"),
				"customer", instance("Customer", "name", "n"), "lines", []any{line}),
		},
		{
			order, `{"tags":[1],"lines":[],"customer":{"email":null,"name":"n"},"date":"2026-01-31","id":1,"extra":[{}]}`,
			instance("Order", "id", int64(1), "placedAt", instant("2026-01-31T00:00:00Z"),
				"customer", instance("Customer", "name", "n", "email", nil), "lines", []any{}, "tags", []any{"1"}),
		},
		{
			order, `{"id":1,"customer":{"name":"n"},"lines":[],"id":2,"tags":["a"],"tags":null,"\u0069d":3}`,
			instance("Order", "id", int64(3), "customer", instance("Customer", "name", "n"), "lines", []any{}),
		},
		{
			order, `{"id":1,"__proto__":{"id":2},"constructor":1,"customer":{"name":"n"},"lines":[]}`,
			instance("Order", "id", int64(1), "customer", instance("Customer", "name", "n"), "lines", []any{}),
		},
	} {
		c.run(t)
	}
}

func TestJSONRecursiveClass(t *testing.T) {
	node := classOf("Node", required("name", stringType))
	node.Class.Fields = append(node.Class.Fields, optional("children", listOf(node)))
	jsonCase{
		node, `{"name":"a","children":[{"name":"b"},{"name":"c","children":[]}]}`,
		instance("Node", "name", "a", "children", []any{
			instance("Node", "name", "b"), instance("Node", "name", "c", "children", []any{}),
		}),
	}.run(t)
}

func TestJSONMismatches(t *testing.T) {
	order := orderType()
	for _, c := range []struct {
		t    *schema.Type
		doc  string
		want string
	}{
		{intType, `7.0`, "expected integer"},
		{intType, `1e2`, "expected integer"},
		{intType, `"7"`, "expected integer"},
		{intType, `null`, "expected integer, not null"},
		{intType, `[]`, "expected integer"},
		{intType, `{"a":[]}`, "expected integer"},
		{intType, `9007199254740992`, "expected integer within ±9007199254740991"},
		{floatType, `"1.5"`, "expected number"},
		{floatType, `1e999`, "expected number"},
		{boolType, `1`, "expected boolean"},
		{boolType, `"true"`, "expected boolean"},
		{stringType, `1`, "expected string"},
		{stringType, `true`, "expected string"},
		{bytesType, `"?"`, "expected base64 text"},
		{colourType, `"blue"`, `expected one of "red", "green"`},
		{colourType, `1`, `expected one of "red", "green"`},
		{levelType, `"1"`, `expected one of 1, 2.5, true, "off"`},
		{levelType, `"true"`, `expected one of 1, 2.5, true, "off"`},
		{levelType, `false`, `expected one of 1, 2.5, true, "off"`},
		{hostType, `{}`, "expected a HttpRequest, which cannot be sent"},
		{kind(schema.Void), `1`, "expected nothing"},
		{listOf(intType), `{}`, "expected list"},
		{listOf(intType), `[1,"2",null]`, "[1]: expected integer; [2]: expected integer, not null"},
		{mapOf(intType), `[]`, "expected object"},
		{
			mapOf(intType), `{"a":"x","b c":1.5,"0":null}`,
			`a: expected integer; ["b c"]: expected integer; ["0"]: expected integer, not null`,
		},
		{
			kind(schema.StringList), `["a",true,null,[],{}]`,
			"[1]: expected string; [2]: expected string, not null; [3]: expected string; [4]: expected string",
		},
		{
			kind(schema.IntegerList), `[1.5,2.0,"2.0","",true]`,
			"[0]: expected integer; [1]: expected integer; [2]: expected integer; [3]: expected integer; [4]: expected integer",
		},
		{kind(schema.FloatList), `["a","0x1",null]`, "[0]: expected number; [1]: expected number; [2]: expected number, not null"},
		{kind(schema.FloatList), `"1"`, "expected list of numbers"},
		{order, `[]`, "expected object"},
		{order, `null`, "expected object, not null"},
		{order, `"x"`, "expected object"},
		{order, `{}`, "id: is required; customer: is required; lines: is required"},
		{
			order, `{"id":null,"customer":{},"lines":[{"product":"p","quantity":"2"},{"product":1}],"placedAt":"soon"}`,
			"customer.name: is required; lines[0].quantity: expected integer; lines[1].product: expected string; " +
				"lines[1].quantity: is required; placed_at: expected " +
				"a date such as 2026-01-31 or a date-time such as 2026-01-31T12:00:00Z; id: is required",
		},
	} {
		got, found, err := bind(c.t, c.doc)
		if err != nil || render(found) != c.want || got != (schematest.Absent{}) {
			t.Errorf("%s %s:\n got %s, %v, %v\nwant %s", c.t.Name, c.doc, render(found), got, err, c.want)
		}
	}
}

func TestJSONLongKeysAreCutInPaths(t *testing.T) {
	_, found, _ := bind(mapOf(intType), `{"`+strings.Repeat("k", 1000)+`":"x"}`)
	if len(found) != 1 || len(found[0].Path) > 80 {
		t.Errorf("path of %d bytes", len(found[0].Path))
	}
}

func TestJSONStopsAtTwentyMismatches(t *testing.T) {
	_, found, err := bind(listOf(intType), `[`+strings.Repeat(`"x",`, 50)+`1]`)
	if len(found) != 20 || err != nil {
		t.Errorf("%d mismatches, %v; want 20", len(found), err)
	}
}

func TestJSONMissingDocument(t *testing.T) {
	_, found, err := schema.JSON[any](schematest.Maker{}, intType, gjson.Get(`{"a":1}`, "b"), schema.Limits{})
	if render(found) != "is required" || err != nil {
		t.Errorf("got %v, %v", found, err)
	}
}

func TestJSONPartOfDocument(t *testing.T) {
	got, found, err := schema.JSON[any](schematest.Maker{}, listOf(intType), gjson.Get(`{"a":{"b":[1,2]}}`, "a.b"), schema.Limits{})
	if err != nil || len(found) > 0 || !reflect.DeepEqual(got, []any{int64(1), int64(2)}) {
		t.Errorf("got %v, %v, %v", got, found, err)
	}
}

func TestJSONSyntax(t *testing.T) {
	for _, doc := range []string{
		`{"id":1`, `{"id":1]`, `{"id":01}`, `{"id" 1}`, `[1`, `{"x":[1,}`, `{"id":1}x`, `{"id":nul}`, `{"id":tru}`, `{"tags":["a`,
		`{"tags":[1,2`, `{"customer":{"name":"\u12"}}`, `{"tags":["\x"]}`, `{"lines":[{]}`,
	} {
		_, found, err := bind(orderType(), doc)
		if _, ok := errors.AsType[*schema.Syntax](err); !ok || found != nil {
			t.Errorf("%s: %v, %v; want a syntax error", doc, found, err)
		}
	}
}

func TestJSONDepth(t *testing.T) {
	doc := strings.Repeat("[", 40) + strings.Repeat("]", 40)
	if _, _, err := schema.JSON[any](schematest.Maker{}, anyType, gjson.Parse(doc), schema.Limits{Depth: 40}); err != nil {
		t.Errorf("forty levels in forty: %v", err)
	}
	_, _, err := schema.JSON[any](schematest.Maker{}, anyType, gjson.Parse(doc), schema.Limits{Depth: 39})
	if bad, ok := errors.AsType[*schema.Syntax](err); !ok || !bad.TooDeep {
		t.Errorf("forty levels in thirty-nine: %v", err)
	}
}

func TestJSONThrowingConstructor(t *testing.T) {
	thrown := errors.New("no such line")
	m := schematest.Maker{Construct: func(class string) error {
		if class == "Line" {
			return thrown
		}
		return nil
	}}
	doc := gjson.Parse(`{"id":1,"customer":{"name":"n"},"lines":[{"product":"p","quantity":1}]}`)
	if _, found, err := schema.JSON[any](m, orderType(), doc, schema.Limits{}); !errors.Is(err, thrown) || found != nil {
		t.Errorf("got %v, %v; want what the constructor threw", found, err)
	}
}

func TestJSONConstructsNothingAfterMismatch(t *testing.T) {
	constructed := 0
	m := schematest.Maker{Construct: func(string) error { constructed++; return nil }}
	doc := gjson.Parse(`{"id":"x","customer":{"name":"n"},"lines":[{"product":"p","quantity":1}]}`)
	if _, found, _ := schema.JSON[any](m, orderType(), doc, schema.Limits{}); len(found) != 1 || constructed != 0 {
		t.Errorf("%d instances in spite of %v", constructed, found)
	}
}

// A constructor may itself bind, on the same goroutine.
func TestJSONIsReentrant(t *testing.T) {
	inner := classOf("Inner", required("n", intType))
	outer := classOf("Outer", required("a", intType), required("list", listOf(inner)))
	m := schematest.Maker{Construct: func(string) error {
		_, _, err := bind(inner, `{"n":9}`)
		return err
	}}
	got, _, err := schema.JSON[any](m, outer, gjson.Parse(`{"a":1,"list":[{"n":1},{"n":2}]}`), schema.Limits{})
	list := []any{instance("Inner", "n", int64(1)), instance("Inner", "n", int64(2))}
	want := instance("Outer", "a", int64(1), "list", list)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestJSONManyFields(t *testing.T) {
	var fields []*schema.Field
	var doc []string
	pairs := []any{}
	for i := range 100 {
		name := fmt.Sprintf("f%d", i)
		fields = append(fields, required(name, intType))
		doc = append([]string{fmt.Sprintf("%q:%d", name, i)}, doc...)
		pairs = append(pairs, name, int64(i))
	}
	jsonCase{classOf("Wide", fields...), "{" + strings.Join(doc, ",") + "}", instance("Wide", pairs...)}.run(t)
}

func FuzzJSON(f *testing.F) {
	types := []*schema.Type{
		orderType(), anyType, listOf(mapOf(nullable(intType))), kind(schema.StringList), kind(schema.IntegerList),
		kind(schema.FloatList), shapeOf(required("id", intType), optional("at", dateType)), levelType, bytesType, stringType,
	}
	for i, seed := range []string{
		`{"id":1,"customer":{"name":"n"},"lines":[{"product":"p","quantity":2}]}`, `{"__proto__":[1e999,-0]}`,
		`[{"a":null}]`, `["a",1]`, `[1,"2"]`, `[1.5,"2"]`, `{"id":1,"at":"2026-01-31"}`, `true`, `"aGk="`, `"\ud83d\ude00\ud800"`,
	} {
		f.Add(uint8(i), seed)
	}
	f.Fuzz(func(t *testing.T, which uint8, doc string) {
		const depth = 50
		typ := types[int(which)%len(types)]
		_, found, err := schema.JSON[any](schematest.Maker{}, typ, gjson.Result{Type: gjson.JSON, Raw: doc}, schema.Limits{Depth: depth})
		bad := schema.CheckJSON([]byte(doc), schema.Limits{Depth: depth})
		if bad == nil && err != nil {
			t.Errorf("%q passes the check, but: %v", doc, err)
		}
		if bad != nil && err == nil && len(found) < 20 {
			t.Errorf("%q was bound in spite of: %v", doc, bad)
		}
	})
}

// A large document grows the stacks beyond the size that is kept for the next binding.
func TestJSONLargeDocument(t *testing.T) {
	const items = 10_000
	want := make([]any, items)
	for i := range want {
		want[i] = int64(7)
	}
	for range 2 {
		jsonCase{listOf(intType), "[" + strings.Repeat("7,", items-1) + "7]", want}.run(t)
	}
}
