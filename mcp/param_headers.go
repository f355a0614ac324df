package mcp

import (
	"bytes"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/mcp/jsonrpc"
)

// repeats holds the headers that repeat arguments of a tool against these. An argument that is null, or not there, is in no
// header. It is asked for tools that the caller sees: to others they do not exist.
func (*stateless) repeats(t *turn, one *tool) *jsonrpc.Error {
	x, ok := t.Caller.(Exchange)
	for i := 0; ok && i < len(one.Headers); i++ {
		if bad := agreesWithArgument(x, &one.Headers[i], t.param("arguments")); bad != nil {
			return bad
		}
	}
	return nil
}

func agreesWithArgument(x Exchange, h *manifest.ParamHeader, arguments gjson.Result) *jsonrpc.Error {
	value := arguments
	for _, name := range h.Path {
		value = memberOf(value, name)
	}
	if !value.Exists() || value.Type == gjson.Null {
		return nil
	}
	header := "Mcp-Param-" + h.Name
	if h.Type != "integer" || x.Lines(header) != 1 {
		return agrees(x, header, textOf(value))
	}
	sent, err := strconv.ParseFloat(string(bytes.TrimSpace(x.Header(header))), 64)
	if err == nil && sent == value.Float() {
		return nil
	}
	return agrees(x, header, textOf(value))
}
