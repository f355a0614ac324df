package older_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/openapi/compare"
	"github.com/fwrun/fwrun/openapi/older"
)

// treeOf reads JSON as the tree that documents are made of.
func treeOf(t *testing.T, text string) schema.Node {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.UseNumber()
	value, err := next(decoder)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value.(schema.Node)
}

func next(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case json.Delim:
		node, list := schema.Node{}, []any{}
		for d.More() {
			if v == '{' {
				key, err := d.Token()
				if err != nil {
					return nil, err
				}
				value, err := next(d)
				if err != nil {
					return nil, err
				}
				node = append(node, schema.Member{Key: key.(string), Value: value})
				continue
			}
			value, err := next(d)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		_, err := d.Token()
		if v == '{' {
			return node, err
		}
		return list, err
	case json.Number:
		if whole, err := v.Int64(); err == nil {
			return whole, nil
		}
		return v.Float64()
	}
	return token, nil
}

func text(n schema.Node) string {
	out, _ := n.MarshalJSON()
	return string(out)
}

// convert returns the JSON of the schema S of a document, and checks that its source is as it was and means the same.
func convert(t *testing.T, source string, same bool) string {
	t.Helper()
	document := treeOf(t, fmt.Sprintf(`{"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {"/a": {"post": {
		"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/S"}}}},
		"responses": {"200": {"description": "a", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/S"}}}}}
	}}}, "components": {"schemas": {"S": %s, "Class": {"type": "object", "properties": {"a": {"type": "string"}}}, 
		"Both": {"type": ["string", "integer"]}}}}`, source))
	before := text(document)
	out := older.Document(document)
	if text(document) != before {
		t.Errorf("the source was changed: %s", text(document))
	}
	if found, err := compare.Documents([]byte(before), []byte(text(out))); err != nil || len(found) > 0 && same {
		t.Errorf("%s does not mean the same: %v %v", text(out), found, err)
	}
	return text(out.Get("components").(schema.Node).Get("schemas").(schema.Node).Get("S").(schema.Node))
}

// TestSchemas: what 3.0 can say means the same.
func TestSchemas(t *testing.T) {
	for name, c := range map[string][2]string{
		"a type":             {`{"type":"string","title":"a"}`, `{"type":"string","title":"a"}`},
		"a list of one type": {`{"type":["string"]}`, `{"type":"string"}`},
		"null":               {`{"type":["string","null"],"maxLength":3}`, `{"type":"string","maxLength":3,"nullable":true}`},
		"several types":      {`{"type":["string","integer"]}`, `{"anyOf":[{"type":"string"},{"type":"integer"}]}`},
		"several types, and null": {
			`{"type":["string","null","array"],"items":{"type":"string"}}`,
			`{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}},{"type":"object","nullable":true,` +
				`"enum":[null]}],"items":{"type":"string"}}`,
		},
		"values and null": {`{"type":["string","null"],"enum":["a",null]}`, `{"type":"string","enum":["a",null],"nullable":true}`},
		"const":           {`{"type":"string","const":"a"}`, `{"type":"string","enum":["a"]}`},
		"enum and const":  {`{"enum":["a","b"],"const":"a"}`, `{"enum":["a"]}`},
		"a class or null": {
			`{"anyOf":[{"$ref":"#/components/schemas/Class"},{"type":"null"}],"description":"d"}`,
			`{"type":"object","allOf":[{"$ref":"#/components/schemas/Class"}],"description":"d","nullable":true}`,
		},
		"null first": {
			`{"oneOf":[{"type":"null"},{"$ref":"#/components/schemas/Class"}]}`,
			`{"type":"object","allOf":[{"$ref":"#/components/schemas/Class"}],"nullable":true}`,
		},
		"a type or null": {`{"anyOf":[{"type":"string","minLength":1},{"type":"null"}]}`, `{"type":"string","minLength":1,"nullable":true}`},
		"a union or null": {
			`{"anyOf":[{"$ref":"#/components/schemas/Both"},{"type":"null"}]}`,
			`{"anyOf":[{"allOf":[{"$ref":"#/components/schemas/Both"}]},{"type":"object","nullable":true,"enum":[null]}]}`,
		},
		"alternatives or null": {
			`{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}`,
			`{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"object","nullable":true,"enum":[null]}]}`,
		},
		"classes or null": {
			`{"anyOf":[{"$ref":"#/components/schemas/Class"},{"type":"object","required":["b"]},{"type":"null"}]}`,
			`{"type":"object","anyOf":[{"$ref":"#/components/schemas/Class"},{"type":"object","required":["b"]}],"nullable":true}`,
		},
		"beside a reference": {
			`{"$ref":"#/components/schemas/Class","description":"d"}`,
			`{"allOf":[{"$ref":"#/components/schemas/Class"}],"description":"d"}`,
		},
		"nothing beside it": {`{"$ref":"#/components/schemas/Class","$comment":"d"}`, `{"$ref":"#/components/schemas/Class"}`},
		"a reference and allOf": {
			`{"$ref":"#/components/schemas/Class","allOf":[{"maxProperties":3}]}`,
			`{"allOf":[{"$ref":"#/components/schemas/Class"},{"maxProperties":3}]}`,
		},
		"exclusive": {
			`{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1.5}`,
			`{"type":"number","minimum":0,"exclusiveMinimum":true,"maximum":1.5,"exclusiveMaximum":true}`,
		},
		"two limits": {
			`{"type":"integer","minimum":0,"exclusiveMinimum":0,"maximum":3,"exclusiveMaximum":5}`,
			`{"type":"integer","minimum":0,"exclusiveMinimum":true,"maximum":3}`,
		},
		"the limit behind": {`{"type":"integer","exclusiveMinimum":1,"minimum":0}`, `{"type":"integer","minimum":1,"exclusiveMinimum":true}`},
		"examples":         {`{"type":"string","examples":["a","b"]}`, `{"type":"string","example":"a"}`},
		"an empty list":    {`{"type":"object","required":[]}`, `{"type":"object"}`},
		"base64":           {`{"type":"string","contentEncoding":"base64"}`, `{"type":"string","format":"byte"}`},
		"bytes":            {`{"type":"string","contentMediaType":"application/octet-stream"}`, `{"type":"string","format":"binary"}`},
		"fields": {
			`{"type":"object","properties":{"x-a":{"const":1},"$defs":true},"additionalProperties":{"type":["integer","null"]}}`,
			`{"type":"object","properties":{"x-a":{"enum":[1]},"$defs":{}},"additionalProperties":{"type":"integer","nullable":true}}`,
		},
		"a list of anything": {`{"type":"array"}`, `{"type":"array","items":{}}`},
		"itself": {
			`{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#/components/schemas/S"},{"type":"null"}]}}}`,
			`{"type":"object","properties":{"next":{"type":"object","allOf":[{"$ref":"#/components/schemas/S"}],"nullable":true}}}`,
		},
		"definitions": {
			`{"type":"object","properties":{"a":{"$ref":"#/components/schemas/S/$defs/A"}},"$defs":{"A":{"const":1}}}`,
			`{"type":"object","properties":{"a":{"$ref":"#/components/schemas/S/x-defs/A"}},"x-defs":{"A":{"enum":[1]}}}`,
		},
		"true": {`true`, `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := convert(t, c[0], true); got != c[1] {
				t.Errorf("got  %s\nwant %s", got, c[1])
			}
		})
	}
}

// TestLoss: what 3.0 cannot say is left out, and accepts more than before.
func TestLoss(t *testing.T) {
	for name, c := range map[string][2]string{
		"a tuple": {
			`{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"},{"type":"string"}],"items":false}`,
			`{"type":"array","maxItems":3,"items":{"anyOf":[{"type":"string"},{"type":"integer"}]}}`,
		},
		"a tuple and more": {
			`{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"string"},"maxItems":5}`,
			`{"type":"array","items":{"type":"string"},"maxItems":5}`,
		},
		"an open tuple": {`{"type":"array","prefixItems":[{"type":"string"}]}`, `{"type":"array","items":{}}`},
		"patterns of names": {
			`{"type":"object","patternProperties":{"^a":{"type":"string"},"^b":{"type":"string"}},"additionalProperties":false}`,
			`{"type":"object","additionalProperties":{"type":"string"}}`,
		},
		"open patterns": {`{"type":"object","patternProperties":{"^a":{"type":"string"}}}`, `{"type":"object"}`},
		"keywords of 3.1": {`{"type":"object","propertyNames":{"maxLength":3},"dependentRequired":{"a":["b"]},"if":{},"then":{},` +
			`"unevaluatedProperties":false,"$schema":"a"}`, `{"type":"object"}`},
		"null alone":           {`{"type":"null"}`, `{"enum":[null]}`},
		"nothing":              {`{"enum":[]}`, `{"not":{}}`},
		"false":                {`false`, `{"not":{}}`},
		"texts of other texts": {`{"type":"string","contentMediaType":"application/json","contentSchema":{}}`, `{"type":"string"}`},
		"pictures":             {`{"contentMediaType":"image/png"}`, `{"format":"binary","type":"string"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := convert(t, c[0], false); got != c[1] {
				t.Errorf("got  %s\nwant %s", got, c[1])
			}
		})
	}
}

// TestDocument: what is around the schemas is that of 3.0, too.
func TestDocument(t *testing.T) {
	for name, c := range map[string][2]string{
		"version and paths": {`{"openapi":"3.1.0","info":{"title":"a","summary":"s","license":{"name":"l","identifier":"MIT"}},` +
			`"webhooks":{"a":{}},"jsonSchemaDialect":"b"}`, `{"openapi":"3.0.3","info":{"title":"a","license":{"name":"l"}},"paths":{}}`},
		"answers": {`{"openapi":"3.1.0","paths":{"/a":{"get":{}}}}`, `{"openapi":"3.0.3",` +
			`"paths":{"/a":{"get":{"responses":{"default":{"description":"Any answer"}}}}}}`},
		"parameters and headers": {
			`{"openapi":"3.1.0","paths":{"/a":{"parameters":[{"name":"a","in":"query","schema":{"const":1}}],` +
				`"get":{"parameters":[{"$ref":"#/components/parameters/b","description":"d"}],"responses":{"200":{"description":"",` +
				`"headers":{"A":{"schema":{"type":["string","null"]}}},"content":{"x-a/b":{"schema":{"const":1}}}},"x-a":1}}}},"components":{"pathItems":{},` +
				`"parameters":{"x-b":{"name":"b","in":"query","content":{"a/b":{"schema":{"const":2}}}}}}}`,
			`{"openapi":"3.0.3","paths":{"/a":{"parameters":[{"name":"a","in":"query","schema":{"enum":[1]}}],` +
				`"get":{"parameters":[{"$ref":"#/components/parameters/b"}],"responses":{"200":{"description":"","headers":{"A":{"schema":{"type":"string",` +
				`"nullable":true}}},"content":{"x-a/b":{"schema":{"enum":[1]}}}},"x-a":1}}}},"components":{"parameters":{"x-b":{"name":"b","in":"query",` +
				`"content":{"a/b":{"schema":{"enum":[2]}}}}}}}`,
		},
		"paths among the components": {
			`{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/components/pathItems/A"}},"components":{"pathItems":{"A":{"summary":"s",` +
				`"get":{"responses":{"204":{"$ref":"#/components/responses/N","summary":"s"}}}}}}}`,
			`{"openapi":"3.0.3","paths":{"/a":{"summary":"s","get":{"responses":{"204":{"$ref":"#/components/responses/N"}}}}}}`,
		},
		"security": {
			`{"openapi":"3.1.0","paths":{"/a":{"get":{"security":[{"cert":[]}],"responses":{"204":{"description":""}}}}},"security":[{"bearer":["admin"]},` +
				`{"cert":[],"bearer":[]},{"flow":["read"]},{}],"components":{"securitySchemes":{"cert":{"type":"mutualTLS"},"bearer":{"type":"http",` +
				`"scheme":"bearer"},"flow":{"type":"oauth2","flows":{}}}}}`,
			`{"openapi":"3.0.3","paths":{"/a":{"get":{"responses":{"204":{"description":""}}}}},"security":[{"bearer":[]},{"flow":["read"]},{}],` +
				`"components":{"securitySchemes":{"bearer":{"type":"http","scheme":"bearer"},"flow":{"type":"oauth2","flows":{}}}}}`,
		},
		"callbacks": {
			`{"openapi":"3.1.0","paths":{"/a":{"post":{"callbacks":{"c":{"{$url}":{"post":{"requestBody":{"content":{"a/b":{"schema":{"const":1},` +
				`"encoding":{"a":{"headers":{"H":{"schema":{"const":2}}}}}}}},"responses":{"204":{"description":""}}}}}},` +
				`"responses":{"204":{"description":""}}}}}}`,
			`{"openapi":"3.0.3","paths":{"/a":{"post":{"callbacks":{"c":{"{$url}":{"post":{"requestBody":{"content":{"a/b":{"schema":{"enum":[1]},` +
				`"encoding":{"a":{"headers":{"H":{"schema":{"enum":[2]}}}}}}}},"responses":{"204":{"description":""}}}}}},` +
				`"responses":{"204":{"description":""}}}}}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := treeOf(t, c[0])
			if got := text(older.Document(source)); got != c[1] {
				t.Errorf("got  %s\nwant %s", got, c[1])
			}
			if text(source) != c[0] {
				t.Errorf("the source was changed: %s", text(source))
			}
		})
	}
}

// FuzzDocument: whatever the document is, it is converted and not changed, and what is converted stays in the words of 3.0.
func FuzzDocument(f *testing.F) {
	f.Add(`{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/paths/~1a"},` +
		`"/b":{"post":{"requestBody":{"content":{"a/b":{"schema":{"$ref":"#/components/schemas/A"}}}}}}},` +
		`"components":{"schemas":{"A":{"anyOf":[{"$ref":"#/components/schemas/A"},{"type":"null"}]}}}}`)
	f.Add(`{"openapi":1,"info":[],"paths":{"/a":{"get":{"parameters":{"a":1},"responses":[],"security":[1,{"a":1}]}}},` +
		`"components":{"schemas":{"A":{"type":[1,null],"enum":{},"allOf":[1],"items":3,"prefixItems":[],"required":[1]}}}}`)
	f.Fuzz(func(t *testing.T, source string) {
		decoder := json.NewDecoder(bytes.NewReader([]byte(source)))
		decoder.UseNumber()
		value, err := next(decoder)
		document, is := value.(schema.Node)
		if err != nil || !is {
			return
		}
		before := text(document)
		out := text(older.Document(document))
		if !json.Valid([]byte(out)) {
			t.Fatalf("no JSON: %s", out)
		}
		if text(document) != before {
			t.Fatalf("the source was changed: %s", text(document))
		}
	})
}
