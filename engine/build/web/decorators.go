package web

import (
	"github.com/fwrun/fwrun/engine/declared"
)

// Decorators lists the decorators of handlers and of data.
func Decorators() []declared.Decorator {
	mapping := []declared.Option{
		{Name: "path", Kind: declared.Texts},
		{Name: "name", Kind: declared.Text},
		{Name: "consumes", Kind: declared.Texts},
		{Name: "produces", Kind: declared.Texts},
		{Name: "params", Kind: declared.Params},
	}
	list := []declared.Decorator{
		{Name: "RequestMapping", First: "path", Targets: declared.OnClass | declared.OnMethod | declared.OnFunction, Options: append([]declared.Option{
			{Name: "method", Kind: declared.Texts},
		}, mapping...)},
		{Name: "PathVariable", Topic: declared.Requests, First: "name", Targets: declared.OnParam, Options: []declared.Option{
			{Name: "name", Kind: declared.Text},
			{Name: "type", Kind: declared.Type},
			{Name: "schema", Kind: declared.StandardSchema},
			{Name: "validate", Kind: declared.Constraints},
		}},
		{Name: "RequestParam", Topic: declared.Requests, First: "name", Targets: declared.OnParam, Options: []declared.Option{
			{Name: "name", Kind: declared.Text},

			{Name: "required", Kind: declared.Demand},

			{Name: "defaultValue", Kind: declared.Value},

			{Name: "source", Kind: declared.Text},

			{Name: "type", Kind: declared.Type},

			{Name: "schema", Kind: declared.StandardSchema},

			{Name: "validate", Kind: declared.Constraints},

			{Name: "each", Kind: declared.Constraints},
		}},
		{Name: "RequestBody", Topic: declared.Requests, First: "disableParsing", Targets: declared.OnParam, Options: []declared.Option{
			{Name: "disableParsing", Kind: declared.Flag},
			{Name: "unknown", Kind: declared.Text},
			{Name: "type", Kind: declared.Type},
			{Name: "schema", Kind: declared.StandardSchema},
			{Name: "validate", Kind: declared.Constraints},
			{Name: "each", Kind: declared.Constraints},
		}},
		{Name: "Interceptor", Topic: declared.Interceptors, First: "patterns", Rest: true, Targets: declared.OnClass, Options: []declared.Option{
			{Name: "patterns", Kind: declared.Expressions},
			{Name: "exclude", Kind: declared.Expressions},
			{Name: "order", Kind: declared.Number},
			{Name: "name", Kind: declared.Text},
		}},
		{
			Name: "JsonProperty", Topic: declared.Data, First: "name", Targets: declared.OnField | declared.OnMethod | declared.OnParam,
			Options: []declared.Option{
				{Name: "name", Kind: declared.Text},
				{Name: "aliases", Kind: declared.Texts},
				{Name: "required", Kind: declared.Demand},
				{Name: "nillable", Kind: declared.Flag},
				{Name: "coerce", Kind: declared.Flag},
				{Name: "format", Kind: declared.Text},
				{Name: "listClass", Kind: declared.Class},
				{Name: "type", Kind: declared.Type},
				{Name: "validate", Kind: declared.Constraints},
				{Name: "each", Kind: declared.Constraints},
			},
		},
		{Name: "JsonIgnore", Topic: declared.Data, Targets: declared.OnField | declared.OnParam},
		{Name: "Validate", Topic: declared.Validation, Targets: declared.OnMethod},
	}
	for _, shortcut := range shortcuts() {
		list = append(list, declared.Decorator{Name: shortcut.decorator, First: "path", Targets: declared.OnMethod | declared.OnFunction, Options: mapping})
	}
	return append(list, xmlDecorators()...)
}

// shortcut is a mapping decorator for one HTTP method.
type shortcut struct{ decorator, method string }

// shortcuts lists the shortcuts.
func shortcuts() []shortcut {
	return []shortcut{
		{"GetMapping", "GET"}, {"PostMapping", "POST"}, {"PutMapping", "PUT"}, {"DeleteMapping", "DELETE"}, {"PatchMapping", "PATCH"},
	}
}

// xmlDecorators lists the decorators that say how a class is written as XML; see docs/guide/http.md.
func xmlDecorators() []declared.Decorator {
	named := []declared.Option{
		{Name: "name", Kind: declared.Text},
	}
	return []declared.Decorator{
		{Name: "XmlRoot", Topic: declared.Data, First: "name", Targets: declared.OnClass, Needs: true, Options: named},
		{Name: "XmlElement", Topic: declared.Data, First: "name", Targets: declared.OnField | declared.OnMethod, Options: []declared.Option{
			{Name: "name", Kind: declared.Text},
			{Name: "wrapper", Kind: declared.Text},
		}},
		{Name: "XmlAttribute", Topic: declared.Data, First: "name", Targets: declared.OnField | declared.OnMethod, Options: named},
		{Name: "XmlValue", Topic: declared.Data, Targets: declared.OnField | declared.OnMethod},
	}
}
