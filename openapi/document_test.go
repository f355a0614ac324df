package openapi_test

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/engine/archivetest"
	"github.com/fwrun/fwrun/engine/build/buildtest"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/openapi"
)

// TestDocuments compares the documents of applications with testdata.
func TestDocuments(t *testing.T) {
	archives, _ := filepath.Glob("testdata/*.txtar")
	if len(archives) < 7 {
		t.Fatalf("%d archives", len(archives))
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, m := read(t, path)
			document := openapi.Document(m, openapi.Options{})
			text := string(openapi.YAML(document))
			archivetest.Expect(t, path, archive, "document", text)
			checkForms(t, document)
			checkReferences(t, document)
			reversed := *m // the same application, read in another order
			reversed.Routes = slices.Clone(m.Routes)
			slices.Reverse(reversed.Routes)
			if again := string(openapi.YAML(openapi.Document(&reversed, openapi.Options{}))); again != text {
				t.Errorf("the order of routes matters:\n%s", again)
			}
		})
	}
}

func read(t *testing.T, path string) (*txtar.Archive, *manifest.Manifest) {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return archive, buildtest.Manifest(t, archive)
}

// checkForms: YAML says what JSON says, to a reader of others.
func checkForms(t *testing.T, document schema.Node) {
	t.Helper()
	var fromJSON, fromYAML any
	if err := json.Unmarshal(openapi.JSON(document), &fromJSON); err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(openapi.YAML(document), &fromYAML); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(fromYAML)
	if err != nil {
		t.Fatal(err)
	}
	var again any
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(fromJSON, again) {
		t.Errorf("YAML differs:\n%s\n%s", text, openapi.JSON(document))
	}
}

// checkReferences: each reference leads somewhere, each component is referred to, ids are unique, and a path has the parameters that it
// names.
func checkReferences(t *testing.T, document schema.Node) {
	t.Helper()
	used, ids := map[string]bool{}, map[string]bool{}
	walk(document, func(key string, value any) {
		switch text, _ := value.(string); key {
		case "$ref":
			used[text] = true
			if find(document, text) == nil {
				t.Errorf("%s leads nowhere", text)
			}
		case "operationId":
			if ids[text] {
				t.Errorf("two operations are %s", text)
			}
			ids[text] = true
		}
	})
	components, _ := document.Get("components").(schema.Node)
	for _, kind := range components {
		list, _ := kind.Value.(schema.Node)
		for _, one := range list {
			if ref := "#/components/" + kind.Key + "/" + one.Key; kind.Key != "securitySchemes" && !used[ref] {
				t.Errorf("nothing refers to %s", ref)
			}
		}
	}
	paths, _ := document.Get("paths").(schema.Node)
	for _, item := range paths {
		walk(item.Value, func(key string, value any) {
			if list, ok := value.([]any); ok && key == "parameters" {
				checkPath(t, item.Key, list)
			}
		})
	}
}

func checkPath(t *testing.T, path string, parameters []any) {
	t.Helper()
	n := 0
	for _, p := range parameters {
		if node, _ := p.(schema.Node); node.Get("in") == "path" {
			n++
			if name, _ := node.Get("name").(string); !strings.Contains(path, "{"+name+"}") || node.Get("required") != true {
				t.Errorf("%s has no {%s}, or does not require it", path, name)
			}
		}
	}
	if n != strings.Count(path, "{") {
		t.Errorf("%s has %d parameters", path, n)
	}
}

func walk(value any, visit func(key string, value any)) {
	switch v := value.(type) {
	case schema.Node:
		for _, m := range v {
			visit(m.Key, m.Value)
			walk(m.Value, visit)
		}
	case []any:
		for _, item := range v {
			walk(item, visit)
		}
	}
}

// find returns what a reference leads to.
func find(document schema.Node, ref string) (found any) {
	found = document
	for name := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		node, _ := found.(schema.Node)
		found = node.Get(name)
	}
	return found
}
