package mcp

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/manifest"
)

// TestParamHeaders: a call of the stateless protocol is refused if a header that repeats an argument does not agree
// with it.
func TestParamHeaders(t *testing.T) {
	tool := &manifest.Tool{Name: "add", Input: []byte(`{"type":"object","required":["never"]}`), Headers: []manifest.ParamHeader{
		{Path: []string{"region"}, Name: "Region", Type: "string"},
		{Path: []string{"order", "n"}, Name: "N", Type: "integer"},
		{Path: []string{"flag"}, Name: "Flag", Type: "boolean"},
	}}
	s := newServer(t, offer(tool, &manifest.Tool{Name: "other", Input: []byte(`{"type":"object","required":["never"]}`)}), Settings{Modern: true})
	ask := func(name, arguments string, headers ...string) string {
		x := post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+name+`","arguments":`+arguments+`,`+claimed+`}}`,
			append(headers, versionThere, "Mcp-Method: tools/call", "Mcp-Name: "+name)...).to(s)
		if strings.Contains(x.answer, `"isError":true`) && x.status == 200 {
			return "" // it is called: the required argument is always missing
		}
		if f := failureOf(t, x); f.Error.Code != headerMismatch || x.status != 400 {
			t.Errorf("%s %v: %d %s", arguments, headers, x.status, x.answer)
		}
		return failureOf(t, x).Error.Message
	}
	const mismatch = "Header mismatch: Mcp-Param-"
	for _, c := range []struct {
		arguments, header, want string
	}{
		{`{}`, "A: b", ""},
		{`{"region":null,"order":null,"flag":null}`, "A: b", ""},
		{`{"order":{"n":null}}`, "A: b", ""},
		{`{"order":[{"n":1}]}`, "A: b", ""}, // not an object, as the schema will say
		{`{}`, "Mcp-Param-Region: west", ""},
		{`{"region":null}`, "Mcp-Param-Region: west", ""},
		{`{"region":"west"}`, "Mcp-Param-Region: west", ""},
		{`{"region":"west"}`, "MCP-PARAM-REGION: west", ""},
		{`{"region":"west"}`, "Mcp-Param-Region:  west ", ""},
		{`{"region":"wäst"}`, "Mcp-Param-Region: =?base64?d8Okc3Q=?=", ""},
		{`{"region":"west"}`, "A: b", mismatch + "Region header is required"},
		{`{"region":"west"}`, "Mcp-Param-Region: east", mismatch + "Region header value 'east' does not match body value 'west'"},
		{`{"region":"west"}`, "Mcp-Param-Region: West", mismatch + "Region header value 'West' does not match body value 'west'"},
		{`{"region":"west"}`, "Mcp-Param-Region: =?base64?d2VzdA?=", mismatch + "Region header is not valid Base64"},
		{`{"region":"west"}`, "Mcp-Param-Region: =?base64?!?=", mismatch + "Region header is not valid Base64"},
		{`{"region":"west"}`, "Mcp-Param-Region: d2VzdA==", mismatch + "Region header value 'd2VzdA==' does not match body value 'west'"},
		{`{"order":{"n":42}}`, "Mcp-Param-N: 42", ""},
		{`{"order":{"n":42.0}}`, "Mcp-Param-N: 42", ""},
		{`{"order":{"n":42}}`, "Mcp-Param-N: 42.0", ""},
		{`{"order":{"n":42}}`, "Mcp-Param-N: =?base64?NDI=?=", ""},
		{`{"order":{"n":42}}`, "Mcp-Param-N: 43", mismatch + "N header value '43' does not match body value '42'"},
		{`{"order":{"n":42}}`, "A: b", mismatch + "N header is required"},
		{`{"order":{"n":42}}`, "Mcp-Param-N: many", mismatch + "N header value 'many' does not match body value '42'"},
		{`{"flag":true}`, "Mcp-Param-Flag: true", ""},
		{`{"flag":false}`, "Mcp-Param-Flag: false", ""},
		{`{"flag":false}`, "A: b", mismatch + "Flag header is required"},
		{`{"flag":true}`, "Mcp-Param-Flag: 1", mismatch + "Flag header value '1' does not match body value 'true'"},
		{`{"flag":true}`, "Mcp-Param-Flag: TRUE", mismatch + "Flag header value 'TRUE' does not match body value 'true'"},
		{`{"more":1}`, "Mcp-Param-More: 2", ""}, // no parameter declares it
	} {
		if got := ask("add", c.arguments, c.header); got != c.want {
			t.Errorf("%s, %s: got %q, want %q", c.arguments, c.header, got, c.want)
		}
	}
	if got := ask("other", `{"region":"west"}`); got != "" {
		t.Errorf("another tool: %s", got)
	}
	// In the earlier protocol these headers are ignored.
	x := post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"region":"west"}}}`, "Mcp-Param-Region: east").to(s)
	if x.status != 200 || !strings.Contains(x.answer, `"isError":true`) {
		t.Errorf("the earlier era: %d %s", x.status, x.answer)
	}
	// The answer for a tool that does not exist shows nothing about its parameters.
	if x := post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope","arguments":{"region":"west"},`+claimed+`}}`, versionThere,
		"Mcp-Method: tools/call", "Mcp-Name: nope").to(s); x.status != 200 {
		t.Errorf("no tool: %d %s", x.status, x.answer)
	}
	// A header with two lines agrees with no value.
	x = post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"region":"west"},`+claimed+`}}`, versionThere,
		"Mcp-Method: tools/call", "Mcp-Name: add")
	x.header["Mcp-Param-Region"] = []string{"west", "west"}
	if x.to(s); x.status != 400 || failureOf(t, x).Error.Code != headerMismatch {
		t.Errorf("two lines: %d %s", x.status, x.answer)
	}
}
