package openapi_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/openapi"
)

// TestToolsAgree: what agents are told of a tool's arguments and results is what the document says of the operation behind it, but for
// what is only for agents or only for documents.
func TestToolsAgree(t *testing.T) {
	_, m := read(t, "testdata/agents/tools.txtar")
	var document map[string]any
	decode(t, openapi.JSON(openapi.Document(m, openapi.Options{})), &document)
	components := document["components"].(map[string]any)["schemas"].(map[string]any)
	document = withEnums(document, components).(map[string]any)
	components = document["components"].(map[string]any)["schemas"].(map[string]any)
	operations := map[string]map[string]any{}
	for _, item := range document["paths"].(map[string]any) {
		for _, op := range item.(map[string]any) {
			operations[op.(map[string]any)["operationId"].(string)] = op.(map[string]any)
		}
	}
	if len(m.Tools) != 5 {
		t.Fatalf("%d tools", len(m.Tools))
	}
	for _, tool := range m.Tools {
		h := m.Handlers[tool.Handler]
		op := operations["Orders_"+h.Method]
		input := toolSchema(t, tool.Input)
		properties, _ := input["properties"].(map[string]any)
		for name, value := range properties {
			inDocument := argumentOf(op, name, h)
			if !reflect.DeepEqual(bare(value), bare(inDocument)) {
				t.Errorf("%s %s: the tool says %v, and the document %v", h.Name, name, bare(value), bare(inDocument))
			}
		}
		if output := toolSchema(t, tool.Output); output != nil {
			checkOutput(t, h.Name, output, op, document)
		}
	}
	definitions := 0
	for _, tool := range m.Tools {
		for _, text := range [][]byte{tool.Input, tool.Output} {
			defs, _ := toolSchema(t, text)["$defs"].(map[string]any)
			for name, one := range defs {
				definitions++
				if !reflect.DeepEqual(bare(one), bare(components[name])) {
					t.Errorf("%s: the tool %s says %v, and the document %v", name, tool.Name, bare(one), bare(components[name]))
				}
			}
		}
	}
	if definitions < 5 {
		t.Errorf("only %d definitions were compared", definitions)
	}
}

// withEnums writes enumerations out where a document refers to them, as the schemas of tools have them.
func withEnums(value any, components map[string]any) any {
	switch v := value.(type) {
	case map[string]any:
		ref, _ := v["$ref"].(string)
		if one, ok := components[strings.TrimPrefix(ref, "#/components/schemas/")].(map[string]any); ok && one["enum"] != nil {
			v = maps.Clone(v)
			delete(v, "$ref")
			maps.Copy(v, one)
			return v
		}
		out := map[string]any{}
		for key, member := range v {
			out[key] = withEnums(member, components)
		}
		return out
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = withEnums(v[i], components)
		}
		return list
	}
	return value
}

// argumentOf returns what the document says of an argument: the schema of a parameter, or of the body.
func argumentOf(op map[string]any, name string, h *manifest.Handler) any {
	list, _ := op["parameters"].([]any)
	for _, p := range list {
		if p := p.(map[string]any); p["name"] == name {
			s := p["schema"].(map[string]any)
			if p["in"] == "path" && s["type"] == "integer" && s["minimum"] == nil {
				s["minimum"] = 0.0 // what agents are told of identifiers
			}
			return s
		}
	}
	body, _ := op["requestBody"].(map[string]any)
	return contentOf(body, "application/json")
}

func contentOf(owner map[string]any, media string) any {
	content, _ := owner["content"].(map[string]any)
	one, _ := content[media].(map[string]any)
	return one["schema"]
}

func checkOutput(t *testing.T, name string, output, op, document map[string]any) {
	t.Helper()
	answer := op["responses"].(map[string]any)["200"].(map[string]any)
	said := contentOf(answer, "application/json")
	properties, _ := output["properties"].(map[string]any)
	switch {
	case said == nil: // text, which tools wrap
		said, output = contentOf(answer, "text/plain"), properties["result"].(map[string]any)
	case said.(map[string]any)["type"] == "array":
		output = properties["items"].(map[string]any)
	default: // a tool has no reference at its root
		ref, _ := said.(map[string]any)["$ref"].(string)
		said = document["components"].(map[string]any)["schemas"].(map[string]any)[strings.TrimPrefix(ref, "#/components/schemas/")]
		if output["$ref"] != nil {
			said = map[string]any{"$ref": ref, "type": "object"}
		}
		delete(output, "$defs")
	}
	if !reflect.DeepEqual(bare(output), bare(said)) {
		t.Errorf("%s: the result of the tool is %v, and in the document %v", name, bare(output), bare(said))
	}
}

func toolSchema(t *testing.T, text []byte) (out map[string]any) {
	t.Helper()
	if text != nil {
		decode(t, text, &out)
	}
	return out
}

func decode(t *testing.T, text []byte, to any) {
	t.Helper()
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatal(err)
	}
}

// bare returns a schema without words, defaults and the place of definitions.
func bare(value any) any {
	switch v := value.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, member := range v {
			switch key {
			case "description", "default", "$defs":
				if _, isText := member.(string); key != "description" || isText {
					continue
				}
			case "format":
				if member == "int32" || member == "int64" {
					continue
				}
			case "additionalProperties":
				if member == false {
					continue
				}
			}
			out[key] = bare(member)
		}
		return out
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = bare(v[i])
		}
		return list
	case string:
		return strings.Replace(v, "#/$defs/", "#/components/schemas/", 1)
	}
	return value
}
