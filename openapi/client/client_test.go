package client

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the clients in testdata")

// shared begins the part that all clients have, which the clients in testdata lack.
const shared = "// What follows is the same in every client.\n"

// documents returns the OpenAPI documents in testdata by name.
func documents(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no documents", err)
	}
	texts := map[string][]byte{}
	for _, file := range files {
		if texts[strings.TrimSuffix(filepath.Base(file), ".json")], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	return texts
}

// own returns the part of a document's client that other clients do not have.
func own(t *testing.T, document []byte) string {
	t.Helper()
	text, err := Write(document)
	if err != nil {
		t.Fatal(err)
	}
	before, after, found := strings.Cut(string(text), shared)
	if !found || after != "\n"+runtime {
		t.Fatal("the client has no part that all clients have")
	}
	return before
}

// TestWrite compares the clients of the documents in testdata with the files beside them.
func TestWrite(t *testing.T) {
	for name, document := range documents(t) {
		t.Run(name, func(t *testing.T) {
			got, file := own(t, document), filepath.Join("testdata", name+".ts")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the client is not as in %s (-update writes it):\n%s", file, got)
			}
		})
	}
}

// TestTheOrderDoesNotCount: a document whose members, and lists without an order, are in other orders has the same client.
func TestTheOrderDoesNotCount(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, document := range documents(t) {
		want := own(t, document)
		var tree any
		if err := json.Unmarshal(document, &tree); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			var shuffled bytes.Buffer
			shuffle(&shuffled, random, "", tree)
			if got := own(t, shuffled.Bytes()); got != want {
				t.Fatalf("%s: of\n%s\nthe client is\n%s\nwant\n%s", name, shuffled.Bytes(), got, want)
			}
		}
	}
}

// shuffle writes JSON with the members of objects in any order, and with them the lists that are sets.
func shuffle(out *bytes.Buffer, random *rand.Rand, key string, value any) {
	switch v := value.(type) {
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		out.WriteByte('{')
		for i, name := range names {
			if i > 0 {
				out.WriteByte(',')
			}
			text, _ := json.Marshal(name)
			out.Write(text)
			out.WriteByte(':')
			shuffle(out, random, name, v[name])
		}
		out.WriteByte('}')
	case []any:
		items := slices.Clone(v)
		if slices.Contains([]string{"parameters", "required", "enum", "oneOf", "anyOf", "allOf", "tags", "type"}, key) {
			random.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
		}
		out.WriteByte('[')
		for i, item := range items {
			if i > 0 {
				out.WriteByte(',')
			}
			shuffle(out, random, "", item)
		}
		out.WriteByte(']')
	default:
		text, _ := json.Marshal(v)
		out.Write(text)
	}
}

// TestWhatCannotBeRead: the error says what is wrong with a document.
func TestWhatCannotBeRead(t *testing.T) {
	const operation = `{"openapi": "3.1.0", "paths": {"/a": {"get": {%s}}}}`
	for document, want := range map[string]string{
		`{`:                    "the OpenAPI document cannot be read",
		`[]`:                   "the OpenAPI document cannot be read",
		`{"openapi": "3.0.3"}`: `has the OpenAPI version "3.0.3"`,
		`{"swagger": "2.0"}`:   `has the OpenAPI version ""`,
		`{"openapi": "3.1.0", "paths": {"/a": {"get": {"parameters": [{"name": 1}]}}}}`: "cannot be read",
		fmt.Sprintf(operation, `"responses": {"200": {"content": {"application/json": {"schema": {"$ref": `+
			`"#/components/schemas/Gone"}}}}}`): "refers to #/components/" +
			"schemas/Gone",
		fmt.Sprintf(operation, `"responses": {"200": {"$ref": "other.json#/x"}}`):         "GET /a: the OpenAPI document refers to other.json#/x",
		fmt.Sprintf(operation, `"parameters": [{"$ref": "#/components/parameters/p"}]`):   "refers to #/components/parameters/p",
		fmt.Sprintf(operation, `"requestBody": {"$ref": "#/components/requestBodies/b"}`): "refers to #/components/requestBodies/b",
		`{"openapi": "3.1.0", "paths": {"/a": {"get": {"requestBody": {"$ref": "#/components/requestBodies/b"}}}}, "components": {"requestBodies": {"b": ` +
			`{"$ref": "#/components/requestBodies/b"}}}}`: "a circle of references",
	} {
		if _, err := Write([]byte(document)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n got %v\nwant %s", document, err, want)
		}
	}
}

// TestEveryNameIsTaken: no type of an application can hide a name that the file declares or uses.
func TestEveryNameIsTaken(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^(?:export )?(?:async )?(?:function\*?|class|interface|type|const) (\w+)`)
	found := 0
	for _, m := range declared.FindAllStringSubmatch(runtime+"const defaultBase\nfunction createClient\ninterface Api", -1) {
		found++
		if !slices.Contains(taken, m[1]) {
			t.Errorf("%s is declared in runtime.ts, and not taken", m[1])
		}
	}
	if found < 30 {
		t.Errorf("only %d declarations were found", found)
	}
	globals := regexp.MustCompile(`\b(?:new |instanceof |typeof |extends )?([A-Z][A-Za-z0-9]+)\b`)
	code := regexp.MustCompile(`(?s)/\*\*.*?\*/|//[^\n]*|"[^"\n]*"|`+"`[^`]*`").ReplaceAllString(runtime, "")
	for _, m := range globals.FindAllStringSubmatch(code, -1) {
		if name := m[1]; len(name) > 1 && !slices.Contains(taken, name) && !slices.Contains([]string{"UTF"}, name) {
			t.Errorf("%s is used in runtime.ts, and not taken", name)
		}
	}
}

// TestDepth: types that are nested without end are cut off.
func TestDepth(t *testing.T) {
	deep := strings.Repeat(`{"type": "array", "items": `, 2000) + "{}" + strings.Repeat("}", 2000)
	text := own(t, []byte(`{"openapi": "3.1.0", "paths": {"/a": {"get": {"operationId": "a", "responses": {"200": {"content": `+
		`{"application/json": {"schema": `+deep+`}}}}}}}}`))
	if !strings.Contains(text, "Promise<unknown[]") || len(text) > 3000 {
		t.Error(text)
	}
}

// BenchmarkWrite writes the client of 1,000 operations on 200 types.
func BenchmarkWrite(b *testing.B) {
	paths, schemas := map[string]any{}, map[string]any{}
	for i := range 200 {
		schemas[fmt.Sprintf("Type%d", i)] = map[string]any{"type": "object", "properties": map[string]any{
			"id": map[string]any{"type": "integer"}, "next": map[string]any{"$ref": fmt.Sprintf("#/components/schemas/Type%d", (i+1)%200)},
		}}
	}
	for i := range 1000 {
		paths[fmt.Sprintf("/group%d/{id}/%d", i/20, i)] = map[string]any{"get": map[string]any{
			"operationId": fmt.Sprintf("Group%d_find%d", i/20, i),
			"parameters":  []any{map[string]any{"name": "id", "in": "path", "schema": map[string]any{"type": "integer"}}},
			"responses": map[string]any{"200": map[string]any{"content": map[string]any{
				"application/json": map[string]any{"schema": map[string]any{"$ref": fmt.Sprintf("#/components/schemas/Type%d", i%200)}},
			}}},
		}}
	}
	document, err := json.Marshal(map[string]any{"openapi": "3.1.0", "paths": paths, "components": map[string]any{"schemas": schemas}})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Write(document); err != nil {
			b.Fatal(err)
		}
	}
}
