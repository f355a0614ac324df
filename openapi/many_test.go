package openapi_test

import (
	"fmt"
	"testing"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/openapi"
)

// many returns an application of many routes: each controller has five, and a class of its own that contains that of the controller before.
func many(routes int) *manifest.Manifest {
	m := &manifest.Manifest{ErrorController: -1}
	text, whole := &schema.Type{Kind: schema.String, Name: "string"}, &schema.Type{Kind: schema.Int, Name: "int"}
	var before *schema.Type
	for c := 0; len(m.Routes) < routes; c++ {
		name := fmt.Sprintf("Thing%d", c)
		class := &schema.Class{Name: name, File: name + ".ts", Summary: "A thing."}
		for _, field := range []string{"name", "colour", "maker", "place", "note"} {
			class.Fields = append(class.Fields, &schema.Field{Name: field, JSON: field, Type: text, Required: true, Doc: "What is said of it."})
		}
		thing := &schema.Type{Kind: schema.Object, Name: name, Class: class}
		if before != nil {
			class.Fields = append(class.Fields, &schema.Field{Name: "before", JSON: "before", Type: before})
		}
		before = thing
		add := func(method, suffix, verb string, result *schema.Type, params ...manifest.Param) {
			h := &manifest.Handler{
				Index: len(m.Handlers), Name: name + "Controller." + method, Method: method, Params: params, Result: result,
				Operation: &manifest.Operation{Group: name + "Controller", Summary: "Does it.", Description: "And says so.\n\nAt length."},
			}
			m.Handlers = append(m.Handlers, h)
			r := &manifest.Route{Path: fmt.Sprintf("/things%d%s", c, suffix), Methods: []string{verb}, Handler: h.Index}
			if suffix != "" {
				r.Vars = []string{"id"}
			}
			m.Routes = append(m.Routes, r)
		}
		id := manifest.Param{Name: "id", Key: "id", Origin: manifest.FromPath, Type: whole, Required: true}
		body := manifest.Param{Name: "thing", Key: "thing", Origin: manifest.FromBody, Type: thing, Required: true}
		query := manifest.Param{Name: "q", Key: "q", Origin: manifest.FromQuery, Type: text}
		add("list", "", "GET", &schema.Type{Kind: schema.List, Elem: thing}, query)
		add("create", "", "POST", thing, body)
		add("find", "/{id}", "GET", thing, id)
		add("update", "/{id}", "PUT", thing, id, body)
		add("remove", "/{id}", "DELETE", &schema.Type{Kind: schema.Void}, id)
	}
	return m
}

// TestManyRoutes: a large application has a sound document, too.
func TestManyRoutes(t *testing.T) {
	document := openapi.Document(many(5000), openapi.Options{})
	checkReferences(t, document)
	operations := 0
	walk(document, func(key string, _ any) {
		if key == "operationId" {
			operations++
		}
	})
	if operations != 5000 {
		t.Errorf("%d operations", operations)
	}
}

// BenchmarkDocument makes the document of an application with 1,000 routes.
func BenchmarkDocument(b *testing.B) {
	m := many(1000)
	b.ReportAllocs()
	for b.Loop() {
		if len(openapi.JSON(openapi.Document(m, openapi.Options{}))) == 0 {
			b.Fatal("nothing")
		}
	}
}
