package schema_test

import (
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema"
)

// cell is a value without a heap object of its own, so that a benchmark counts what
// binding allocates and not what values cost.
type cell struct {
	text   string
	number float64
}

type cellMaker struct{}

func (cellMaker) Absent() cell                     { return cell{} }
func (cellMaker) Poll() error                      { return nil }
func (cellMaker) Null() cell                       { return cell{} }
func (cellMaker) String(s string) cell             { return cell{text: s} }
func (cellMaker) Int(i int64) cell                 { return cell{number: float64(i)} }
func (cellMaker) Float(f float64) cell             { return cell{number: f} }
func (cellMaker) Bool(bool) cell                   { return cell{number: 1} }
func (cellMaker) Date(t time.Time) cell            { return cell{number: float64(t.Unix())} }
func (cellMaker) Bytes([]byte) cell                { return cell{} }
func (cellMaker) List(items []cell) cell           { return cell{number: float64(len(items))} }
func (cellMaker) Map(keys []string, _ []cell) cell { return cell{number: float64(len(keys))} }
func (cellMaker) Instance(c *schema.Class, values []cell) (cell, error) {
	return cell{text: c.Name, number: float64(len(values))}, nil
}

const userDocument = `{"id": 42, "name": "Ada Lovelace", "email": "ada@example.org",
  "address": {"street": "12 St James's Square", "city": "London", "since": "1835-07-08"}, "tags": ["a", "b", "c"]}`

func userType() *schema.Type {
	address := classOf("Address",
		required("street", stringType), required("city", stringType), required("since", dateType))
	return classOf("User", required("id", intType), required("name", stringType), required("email", stringType),
		required("address", address), required("tags", listOf(stringType)))
}

func BenchmarkJSON(b *testing.B) {
	user, body := userType(), []byte(userDocument)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	doc := gjson.ParseBytes(body)
	for b.Loop() {
		if _, found, err := schema.JSON[cell](cellMaker{}, user, doc, schema.Limits{}); err != nil || len(found) > 0 {
			b.Fatal(found, err)
		}
	}
}

// BenchmarkJSONConstrained is BenchmarkJSON with constraints on every field. A type without constraints costs
// as much as in BenchmarkJSON.
func BenchmarkJSONConstrained(b *testing.B) {
	user := userType()
	for _, f := range user.Class.Fields {
		var list []schema.Constraint
		switch f.Type.Kind {
		case schema.Int:
			list = []schema.Constraint{rule("Min", "value", int64(1)), rule("Max", "value", int64(1000))}
		case schema.String:
			list = []schema.Constraint{rule("NotBlank"), rule("Length", "max", int64(80))}
		case schema.List:
			list = []schema.Constraint{rule("Size", "max", int64(5)), {Name: "Each", Items: []schema.Constraint{rule("NotEmpty")}}}
		}
		f.Type, _ = schema.Constrain(f.Type, list)
	}
	doc := gjson.Parse(userDocument)
	b.SetBytes(int64(len(userDocument)))
	b.ReportAllocs()
	for b.Loop() {
		if _, found, err := schema.JSON[cell](cellMaker{}, user, doc, schema.Limits{}); err != nil || len(found) > 0 {
			b.Fatal(found, err)
		}
	}
}

// BenchmarkConstraint measures one constraint that a library or a regular expression checks.
func BenchmarkConstraint(b *testing.B) {
	for _, c := range []struct {
		constraint schema.Constraint
		text       string
	}{
		{rule("NotBlank"), "Ada Lovelace"},
		{rule("Length", "min", int64(1), "max", int64(80)), "Ada Lovelace"},
		{rule("Email"), "ada@example.org"},
		{rule("Url"), "https://example.org/a?b=c"},
		{rule("Hostname"), "www.example.org"},
		{rule("Uuid"), "0b5f5ee4-0c2f-4c5c-8d2f-6a1e3b0d9f11"},
		{rule("Ip"), "10.0.0.1"},
		{rule("Pattern", "regexp", `^[a-z]+-\d$`), "sku-1"},
	} {
		typ, _ := schema.Constrain(stringType, []schema.Constraint{c.constraint})
		b.Run(c.constraint.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, bad, _ := schema.Text[cell](cellMaker{}, typ, c.text); bad != nil {
					b.Fatal(bad)
				}
			}
		})
	}
}

func BenchmarkJSONAny(b *testing.B) {
	doc := gjson.Parse(userDocument)
	b.SetBytes(int64(len(userDocument)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := schema.JSON[cell](cellMaker{}, anyType, doc, schema.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheckJSON(b *testing.B) {
	body := []byte(userDocument)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if bad := schema.CheckJSON(body, schema.Limits{}); bad != nil {
			b.Fatal(bad)
		}
	}
}

func BenchmarkTextInt(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, bad, _ := schema.Text[cell](cellMaker{}, intType, "12345"); bad != nil {
			b.Fatal(bad)
		}
	}
}
