package declared

import (
	"strings"
)

// The decorators of what agents can use.
const (
	McpTool     = "McpTool"
	McpResource = "McpResource"
	McpPrompt   = "McpPrompt"
)

// IsForAgents tells the decorators of what agents can use.
func IsForAgents(decorator string) bool {
	return decorator == McpTool || decorator == McpResource || decorator == McpPrompt
}

// BindsParam reports whether a decorator says where a parameter of a handler comes from.
func BindsParam(decorator string) bool {
	return decorator == "PathVariable" || decorator == "RequestParam" || decorator == "RequestBody"
}

// IsMappingName reports whether a decorator maps requests to what it stands on.
func IsMappingName(decorator string) bool { return strings.HasSuffix(decorator, "Mapping") }

// IsRowDecorator tells what stands on the fields of a row class.
func IsRowDecorator(name string) bool {
	switch name {
	case "Id", "Column", "Version", "Transient":
		return true
	}
	return false
}

// IsDataDecorator tells what belongs to data, which needs no container.
func IsDataDecorator(name string) bool {
	switch name {
	case "JsonProperty", "JsonIgnore", "XmlElement", "XmlAttribute", "XmlValue":
		return true
	}
	return IsRowDecorator(name) || IsConstraint(name)
}
