package manifest

// webDecorators lists those of what answers requests, and of what is read and written.
func webDecorators() []Decorator {
	mapping := []Option{{"path", Texts}, {"name", Text}, {"consumes", Texts}, {"produces", Texts}, {"params", Params}}
	list := []Decorator{
		{Name: "RequestMapping", First: "path", Targets: OnClass | OnMethod | OnFunction, Options: append([]Option{{"method", Texts}}, mapping...)},
		{Name: "PathVariable", First: "name", Targets: OnParam, Options: []Option{
			{"name", Text}, {"type", Type}, {"validate", Constraints},
		}},
		{Name: "RequestParam", First: "name", Targets: OnParam, Options: []Option{
			{"name", Text},
			{"required", Demand},
			{"defaultValue", Value},
			{"source", Text},
			{"type", Type},
			{"validate", Constraints},
			{"each", Constraints},
		}},
		{Name: "RequestBody", First: "disableParsing", Targets: OnParam, Options: []Option{
			{"disableParsing", Flag}, {"type", Type}, {"validate", Constraints}, {"each", Constraints},
		}},
		{Name: "Interceptor", First: "patterns", Rest: true, Targets: OnClass, Options: []Option{
			{"patterns", Expressions}, {"exclude", Expressions}, {"order", Number}, {"name", Text},
		}},
		{Name: "JsonIgnore", Targets: OnField | OnParam},
		{Name: "JsonProperty", First: "name", Targets: OnField | OnMethod | OnParam, Options: []Option{
			{"name", Text},
			{"aliases", Texts},
			{"required", Demand},
			{"nillable", Flag},
			{"listClass", Class},
			{"type", Type},
			{"validate", Constraints},
			{"each", Constraints},
		}},
		{Name: "Validate", Targets: OnMethod},
	}
	for _, shortcut := range shortcuts() {
		list = append(list, Decorator{Name: shortcut.decorator, First: "path", Targets: OnMethod | OnFunction, Options: mapping})
	}
	return append(list, xmlDecorators()...)
}

// shortcut is a mapping decorator that fixes the method.
type shortcut struct{ decorator, method string }

// shortcuts lists them.
func shortcuts() []shortcut {
	return []shortcut{
		{"GetMapping", "GET"}, {"PostMapping", "POST"}, {"PutMapping", "PUT"}, {"DeleteMapping", "DELETE"}, {"PatchMapping", "PATCH"},
	}
}
