package mcp

import (
	"bytes"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/mcp/jsonrpc"
)

// repeats checks the headers that repeat arguments of a tool. An argument that is null or absent is in no header. Only
// calls of tools that the caller sees are checked: the others do not exist for it.
func (*stateless) repeats(t *rpcRequest, one *tool) *jsonrpc.Error {
	x, ok := t.Caller.(Exchange)
	for i := 0; ok && i < len(one.Headers); i++ {
		if bad := agreesWithArgument(x, &one.Headers[i], t.param("arguments")); bad != nil {
			return bad
		}
	}
	return nil
}

// paramHeader begins the names of headers that repeat arguments.
const paramHeader = "Mcp-Param-"

// argumentAt returns the argument that a header repeats; it does not exist if there is nothing to repeat.
func argumentAt(arguments gjson.Result, h *manifest.ParamHeader) gjson.Result {
	value := arguments
	for _, name := range h.Path {
		value = memberOf(value, name)
	}
	if value.Type == gjson.Null {
		return gjson.Result{}
	}
	return value
}

func agreesWithArgument(x Exchange, h *manifest.ParamHeader, arguments gjson.Result) *jsonrpc.Error {
	value, header := argumentAt(arguments, h), paramHeader+h.Name
	if !value.Exists() {
		return nil
	}
	if h.Type != "integer" || x.Lines(header) != 1 {
		return agrees(x, header, textOf(value))
	}
	sent, err := strconv.ParseFloat(string(bytes.TrimSpace(x.Header(header))), 64)
	if err == nil && sent == value.Float() {
		return nil
	}
	return agrees(x, header, textOf(value))
}
