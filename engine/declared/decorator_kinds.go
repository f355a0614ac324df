package declared

import (
	"strings"
)

// The decorators for agents.
const (
	McpTool     = "McpTool"
	McpResource = "McpResource"
	McpPrompt   = "McpPrompt"
)

// IsForAgents reports whether a decorator is for agents.
func IsForAgents(decorator string) bool {
	return decorator == McpTool || decorator == McpResource || decorator == McpPrompt
}

// BindsParam reports whether a decorator says where a parameter of a handler comes from.
func BindsParam(decorator string) bool {
	return decorator == "PathVariable" || decorator == "RequestParam" || decorator == "RequestBody"
}

// IsMappingName reports whether a decorator maps requests to what it decorates.
func IsMappingName(decorator string) bool { return strings.HasSuffix(decorator, "Mapping") }

// IsRowDecorator reports whether a decorator is for fields of a row class.
func IsRowDecorator(name string) bool {
	switch name {
	case "Id", "Column", "Version", "Transient":
		return true
	}
	return false
}

// IsDataDecorator reports whether a decorator is for data classes, which need no container.
func IsDataDecorator(name string) bool {
	switch name {
	case "JsonProperty", "JsonIgnore", "XmlElement", "XmlAttribute", "XmlValue":
		return true
	}
	return IsRowDecorator(name) || IsConstraint(name)
}
