package main

import (
	"encoding/json"
	"fmt"

	"github.com/fwrun/fwrun/tools/bench/internal/load"
)

// operation is one kind of request to MCP servers with a certain number of tools.
type operation struct {
	endpoint
	tools int
	check func(url string) (size int, err error) // checks the answer and returns the length of its body
}

// operations returns the operations in the order of the table.
func operations() []operation {
	return []operation{
		{
			endpoint: endpoint{
				name: "call", title: "tools/call", load: load.PostJSON(mcpPath, callOf("sum", `{"a":2,"b":3}`), mcpHeaders()...),
			},
			tools: 1,
			check: checkCalls,
		},
		{
			endpoint: endpoint{
				name: "list500", title: "tools/list of 500", load: load.PostJSON(mcpPath, listTools, mcpHeaders()...),
			},
			tools: 500,
			check: func(url string) (int, error) { return checkList(url, 500) },
		},
	}
}

const (
	mcpPath   = "/mcp"
	listTools = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
)

// mcpHeaders returns the headers that clients send with every message.
func mcpHeaders() []string {
	return []string{"Accept: application/json, text/event-stream", "MCP-Protocol-Version: 2025-06-18"}
}

// callOf returns the message that calls a tool with arguments as JSON.
func callOf(name, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, name, arguments)
}

// mcpAnswer has the parts of an answer that are checked.
type mcpAnswer struct {
	ID     int
	Result struct {
		Content           []struct{ Type, Text string }
		StructuredContent json.RawMessage
		IsError           bool
		Tools             []mcpTool
		NextCursor        string
	}
	Error *struct{ Message string }
}

// mcpTool has the parts of a listed tool that are checked.
type mcpTool struct {
	Name, Description         string
	InputSchema, OutputSchema mcpSchema
}

// mcpSchema has the parts of an object's schema that all peers have in common; each adds others
// in its own way, such as the bounds of an integer.
type mcpSchema struct {
	Type                 string
	Properties           map[string]struct{ Type, Description string }
	Required             []string
	AdditionalProperties *bool
}

// sumArguments and sumResult return what the schemas of every tool must contain.
func sumArguments() mcpSchema {
	closed := false
	return mcpSchema{"object", map[string]struct{ Type, Description string }{
		"a": {"integer", "the first number"}, "b": {"integer", "the second number"},
	}, []string{"a", "b"}, &closed}
}

func sumResult() mcpSchema {
	return mcpSchema{"object", map[string]struct{ Type, Description string }{"sum": {"integer", ""}}, []string{"sum"}, nil}
}
