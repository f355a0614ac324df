package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// diffDocument and clusterPlan are documents of which a cluster is needed; tests/cli/migrate-search.txtar has real ones.
const (
	diffDocument = `{"verb":"diff","ok":true,"diagnostics":[],"connections":[{"name":"logs","kind":"opensearch","files":[
		{"path":"logs/a.json","kind":"index","name":"a","missing":true},
		{"path":"logs/b.json","kind":"index","name":"b","differences":[{"key":"settings.index.x","file":"1","cluster":"2"}]}]}]}`
	clusterPlan = `{"verb":"plan","ok":true,"diagnostics":[],"connections":[{"name":"logs","kind":"opensearch","files":[
		{"path":"logs/a.json","state":"due","hash":"","executed_at":null,"executed_by":null,"duration_ms":null,
		"steps":[{"note":"there"},{"method":"PUT","path":"/a","body":{"a":1},"note":"name"}]}]}]}`
)

// optional are the members that a document may lack. The others are required.
var optional = []string{"body", "note", "file", "line", "column", "endColumn", "why", "hint", "source", "notes", "cluster"}

// TestMigrateSchemaIsStrict: what --json writes is valid, and is not after a change of one member: without it, with another
// type, or with one more.
func TestMigrateSchemaIsStrict(t *testing.T) {
	text, err := os.ReadFile("../../docs/migrate.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	t.Chdir(folder)
	unpack(t, folder, `
-- config/application.yml --
datasource: [{ name: main, url: "sqlite:a.db" }]
-- migrations/main/1.sql --
SELECT 1;
-- migrations/main/2.sql --
SELEC 2;
`)
	documents := []string{diffDocument, clusterPlan}
	for _, line := range []string{
		"status", "plan", "", "status", "unlock", "repair", "baseline 2.sql", "diff", "nowhere",
	} {
		_, out, _ := command(t, append(append([]string{"migrate"}, strings.Fields(line)...), "--json")...)
		documents = append(documents, out)
	}
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("https://example.com/migrate.schema.json", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("https://example.com/migrate.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	changes := 0
	for _, text := range documents {
		var document any
		if err := json.Unmarshal([]byte(text), &document); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if err := compiled.Validate(document); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
		eachObject(document, func(object map[string]any) {
			refused := func(what string) {
				changes++
				if compiled.Validate(document) == nil {
					changed, _ := json.Marshal(object)
					t.Errorf("%s is valid: %s", what, changed)
				}
			}
			object["unexpected"] = 1
			refused("one more member")
			delete(object, "unexpected")
			for key, value := range object {
				if key == "body" {
					continue
				}
				object[key] = map[string]any{"another": "type"}
				refused(key + " of another type")
				if delete(object, key); !slices.Contains(optional, key) {
					refused("a document without " + key)
				}
				object[key] = value
			}
		})
	}
	if changes < 200 {
		t.Errorf("only %d changes were tried", changes)
	}
}

// eachObject calls a function for each object of a document, except bodies of requests.
func eachObject(value any, use func(map[string]any)) {
	switch v := value.(type) {
	case map[string]any:
		use(v)
		for key, member := range v {
			if key != "body" {
				eachObject(member, use)
			}
		}
	case []any:
		for _, item := range v {
			eachObject(item, use)
		}
	}
}
