package agents

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
)

const headerKeyword = "x-mcp-header"

// headers reads the keyword x-mcp-header, and reports mistakes for which clients would drop the tool.
func (r *toolReader) headers(document []byte) {
	root := gjson.ParseBytes(document)
	r.headersIn(root, nil)
	if placed := len(r.tool.Headers); placed < strings.Count(root.Raw, `"`+headerKeyword+`":`) {
		r.wrong("tool-input-schema", "only an argument, or a property of an object in one, can be sent in a header too",
			"move it to a property of the arguments, or of an object in them", "inputSchema of %s has %s where it is not allowed", r.what, headerKeyword)
	}
}

func (r *toolReader) headersIn(object gjson.Result, path []string) {
	object.Get("properties").ForEach(func(key, property gjson.Result) bool {
		here := append(slices.Clone(path), key.String())
		if name := property.Get(headerKeyword); name.Exists() {
			r.header(manifest.ParamHeader{Path: here, Name: name.Str, Type: property.Get("type").Str})
		}
		r.headersIn(property, here)
		return true
	})
}

func (r *toolReader) header(h manifest.ParamHeader) {
	taken := slices.ContainsFunc(r.tool.Headers, func(other manifest.ParamHeader) bool { return strings.EqualFold(other.Name, h.Name) })
	problem := ""
	switch {
	case !declared.IsToken(h.Name):
		problem = "is not a valid header name"
	case taken:
		problem = "is used twice"
	case h.Type != "string" && h.Type != "integer" && h.Type != "boolean":
		problem = "is on a value that is not a string, an integer or a boolean"
	}
	if problem != "" {
		r.wrong("tool-input-schema", "clients ignore a tool if they cannot send its headers", `write "x-mcp-header": "Region" next to type: "string"`,
			"%s of %s in the inputSchema of %s %s", headerKeyword, strings.Join(h.Path, "."), r.what, problem)
	}
	r.tool.Headers = append(r.tool.Headers, h)
}
