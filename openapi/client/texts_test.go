package client

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// hostile are texts that would be something else than a text if they were written as they are.
var hostile = []string{
	"", "plain", "*/ alert(1) /*", "*\u200b/ alert(1)", "`${alert(1)}`", `"; alert(1); "`, `\`, `\"; alert(1); "`,
	"a\nb\r\nc\u2028d\u2029e", "@deprecated",
	"</script><script>alert(1)</script>", "\u202e reversed \u2066", "\x00\x1b[31m", "__proto__", "constructor", "then", "1a", "ünïcødé",
	"a-b.c", "'", "{id}", "$&",
	"*\x00/ alert(1)", "*\\/", "\xff\xfe", strings.Repeat("*/", 1000),
}

// documentWith returns a document with a text in every place where an application's words may be.
func documentWith(words, name string) []byte {
	schema := map[string]any{
		"type": "object", "description": words, "properties": map[string]any{
			"a":  map[string]any{"type": "string", "description": words, "default": words, "format": words},
			"b":  map[string]any{"$ref": "#/components/schemas/S"},
			name: map[string]any{"enum": []any{name, 1}},
		},
	}
	parameter := func(in, name string) any {
		return map[string]any{"name": name, "in": in, "description": words, "schema": map[string]any{"type": "string"}}
	}
	operation := map[string]any{
		"operationId": "Users_find", "summary": words, "description": words, "tags": []any{"Users"},
		"parameters": []any{parameter("query", name), parameter("header", name), parameter("cookie", "c"), parameter("path", name)},
		"requestBody": map[string]any{
			"description": words,
			"content":     map[string]any{"application/json": map[string]any{"schema": map[string]any{"$ref": "#/components/schemas/S"}}},
		},
		"responses": map[string]any{"200": map[string]any{"content": map[string]any{"text/" + name: map[string]any{}}}},
	}
	named := map[string]any{
		"operationId": name,
		"responses":   map[string]any{"200": map[string]any{"content": map[string]any{"application/json": map[string]any{"schema": schema}}}},
	}
	text, err := json.Marshal(map[string]any{
		"openapi": "3.1.0", "info": map[string]any{"title": words, "version": words}, "servers": []any{map[string]any{"url": name}},
		"tags":       []any{map[string]any{"name": "Users", "description": words}},
		"paths":      map[string]any{"/" + name: map[string]any{"get": operation, "post": named, "put": map[string]any{}}},
		"components": map[string]any{"schemas": map[string]any{"S": schema}},
	})
	if err != nil {
		panic(err)
	}
	return text
}

// code returns what remains of a client without types and comments. It fails if the client is not TypeScript.
func code(t *testing.T, document []byte) string {
	t.Helper()
	text, err := Write(document)
	if err != nil {
		t.Fatal(err)
	}
	result := api.Transform(string(text), api.TransformOptions{Loader: api.LoaderTS, MinifyWhitespace: true, LegalComments: api.LegalCommentsNone})
	for _, m := range result.Errors {
		t.Fatalf("%s, in line %d:\n%s", m.Text, m.Location.Line, text)
	}
	return string(result.Code)
}

// holdTexts fails if words change anything but comments, or a name makes something that is no TypeScript.
func holdTexts(t *testing.T, words, name string) {
	t.Helper()
	if got, want := code(t, documentWith(words, name)), code(t, documentWith("words", name)); got != want {
		t.Errorf("%q changes the code:\n%s\nwant\n%s", words, got, want)
	}
}

func TestHostileTexts(t *testing.T) {
	for _, text := range hostile {
		holdTexts(t, text, "name")
		holdTexts(t, "words", text)
		holdTexts(t, text, text)
	}
}

// TestNoTextIsHidden: nothing in a client is other than it looks.
func TestNoTextIsHidden(t *testing.T) {
	for _, text := range hostile {
		client, err := Write(documentWith(text, text))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range string(client) {
			if c < ' ' && c != '\n' || c >= 0x200b && c <= 0x200f || c >= 0x2028 && c <= 0x202e || c >= 0x2066 && c <= 0x2069 || c == 0xfeff {
				t.Errorf("the client of %q has a %U", text, c)
			}
		}
	}
}

// FuzzTexts: no text of a document becomes code.
func FuzzTexts(f *testing.F) {
	for _, text := range hostile {
		f.Add(text, "name")
		f.Add("words", text)
	}
	f.Fuzz(func(t *testing.T, words, name string) { holdTexts(t, words, name) })
}

// FuzzWrite: any document makes TypeScript or an error.
func FuzzWrite(f *testing.F) {
	for _, document := range documents(f) {
		f.Add(document)
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		if _, err := Write(document); err == nil {
			code(t, document)
		}
	})
}
