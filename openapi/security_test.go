package openapi_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/openapi"
)

// TestGuards: who may call an operation, by each of the ways to say who one is.
func TestGuards(t *testing.T) {
	_, m := read(t, "testdata/agents/tools.txtar")
	guards := map[string]openapi.Guard{
		"GET /orders/{id}": {Known: true},
		"POST /orders":     {Known: true, Refuses: true, OneOf: []string{"CLERK", "MANAGER", "SCOPE_orders"}},
		"GET /orders":      {Optional: true, Refuses: true},
		"GET /count":       {Refuses: true},
	}
	options := openapi.Options{
		Title: "Shop", Version: "1.2.3", Description: "Of **things**.", Servers: []string{"https://shop.example.com/api"},
		Schemes: []openapi.Scheme{
			{Name: "bearer", Kind: openapi.Bearer},
			{Name: "apiKey", Kind: openapi.APIKey, Sent: "X-Api-Key"},
			{Name: "basic", Kind: openapi.Basic},
			{Name: "session", Kind: openapi.Session, Sent: "SID"},
		},
		Guard: func(r *manifest.Route, method string) openapi.Guard { return guards[method+" "+r.Path] },
	}
	document := openapi.Document(m, options)
	text := func(pointer string) string { return string(schema.AppendJSON(nil, at(document, pointer))) }
	for pointer, want := range map[string]string{
		"info":                            `{"title":"Shop","version":"1.2.3","description":"Of **things**."}`,
		"servers":                         `[{"url":"https://shop.example.com/api"}]`,
		"paths /orders/{id} get security": `[{"bearer":[]},{"apiKey":[]},{"basic":[]},{"session":[]}]`,
		"paths /orders get security":      `[{},{"bearer":[]},{"apiKey":[]},{"basic":[]},{"session":[]}]`,
		"paths /count get security":       `null`,
		"paths /all get security":         `null`,
		"paths /orders post responses 403 description": `"Needs CLERK, MANAGER or SCOPE_orders"`,
		"paths /count get responses 403":               `{"$ref":"#/components/responses/Forbidden"}`,
		"paths /all get responses 401":                 `null`,
		"paths /orders/{id} get responses 401":         `{"$ref":"#/components/responses/Unauthorized"}`,
		"components securitySchemes": `{"bearer":{"type":"http","scheme":"bearer","bearerFormat":"JWT"},` +
			`"apiKey":{"type":"apiKey","in":"header","name":"X-Api-Key"},"basic":{"type":"http","scheme":"basic"},` +
			`"session":{"type":"apiKey","in":"cookie","name":"SID"}}`,
	} {
		if got := text(pointer); got != want {
			t.Errorf("%s is %s, not %s", pointer, got, want)
		}
	}
	options.Schemes = nil // an interceptor of the application finds out who asks
	document = openapi.Document(m, options)
	if got := text("paths /orders/{id} get security") + text("components securitySchemes"); got != "nullnull" {
		t.Error(got)
	}
}

// at returns what is at a path of keys.
func at(document schema.Node, keys string) any {
	found := any(document)
	for key := range strings.SplitSeq(keys, " ") {
		node, _ := found.(schema.Node)
		found = node.Get(key)
	}
	return found
}
