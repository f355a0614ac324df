package schema_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/schematest"
)

// upload is a file in a form; code 4 means that there is no file.
type upload struct {
	name string
	code int
}

func (u *upload) Name() string        { return u.name }
func (u *upload) ClaimedType() string { return "a/b" }
func (u *upload) Path() string        { return "/tmp/" + u.name }
func (u *upload) Code() int           { return u.code }
func (u *upload) Size() int64         { return 3 }

var (
	fileA, fileB, noFile = &upload{name: "a"}, &upload{name: "b"}, &upload{code: 4}

	fileType = &schema.Type{Kind: schema.Host, Name: schema.UploadedFile}
	rawType  = &schema.Type{Kind: schema.Any, Name: "array"}
)

// formOf parses "name=text&name=@file"; files are a, b and none.
func formOf(text string) []schema.FormField {
	var fields []schema.FormField
	if text == "" {
		return nil
	}
	for one := range strings.SplitSeq(text, "&") {
		name, value, _ := strings.Cut(one, "=")
		field := schema.FormField{Name: name}
		switch value {
		case "@a":
			field.File = fileA
		case "@b":
			field.File = fileB
		case "@":
			field.File = noFile
		default:
			field.Text, field.IsJSON = strings.CutPrefix(value, "json:")
		}
		fields = append(fields, field)
	}
	return fields
}

func bindForm(t *schema.Type, text string) (any, []schema.Mismatch, error) {
	return schema.Form[any](schematest.Maker{}, t, formOf(text), schema.Limits{})
}

func TestForm(t *testing.T) {
	line := classOf("Line", required("sku", stringType), optional("qty", intType))
	order := classOf("Order", required("id", intType), optional("tags", listOf(stringType)), optional("lines", listOf(line)),
		optional("customer", classOf("Customer", required("name", stringType))), optional("note", nullable(intType)))
	order.Class.Fields[0].Aliases = []string{"number"}
	one := func(name string, t *schema.Type) *schema.Type { return classOf("C", optional(name, t)) }
	of := func(name string, value any) any { return instance("C", name, value) }
	entry := func(name, kind, path, code, size any) any {
		return entries("name", name, "type", kind, "tmp_name", path, "error", code, "size", size)
	}
	for _, c := range []struct {
		t    *schema.Type
		form string
		want any
	}{
		{order, "id=7", instance("Order", "id", int64(7))},
		{order, "number=7&unknown=1", instance("Order", "id", int64(7))},
		{order, "id=7&id=8", instance("Order", "id", int64(7))},
		{order, "id=7&tags=a&tags=b", instance("Order", "id", int64(7), "tags", []any{"a", "b"})},
		{order, "id=7&tags[]=a&tags=b", instance("Order", "id", int64(7), "tags", []any{"a", "b"})},
		{order, "id=7&tags[1]=b&tags[0]=a", instance("Order", "id", int64(7), "tags", []any{"a", "b"})},
		{order, "id=7&tags=", instance("Order", "id", int64(7), "tags", []any{""})},
		{order, "id=7&note=", instance("Order", "id", int64(7), "note", nil)},
		{order, "id=7&customer=", instance("Order", "id", int64(7))},
		{order, "id=7&customer[name]=x", instance("Order", "id", int64(7), "customer", instance("Customer", "name", "x"))},
		{order, "id=7&customer.name=x", instance("Order", "id", int64(7), "customer", instance("Customer", "name", "x"))},
		{
			order, "id=7&lines[0][sku]=a&lines[0][qty]=1&lines[999999999][sku]=b",
			instance("Order", "id", int64(7), "lines", []any{instance("Line", "sku", "a", "qty", int64(1)), instance("Line", "sku", "b")}),
		},
		{
			order, "id=7&lines[0].sku=a&lines[1].sku=b&lines[1].qty=",
			instance("Order", "id", int64(7), "lines", []any{instance("Line", "sku", "a"), instance("Line", "sku", "b")}),
		},
		{
			order, "id=7&lines[][sku]=a&lines[][sku]=b",
			instance("Order", "id", int64(7), "lines", []any{instance("Line", "sku", "a"), instance("Line", "sku", "b")}),
		},
		{order, `id=7&lines=json:[{"sku":"a"}]&customer=json:{"name":"x"}`, instance("Order", "id", int64(7), "lines", []any{instance("Line", "sku", "a")},
			"customer", instance("Customer", "name", "x"))},

		{one("a.b", stringType), "a.b=1", of("a.b", "1")},
		{one("a[b]", stringType), "a[b]=1", of("a[b]", "1")},
		{one("a", boolType), "a=on", of("a", true)},
		{one("a", floatType), "a=1.5", of("a", 1.5)},
		{one("a", dateType), "a=2026-01-31", of("a", instant("2026-01-31T00:00:00Z"))},
		{one("a", colourType), "a=red", of("a", "red")},
		{one("a", intType), "a=", instance("C")},
		{one("a", nullable(stringType)), "a=", of("a", "")},
		{one("a", nullable(colourType)), "a=", of("a", nil)},
		{one("a", enumOf("", "b")), "a=", of("a", "")},
		{one("a", listOf(intType)), "a=", of("a", []any{})},
		{one("a", listOf(intType)), "a[]=1&a[]=2", of("a", []any{int64(1), int64(2)})},
		{one("a", kind(schema.StringList)), "a[]=1&a[]=b", of("a", []any{"1", "b"})},
		{one("a", kind(schema.IntegerList)), "a[]=1&a[]=007", of("a", []any{int64(1), int64(7)})},
		{one("a", kind(schema.FloatList)), "a[]=1&a[]=2.5", of("a", []any{1.0, 2.5})},
		{one("a", mapOf(intType)), "a[x]=1&a[y]=2&a[x]=3", of("a", entries("x", int64(1), "y", int64(2)))},
		{one("a", shapeOf(required("b", intType), optional("c", intType))), "a[b]=1", of("a", entries("b", int64(1)))},

		{one("f", fileType), "f=@a", of("f", fileA)},
		{one("f", fileType), "f[]=@a&f[]=@b", of("f", fileA)},
		{one("f", fileType), "f=@", of("f", noFile)},
		{one("f", nullable(fileType)), "f=@", of("f", nil)},
		{one("f", nullable(fileType)), "f=@a", of("f", fileA)},
		{one("f", listOf(fileType)), "f=@a&f=@b", of("f", []any{fileA, fileB})},
		{one("f", listOf(fileType)), "f=@", of("f", []any{})},
		{one("f", mapOf(fileType)), "f[x]=@a&f[y]=@b", of("f", entries("x", fileA, "y", fileB))},
		{one("f", anyType), "f=@a", of("f", fileA)},
		{one("f", rawType), "f=@a", of("f", entry("a", "a/b", "/tmp/a", int64(0), int64(3)))},
		{one("f", rawType), "f=@", of("f", entry("", "a/b", "/tmp/", int64(4), int64(3)))},
		{one("f", rawType), "f[]=@a", of("f", entry([]any{"a"}, []any{"a/b"}, []any{"/tmp/a"}, []any{int64(0)}, []any{int64(3)}))},
		{
			one("f", rawType), "f[]=@a&f[]=@b",
			of("f", entry([]any{"a", "b"}, []any{"a/b", "a/b"}, []any{"/tmp/a", "/tmp/b"}, []any{int64(0), int64(0)}, []any{int64(3), int64(3)})),
		},
		{
			one("f", rawType), "f[x]=@a",
			of("f", entry(entries("x", "a"), entries("x", "a/b"), entries("x", "/tmp/a"), entries("x", int64(0)), entries("x", int64(3)))),
		},
		{
			one("f", rawType), "f[0]=@a&f[1]=@b",
			of("f", entry([]any{"a", "b"}, []any{"a/b", "a/b"}, []any{"/tmp/a", "/tmp/b"}, []any{int64(0), int64(0)}, []any{int64(3), int64(3)})),
		},
		{one("f", rawType), "f[x]=1", of("f", entries("x", "1"))},
		{rawType, "a=1&f=@a", entries("a", "1", "f", entry("a", "a/b", "/tmp/a", int64(0), int64(3)))},

		{anyType, "", entries()},
		{anyType, "a=1&b[]=2&c[x]=3&d=4&d=5&e[0]=6&e[1]=7&__proto__=8", entries(
			"a", "1", "b", []any{"2"}, "c", entries("x", "3"), "d", []any{"4", "5"}, "e", []any{"6", "7"}, "__proto__", "8")},
		{anyType, "a.b=1&c[=2&[d]=3&e]f[=4&g[h]i=5", entries("a.b", "1", "c[", "2", "[d]", "3", "e]f[", "4", "g[h]i", "5")},
		{anyType, "e[0][x]=6&e[01]=7", entries("e", entries("0", entries("x", "6"), "01", "7"))},
		{anyType, "j=json:[1]", entries("j", []any{int64(1)})},
		{mapOf(intType), "a=1&b=2", entries("a", int64(1), "b", int64(2))},
		{shapeOf(required("a", intType)), "a=1&b=2", entries("a", int64(1))},
	} {
		got, found, err := bindForm(c.t, c.form)
		if err != nil || len(found) > 0 || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s\n got %v, %v, %v\nwant %v", c.form, got, found, err, c.want)
		}
	}
}

func TestFormRefuses(t *testing.T) {
	line := classOf("Line", required("sku", stringType), optional("qty", intType))
	order := classOf("Order", required("id", intType), optional("lines", listOf(line)), optional("file", fileType),
		optional("ints", kind(schema.IntegerList)), optional("floats", kind(schema.FloatList)), optional("customer", line))
	for _, c := range []struct {
		t    *schema.Type
		form string
		want string
	}{
		{order, "", "id: is required"},
		{order, "id=", "id: is required"},
		{order, "id=x", "id: expected integer"},
		{order, "id[a]=1", "id: expected integer"},
		{order, "id=@a", "id: expected integer"},
		{order, "id=1&lines[3][qty]=x", "lines[3].sku: is required, lines[3].qty: expected integer"},
		{order, "id=1&lines[]=x", "lines[0]: expected object"},
		{order, "id=1&lines[]=", "lines[0]: expected object"},
		{order, "id=1&lines[x][sku]=a", "lines: expected list"},
		{order, "id=1&lines=json:[{}]", "lines[0].sku: is required"},
		{order, "id=1&lines=json:[", "lines: expected JSON"},
		{order, "id=1&customer=x", "customer: expected object"},
		{order, "id=1&customer=x&customer[sku]=y", "customer[sku]: expected either a value or nested fields, not both"},
		{order, "id=1&customer[sku]=y&customer=x", "customer: expected either a value or nested fields, not both"},
		{order, "id=1&file=x", "file: expected file"},
		{order, "id=1&file=", ""},
		{order, "id=1&ints[]=1.5&ints[]=2.0&ints[]=&ints[]=true", "ints[0]: expected integer, ints[1]: expected integer, ints[2]: " +
			"expected integer, ints[3]: expected integer"},
		{order, "id=1&floats[]=x&floats[]=true", "floats[0]: expected number, floats[1]: expected number"},
		{order, "id=1&x" + strings.Repeat("[a]", 40) + "=1", "x" + strings.Repeat("[a]", 40) + ": expected a name with fewer levels"},
		{listOf(intType), "a=1", "expected list"},
		{intType, "a=1", "expected integer"},
		{mapOf(intType), "a[b]=1", "a: expected integer"},
		{classOf("C", required("f", fileType)), "", "f: is required"},
		{classOf("C", required("f", hostType)), "f=@a", "f: expected a HttpRequest, which cannot be sent"},
	} {
		_, found, err := bindForm(c.t, c.form)
		if got := mismatches(found); err != nil || got != c.want {
			t.Errorf("%s\n got %s, %v\nwant %s", c.form, got, err, c.want)
		}
	}
}

func mismatches(found []schema.Mismatch) string {
	texts := make([]string, len(found))
	for i, m := range found {
		texts[i] = told(m)
	}
	return strings.Join(texts, ", ")
}

func TestFormThrows(t *testing.T) {
	thrown := errors.New("thrown")
	m := schematest.Maker{Construct: func(string) error { return thrown }}
	if _, _, err := schema.Form[any](m, classOf("C"), nil, schema.Limits{}); !errors.Is(err, thrown) {
		t.Error(err)
	}
	called := false
	m.Construct = func(string) error { called = true; return nil }
	if _, found, _ := schema.Form[any](m, classOf("C", required("a", intType)), nil, schema.Limits{}); len(found) != 1 || called {
		t.Error("a constructor runs although something is missing")
	}
}

func TestFormOfManyFields(t *testing.T) {
	var fields []schema.FormField
	for i := range 10_000 {
		fields = append(fields, schema.FormField{Name: fmt.Sprintf("a[%d][b]", i), Text: "x"})
	}
	_, found, err := schema.Form[any](schematest.Maker{}, classOf("C", required("a", listOf(classOf("D", required("c", intType))))),
		fields, schema.Limits{})
	if err != nil || len(found) != 20 {
		t.Error(len(found), err)
	}
}

// FuzzForm binds any names to a class that refers to itself, and to any.
func FuzzForm(f *testing.F) {
	f.Add("a[b][0].c", "1", "a[]", "")
	self := classOf("Self", optional("a", intType))
	self.Class.Fields = append(self.Class.Fields, optional("b", self), optional("c", listOf(self)), optional("d", mapOf(self)), optional("e", anyType))
	f.Fuzz(func(t *testing.T, name, text, other, more string) {
		fields := []schema.FormField{{Name: name, Text: text}, {Name: other, Text: more, IsJSON: true}, {Name: name + other, File: fileA}}
		for _, typ := range []*schema.Type{self, anyType, rawType, mapOf(listOf(fileType))} {
			if _, found, err := schema.Form[any](schematest.Maker{}, typ, fields, schema.Limits{}); err != nil || len(found) > 20 {
				t.Errorf("%v: %v, %v", fields, found, err)
			}
		}
	})
}
