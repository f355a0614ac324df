package compare_test

import (
	"errors"
	"testing"

	"github.com/fwrun/fwrun/openapi/compare"
)

// FuzzDocuments compares arbitrary documents. One that is compared with itself has no change.
func FuzzDocuments(f *testing.F) {
	seeds := []string{
		documentOf(`"operationId": "a", "security": [{"b": ["c"]}], "parameters": [{"in": "query", "name": "q", "schema": {"type": `+
			`["integer", "null"], "maximum": 1e400}}]`, ""),
		documentOf(`"requestBody": {"$ref": "#/components/requestBodies/A"}`, `"requestBodies": {"A": {"content": {"*/*": {"schema": {"enum": [1, `+
			`"a", null, {"b": [true]}]}}}}}`),
		answerOf(`{"anyOf": [{"$ref": "#/paths/~1users~1%7Bid%7D/get"}, {"$ref": "#"}, {"oneOf": [{"const": 2}, false]}], "properties": {"a": ` +
			`{"readOnly": true}}, "required": ["a", 1]}`),
		answerOf(`{"allOf": [{"prefixItems": [{}, true]}, {"items": false, "type": ["array", 3]}], "additionalProperties": {"not": {}}, ` +
			`"exclusiveMinimum": true, "minimum": -0}`),
		`{"openapi": "3.0.3", "paths": {"/a/{b}": {"parameters": [{"$ref": "#/paths"}], "get": {"responses": {"": {"headers": {"A": 1}}, "4XX": []}}}, ` +
			`"/a/{c}": 1}, "servers": [{"url": 1}]}`,
	}
	for i, seed := range seeds {
		f.Add([]byte(seed), []byte(seeds[(i+1)%len(seeds)]))
	}
	f.Fuzz(func(t *testing.T, old, changed []byte) {
		if found, err := compare.Documents(old, old); len(found) > 0 || errors.Is(err, compare.ErrTooComplex) && len(old) < 1000 {
			t.Fatalf("compared with itself: %v %v", found, err)
		}
		found, err := compare.Documents(old, changed)
		if err != nil && found != nil {
			t.Fatal("an error and changes")
		}
		for _, c := range found {
			if c.Text == "" || c.Kind == "" || c.Pointer == "" {
				t.Fatalf("an odd change: %+v", c)
			}
		}
	})
}
