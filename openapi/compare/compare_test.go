package compare_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/openapi/compare"
)

// documentOf returns a document with one operation, GET /users/{id}, of these members, and components.
func documentOf(operation, components string) string {
	return `{"openapi": "3.1.0", "info": {"title": "Users", "version": "1"}, "paths": {"/users/{id}": {"get": {` + operation +
		`}}}, "components": {` + components + `}}`
}

func bodyOf(schema string) string {
	return documentOf(`"requestBody": {"content": {"application/json": {"schema": `+schema+`}}}`, "")
}

func answerOf(schema string) string {
	return documentOf(`"responses": {"200": {"content": {"application/json": {"schema": `+schema+`}}}}`, "")
}

// difference is a change of a document and what is to be found: lines that begin with ! are about breaking changes.
type difference struct {
	name, old, changed string
	want               []string
}

// hold compares the documents, and the other way round, too, which must not fail.
func hold(t *testing.T, differences []difference) {
	t.Helper()
	for _, d := range differences {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			found, err := compare.Documents([]byte(d.old), []byte(d.changed))
			if err != nil {
				t.Fatal(err)
			}
			var lines []string
			for _, c := range found {
				if c.Breaking != (c.Why != "") || c.Kind == "" || !strings.HasPrefix(c.Pointer, "#/") {
					t.Errorf("an odd change: %+v", c)
				}
				line := strings.TrimPrefix(strings.TrimSuffix(c.String(), " ("+c.Why+")"), "GET /users/{id}: ")
				if c.Breaking {
					line = "! " + line
				}
				lines = append(lines, line)
			}
			if !slices.Equal(lines, d.want) {
				t.Errorf("found:\n\t%s\nwant:\n\t%s", strings.Join(lines, "\n\t"), strings.Join(d.want, "\n\t"))
			}
			for _, same := range []string{d.old, d.changed} {
				if found, err := compare.Documents([]byte(same), []byte(same)); len(found) > 0 || err != nil {
					t.Errorf("compared with itself: %v %v", found, err)
				}
			}
			if _, err := compare.Documents([]byte(d.changed), []byte(d.old)); err != nil {
				t.Error(err)
			}
		})
	}
}

// both returns the differences of a schema in what clients send and in what they get.
func both(name, old, changed string, input, output []string) []difference {
	place := func(part string, lines []string) []string {
		var all []string
		for _, line := range lines {
			mark, text := "", line
			if rest, is := strings.CutPrefix(line, "! "); is {
				mark, text = "! ", rest
			}
			if field, rest, is := strings.Cut(text, " | "); is {
				text = part + ", " + field + ": " + rest
			} else {
				text = part + ": " + text
			}
			all = append(all, mark+text)
		}
		return all
	}
	return []difference{
		{name + ", sent", bodyOf(old), bodyOf(changed), place("the body", input)},
		{name + ", got", answerOf(old), answerOf(changed), place("the answer 200", output)},
	}
}

// TestOperations holds what is said about paths, operations, parameters and bodies.
func TestOperations(t *testing.T) {
	paths := func(paths string) string { return `{"openapi": "3.1.0", "paths": {` + paths + `}}` }
	parameter := func(text string) string { return documentOf(`"parameters": [`+text+`]`, "") }
	hold(t, []difference{
		{"a path is gone", paths(`"/a": {"get": {}, "post": {}}, "/b": {}`), paths(`"/b": {}`), []string{
			"! GET /a: the path does not exist any more", "! POST /a: the path does not exist any more",
		}},
		{"a path is new", paths(`"/a": {}`), paths(`"/a": {}, "/b": {"get": {}}`), []string{"/b: the path is new"}},
		{"extensions of paths", paths(`"x-a": {"get": {}}`), paths(`"x-b": {"get": {}}`), nil},
		{"an operation is gone", paths(`"/a": {"get": {}, "post": {}}`), paths(`"/a": {"get": {}, "put": {}}`), []string{
			"PUT /a: the operation is new", "! POST /a: the operation does not exist any more",
		}},
		{
			"a variable has another name", paths(`"/a/{id}": {"get": {"parameters": [{"in": "path", "name": "id", "required": true}]}}`),
			paths(`"/a/{key}": {"parameters": [{"in": "path", "name": "key", "required": true}], "get": {}}`),
			[]string{"GET /a/{id}: path variable id: is called key now"},
		},
		{
			"a variable has another type", paths(`"/a/{id}": {"get": {"parameters": [{"in": "path", "name": "id", "schema": {"type": "string"}}]}}`),
			paths(`"/a/{key}": {"get": {"parameters": [{"in": "path", "name": "key", "schema": {"type": "integer"}}]}}`),
			[]string{"GET /a/{id}: path variable id: is called key now", "! GET /a/{id}: path variable id: the type was string and is integer"},
		},
		{"operationId", documentOf(`"operationId": "Users_find"`, ""), documentOf(`"operationId": "Users_get"`, ""), []string{
			"! the operationId was Users_find and is Users_get",
		}},
		{"an operationId is gone", documentOf(`"operationId": "Users_find"`, ""), documentOf("", ""), []string{"! the operationId Users_find is gone"}},
		{"an operationId is new", documentOf("", ""), documentOf(`"operationId": "Users_find"`, ""), []string{"the operationId is Users_find now"}},
		{"deprecated", documentOf("", ""), documentOf(`"deprecated": true`, ""), []string{"the operation is deprecated now"}},
		{"texts", documentOf(`"summary": "a", "tags": ["x"]`, ""), documentOf(`"description": "b"`, ""), nil},
		{
			"servers", `{"openapi": "3.1.0", "servers": [{"url": "/api"}, {"url": "https://example.com/"}]}`,
			`{"openapi": "3.1.0", "servers": [{"url": "/v2"}, {"url": "https://example.com"}]}`,
			[]string{"! the server /api is not listed any more", "the server /v2 is new"},
		},

		{"a parameter is gone", parameter(`{"in": "query", "name": "q"}`), parameter(``), []string{"! query parameter q: does not exist any more"}},
		{"a parameter is new", parameter(``), parameter(`{"in": "query", "name": "q"}`), []string{"query parameter q: is new"}},
		{"a required parameter is new", parameter(``), parameter(`{"in": "cookie", "name": "q", "required": true}`), []string{
			"! cookie q: is new and required",
		}},
		{"a parameter is required now", parameter(`{"in": "query", "name": "q"}`), parameter(`{"in": "query", "name": "q", "required": true}`), []string{
			"! query parameter q: is required now",
		}},
		{"a parameter is optional now", parameter(`{"in": "query", "name": "q", "required": true}`), parameter(`{"in": "query", "name": "q"}`), []string{
			"query parameter q: is optional now",
		}},
		{"a parameter elsewhere", parameter(`{"in": "query", "name": "q"}`), parameter(`{"in": "header", "name": "q"}`), []string{
			"! query parameter q: does not exist any more", "header q: is new",
		}},
		{"names of headers", parameter(`{"in": "header", "name": "x-id"}`), parameter(`{"in": "header", "name": "X-ID"}, {"in": "header", ` +
			`"name": "accept", "required": true}`), nil},
		{
			"a style", parameter(`{"in": "query", "name": "q"}, {"in": "query", "name": "r"}`),
			parameter(`{"in": "query", "name": "q", "explode": false}, {"in": "query", "name": "r", "style": "form", "explode": true}`),
			[]string{"! query parameter q: was written in the style form, exploded and is in the style form"},
		},
		{
			"a type within a parameter of JSON", parameter(`{"in": "query", "name": "q", "content": {"application/json": {"schema": {"type": "string"}}}}`),
			parameter(`{"in": "query", "name": "q", "content": {"application/json": {"schema": {"type": "integer"}}}}`),
			[]string{"! query parameter q: the type was string and is integer"},
		},
		{
			"components have other names", documentOf(`"parameters": [{"$ref": "#/components/parameters/a"}]`,
				`"parameters": {"a": {"in": "query", "name": "q", "schema": {"$ref": "#/components/schemas/A"}}}, "schemas": {"A": {"type": "string"}}`),
			documentOf(`"parameters": [{"$ref": "#/components/parameters/b"}]`, `"parameters": {"b": {"in": "query", "name": "q", "schema": {"$ref": `+
				`"#/components/schemas/B"}}}, "schemas": {"B": {"type": "string"}}`),
			nil,
		},

		{"a body is new", documentOf("", ""), bodyOf("{}"), []string{"the body: is new"}},
		{
			"a required body is new", documentOf("", ""), documentOf(`"requestBody": {"required": true, "content": {}}`, ""),
			[]string{"! the body: is new and required"},
		},
		{"a body is gone", bodyOf("{}"), documentOf("", ""), []string{"! the body: is not read any more"}},
		{"a body is required now", bodyOf("{}"), documentOf(`"requestBody": {"required": true, "content": {"application/json": {}}}`, ""), []string{
			"! the body: is required now",
		}},
		{
			"media types", documentOf(`"requestBody": {"content": {"application/json; charset=utf-8": {}, "text/csv": {}, "image/png": {}}}`, ""),
			documentOf(`"requestBody": {"content": {"application/JSON": {}, "image/*": {}, "text/xml": {}}}`, ""),
			[]string{
				"! the body as text/csv: the media type text/csv is gone", "the body: can be image/* now", "the body: can be text/xml now",
			},
		},
		{
			"an encoding", documentOf(`"requestBody": {"content": {"multipart/form-data": {"encoding": {"a": {"contentType": "image/png"}}}}}`, ""),
			documentOf(`"requestBody": {"content": {"multipart/form-data": {"encoding": {"a": {"contentType": "image/jpeg"}}}}}`, ""),
			[]string{"! the body: the encoding of its parts has changed"},
		},

		{
			"statuses", documentOf(`"responses": {"200": {}, "204": {}, "404": {}}`, ""), documentOf(`"responses": {"200": {}, "409": {}}`, ""),
			[]string{"! the answer 204: is not described any more", "the answer 404: is not described any more", "the answer 409: is new"},
		},
		{
			"a class of statuses", documentOf(`"responses": {"4XX": {"content": {"application/json": {"schema": {"type": "string"}}}}}`, ""),
			documentOf(`"responses": {"404": {"content": {"application/json": {"schema": {"type": "integer"}}}}, "default": {"content": `+
				`{"application/json": {"schema": {"type": "string"}}}}}`, ""),
			[]string{"! the answer 404: the type was string and is integer", "the answer default: is new"},
		},
		{
			"headers of answers", documentOf(`"responses": {"200": {"headers": {"A": {"required": true}, "B": {}, "C": {}}}}`, ""),
			documentOf(`"responses": {"200": {"headers": {"a": {}, "C": {"schema": {"type": "string"}}, "D": {}}}}`, ""),
			[]string{
				"! the answer 200, header a: may be absent now", "! the answer 200, header b: does not exist any more",
				"the answer 200, header c: the type was anything and is string", "the answer 200, header d: is new",
			},
		},
	})
}

// TestSecurity holds what is said about who is let in.
func TestSecurity(t *testing.T) {
	const schemes = `"securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}, "token": {"type": "http", "scheme": "Bearer"},
		"key": {"type": "apiKey", "in": "header", "name": "X-Key"}, "flow": {"type": "oauth2", "flows": {"password": {}}}}`
	of := func(security string) string { return documentOf(`"security": [`+security+`]`, schemes) }
	hold(t, []difference{
		{"another name", of(`{"bearer": []}`), of(`{"token": []}`), nil},
		{"guarded now", documentOf("", schemes), of(`{"bearer": []}`), []string{
			"! security: it takes more than no credentials now", "security: this is enough now: HTTP bearer",
		}},
		{"open now", of(`{"bearer": []}`), of(`{}`), []string{"security: this is enough now: no credentials"}},
		{"one way less", of(`{"bearer": []}, {"key": []}`), of(`{"bearer": []}`), []string{"! security: it takes more than the key X-Key in header now"}},
		{"one way more", of(`{"bearer": []}`), of(`{"bearer": []}, {"key": []}`), []string{"security: this is enough now: the key X-Key in header"}},
		{"both now", of(`{"bearer": []}`), of(`{"bearer": [], "key": []}`), []string{
			"! security: it takes more than HTTP bearer now", "security: this is enough now: HTTP bearer and the key X-Key in header",
		}},
		{"a scope more", of(`{"flow": ["read"]}`), of(`{"flow": ["read", "write"]}`), []string{
			"! security: it takes more than OAuth 2 (password) with read now", "security: this is enough now: OAuth 2 (password) with read, write",
		}},
		{
			"of the whole document", `{"openapi": "3.1.0", "security": [{"b": []}], "components": {"securitySchemes": {"b": {"type": "http", "scheme": ` +
				`"basic"}}}, "paths": {"/a": {"get": {}, "put": {"security": []}}}}`,
			`{"openapi": "3.1.0", "paths": {"/a": {"get": {}, "put": {}}}}`,
			[]string{"GET /a: security: this is enough now: no credentials"},
		},
	})
}

// TestErrors: what is no document is refused with the name of the one that is not.
func TestErrors(t *testing.T) {
	good := documentOf("", "")
	for text, want := range map[string]string{
		``:                             "the new document is not JSON: EOF",
		`{`:                            "the new document is not JSON: unexpected EOF",
		good + `}`:                     "the new document is not JSON: there is text after the document",
		`[]`:                           "the new document is not an OpenAPI document of version 3.0 or 3.1",
		`{"swagger": "2.0"}`:           "the new document is not an OpenAPI document of version 3.0 or 3.1",
		`{"openapi": 3.1}`:             "the new document is not an OpenAPI document of version 3.0 or 3.1",
		strings.Repeat("[", 20_000):    "the new document is not JSON: invalid character '[' exceeded max depth",
		`{"openapi": "3.2.0"}`:         "the new document is not an OpenAPI document of version 3.0 or 3.1",
		"openapi: 3.1.0\npaths: {}\n ": "the new document is not JSON: invalid character 'o' looking for beginning of value",
	} {
		if _, err := compare.Documents([]byte(good), []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%.30q: %v, want %s", text, err, want)
		}
	}
	if _, err := compare.Documents(nil, []byte(good)); err == nil || !strings.HasPrefix(err.Error(), "the old document") {
		t.Error(err)
	}
}

// TestTooComplex: schemas that would take more steps than there are atoms give an error, and soon.
func TestTooComplex(t *testing.T) {
	t.Parallel()
	double := func(keyword, leaf string) string {
		var all []string
		for i := range 60 {
			all = append(all, fmt.Sprintf(`"S%d": {%q: [{"$ref": "#/components/schemas/S%d"}, {"$ref": "#/components/schemas/S%d"}]}`, i, keyword, i+1, i+1))
		}
		return documentOf(`"requestBody": {"content": {"a/b": {"schema": {"$ref": "#/components/schemas/S0"}}}}`,
			`"schemas": {`+strings.Join(all, ",")+`, "S60": `+leaf+`}`)
	}
	for _, keyword := range []string{"allOf", "anyOf"} {
		_, err := compare.Documents([]byte(double(keyword, `{"type": "string"}`)), []byte(double(keyword, `{"type": "integer"}`)))
		if !errors.Is(err, compare.ErrTooComplex) {
			t.Errorf("%s: %v", keyword, err)
		}
	}
}

// TestLarge: an application of 5,000 operations is compared, and each has the change that it shares with all.
func TestLarge(t *testing.T) {
	t.Parallel()
	large := func(leaf string) []byte {
		var b strings.Builder
		b.WriteString(`{"openapi": "3.1.0", "paths": {`)
		for i := range 5000 {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `"/p%d": {"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/S%d"}}}},
				"responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/S%d"}}}}}}}`, i, i%40, i%30)
		}
		b.WriteString(`}, "components": {"schemas": {`)
		for i := range 40 {
			fmt.Fprintf(&b, `"S%d": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "array", "items": {"type": "integer"}}, `+
				`"next": {"anyOf": [{"$ref": "#/components/schemas/S%d"}, {"type": "null"}]}}},`, i, (i+1)%41)
		}
		fmt.Fprintf(&b, `"S40": {"type": %q}}}}`, leaf)
		return []byte(b.String())
	}
	found, err := compare.Documents(large("string"), large("integer"))
	if err != nil || len(found) != 2*5000 {
		t.Errorf("%d changes, %v", len(found), err)
	}
}

// TestTooMany: what is too much to be read is counted, and what breaks is there in any case.
func TestTooMany(t *testing.T) {
	t.Parallel()
	var fresh []string
	for i := range 21_000 {
		fresh = append(fresh, fmt.Sprintf(`"/a%d": {}`, i))
	}
	old := `{"openapi": "3.1.0", "paths": {"/z": {"get": {"operationId": "a"}}}}`
	changed := `{"openapi": "3.1.0", "paths": {"/z": {"get": {"operationId": "b"}}, ` + strings.Join(fresh, ",") + `}}`
	found, err := compare.Documents([]byte(old), []byte(changed))
	if err != nil || len(found) != 20_001 || !compare.Breaks(found) || found[20_000].Text != "1001 more changes are not listed" {
		t.Errorf("%d changes, %v; the last is %v", len(found), err, found[len(found)-1])
	}
}
