package mcp

import "testing"

// TestProtectedResource checks the document of RFC 9728, its path, and the challenge that refers to it.
func TestProtectedResource(t *testing.T) {
	all := &ProtectedResource{
		Resource: "https://api.example.com/mcp", AuthorizationServers: []string{"https://login.example.com"}, Scopes: []string{"orders", "billing"},
		Methods: []string{"header"},
		Name:    "The <desk>", Documentation: "https://example.com/docs", Metadata: "https://api.example.com/.well-known/oauth-protected-resource/mcp",
	}
	least := &ProtectedResource{
		Resource: "https://a.example.com/", AuthorizationServers: []string{"https://b.example.com"},
		Metadata: "https://a.example.com/.well-known/oauth-protected-resource",
	}
	for _, c := range []struct{ got, want string }{
		{string(least.Document()), `{"resource":"https://a.example.com/","authorization_servers":["https://b.example.com"]}`},
		{string(all.Document()), `{"resource":"https://api.example.com/mcp","authorization_servers":["https://login.example.com"],` +
			`"scopes_supported":["orders","billing"],"bearer_methods_supported":["header"],"resource_name":"The \u003cdesk\u003e",` +
			`"resource_documentation":"https://example.com/docs"}`},
		{least.Challenge(401, ""), `Bearer resource_metadata="https://a.example.com/.well-known/oauth-protected-resource"`},
		{all.Challenge(401, ""), `Bearer resource_metadata="https://api.example.com/.well-known/oauth-protected-resource/mcp", scope="orders billing"`},
		{all.Challenge(403, ""), `Bearer resource_metadata="https://api.example.com/.well-known/oauth-protected-resource/mcp", ` +
			`scope="orders billing", error="insufficient_scope"`},
		{least.Challenge(401, "Bearer"), `Bearer resource_metadata="https://a.example.com/.well-known/oauth-protected-resource"`},
		{all.Challenge(403, `bearer error="insufficient_scope", scope="x"`), `Bearer resource_metadata="https://api.example.com/.well-known/` +
			`oauth-protected-resource/mcp", error="insufficient_scope", scope="x"`},
		{
			least.Challenge(401, `Bearer error="invalid_token", resource_metadata="https://own.example.com"`),
			`Bearer error="invalid_token", resource_metadata="https://own.example.com"`,
		},
		{least.Challenge(401, `Bearer, Basic realm="x"`), `Bearer resource_metadata="https://a.example.com/.well-known/oauth-protected-resource", ` +
			`Basic realm="x"`},
		{WellKnown("/mcp"), "/.well-known/oauth-protected-resource/mcp"},
		{WellKnown("/shop/mcp/"), "/.well-known/oauth-protected-resource/shop/mcp"},
		{WellKnown("/"), "/.well-known/oauth-protected-resource"},
		{WellKnown(""), "/.well-known/oauth-protected-resource"},
	} {
		if c.got != c.want {
			t.Errorf("got  %s\nwant %s", c.got, c.want)
		}
	}
}
