package schema_test

import "github.com/fwrun/fwrun/engine/schema"

// Types that many tests bind to.
var (
	stringType = &schema.Type{Kind: schema.String, Name: "string"}
	intType    = &schema.Type{Kind: schema.Int, Name: "int"}
	floatType  = &schema.Type{Kind: schema.Float, Name: "float"}
	boolType   = &schema.Type{Kind: schema.Bool, Name: "bool"}
	dateType   = &schema.Type{Kind: schema.Date, Name: "Date"}
	bytesType  = &schema.Type{Kind: schema.Bytes, Name: "Uint8Array"}
	anyType    = &schema.Type{Kind: schema.Any, Name: "any"}
	hostType   = &schema.Type{Kind: schema.Host, Name: "HttpRequest"}

	colourType = &schema.Type{Kind: schema.Enum, Name: "Colour", Enum: &schema.Enumeration{
		Texts: []string{"red", "green"}, Values: []any{"red", "green"},
	}}
	levelType = &schema.Type{Kind: schema.Enum, Name: "Level", Enum: &schema.Enumeration{
		Texts: []string{"1", "2.5", "true", "off"}, Values: []any{int64(1), 2.5, true, "off"},
	}}
)

func enumOf(texts ...string) *schema.Type {
	e := &schema.Enumeration{Texts: texts}
	for _, text := range texts {
		e.Values = append(e.Values, text)
	}
	return &schema.Type{Kind: schema.Enum, Enum: e}
}

func kind(k schema.Kind) *schema.Type { return &schema.Type{Kind: k} }

func listOf(elem *schema.Type) *schema.Type { return &schema.Type{Kind: schema.List, Elem: elem} }

func mapOf(elem *schema.Type) *schema.Type { return &schema.Type{Kind: schema.Map, Elem: elem} }

func shapeOf(fields ...*schema.Field) *schema.Type {
	return &schema.Type{Kind: schema.Shape, Fields: fields}
}

func nullable(t *schema.Type) *schema.Type {
	c := *t
	c.Nullable = true
	return &c
}

func classOf(name string, fields ...*schema.Field) *schema.Type {
	return &schema.Type{Kind: schema.Object, Name: name, Class: &schema.Class{Name: name, Fields: fields}}
}

func required(name string, t *schema.Type) *schema.Field {
	return &schema.Field{Name: name, JSON: name, Type: t, Required: true}
}

func optional(name string, t *schema.Type) *schema.Field {
	return &schema.Field{Name: name, JSON: name, Type: t}
}
