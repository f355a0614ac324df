package mcp

import (
	"bytes"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/mcp/jsonrpc"
)

// checkParamHeaders holds the headers that repeat arguments of a tool against these. An argument that is null, or not
// there, is in no header.
func (t *turn) checkParamHeaders(x Exchange) *jsonrpc.Error {
	if t.message.Method != "tools/call" {
		return nil
	}
	one := t.byName[t.param("name").Str]
	if one == nil {
		return nil
	}
	for i := range one.Headers {
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
	if h.Type != "integer" || !x.HasHeader(header) {
		return agrees(x, header, textOf(value))
	}
	sent, err := strconv.ParseFloat(string(bytes.TrimSpace(x.Header(header))), 64)
	if err == nil && sent == value.Float() {
		return nil
	}
	return agrees(x, header, textOf(value))
}
