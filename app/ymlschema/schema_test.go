package ymlschema_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/fwrun/fwrun/app/ymlschema"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/archivetest"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// keys are keys of a framework, of every type.
var keys = []config.Key{
	{
		Name: "server.port", Type: config.TypeInt, Default: "8080", Flag: "port", Doc: "port to listen on", Min: "0", Max: "65535",
		Effect: config.OnRestart,
	},
	{Name: "server.max-body", Type: config.TypeSize, Default: "1MiB", Doc: "largest body"},
	{Name: "server.room", Type: config.TypeSize, Otherwise: "half of the memory when not set", Doc: "what it may take"},
	{Name: "server.timeout", Type: config.TypeDuration, Default: "30s", Doc: "time limit"},
	{Name: "server.load", Type: config.TypeNumber, Default: "0.5", Doc: "load"},
	{Name: "server.loud", Type: config.TypeBool, Default: "true", Doc: "tell more"},
	{Name: "server.quiet", Type: config.TypeBool, Default: "false", Doc: "tell less"},
	{Name: "server.retries", Type: config.TypeInt, Default: "many", Doc: "retries"},
	{Name: "server.hosts", Type: config.TypeList, Doc: "names"},
	{Name: "server.name", Type: config.TypeText, Default: "fwrun", Doc: "name"},
	{Name: "tls.min", Type: config.TypeText, Default: "1.2", Doc: "version", Choices: []string{"1.2", "1.3"}},
	{Name: "tls.on", Type: config.TypeText, Doc: "when", Choices: []string{"auto", "true", "false", "n/a"}},
	{
		Name: "logging.level", Type: config.TypeText, Doc: "level", Choices: []string{"info", "off"},
		Each: []config.Key{{Type: config.TypeText, Choices: []string{"info", "off"}}},
	},
	{Name: "logging.group", Type: config.TypeMap, Doc: "groups"},
	{Name: "store[].url", Type: config.TypeText, Doc: "where"},
	{Name: "store[].connection.max", Type: config.TypeInt, Doc: "number of connections"},
	{Name: "clients.*.retries", Type: config.TypeInt, Doc: "how often", Min: "1", Max: "5"},
	{Name: "clients.*.hosts[].url", Type: config.TypeText, Doc: "address"},
	{Name: "odd.a+b c/d~e%f#g", Type: config.TypeInt, Doc: "odd name"},
	{Name: "odd.-", Type: config.TypeInt, Doc: "name without a letter"},
	{Name: "odd.tab\there", Type: config.TypeInt, Doc: "blank in a name"},
}

// TestSchema compares the schema of each archive with its part `schema`, and the documents in `valid` and `invalid`, one a line, with the
// schema. What is said of an invalid one stands behind " # ".
func TestSchema(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			text := ymlschema.Of(keys, manifestOf(t, archive))
			archivetest.Expect(t, path, archive, "schema", string(text))
			schema := compiled(t, text)
			for line := range lines(archive, "valid") {
				if found := against(t, schema, line); found != "" {
					t.Errorf("%s: %s", line, found)
				}
			}
			for line := range lines(archive, "invalid") {
				document, want, _ := strings.Cut(line, " # ")
				if found := against(t, schema, document); found == "" || !strings.Contains(found, want) {
					t.Errorf("%s: %q", line, found)
				}
			}
		})
	}
}

// TestFrameworkKeys: each key of the framework is in the schema, and may be missing, null or a placeholder.
func TestFrameworkKeys(t *testing.T) {
	schema := compiled(t, ymlschema.Of(config.Keys(), nil))
	for _, key := range config.Keys() {
		open, shut := "", ""
		for name := range strings.SplitSeq(key.Name, ".") {
			name, list := strings.CutSuffix(strings.Replace(name, "*", "any", 1), "[]")
			open, shut = open+"{"+name+": ", "}"+shut
			if list {
				open, shut = open+"[", "]"+shut
			}
		}
		for _, value := range []string{"~", `"${other}"`, `"$env.OTHER"`, `" $env.OTHER"`} {
			if found := against(t, schema, open+value+shut); found != "" {
				t.Errorf("%s: %s", key.Name, found)
			}
		}
		if key.Default != "" {
			if found := against(t, schema, open+`"`+key.Default+`"`+shut); found != "" {
				t.Errorf("the default of %s: %s", key.Name, found)
			}
		}
	}
}

// manifestOf returns what the scripts of an archive declare; nil if it has none.
func manifestOf(t *testing.T, archive *txtar.Archive) *manifest.Manifest {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	scripts := 0
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".ts") {
			scripts++
			if err := os.WriteFile(filepath.Join(folder, f.Name), f.Data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if scripts == 0 {
		return nil
	}
	api, err := jsapi.New(jsapi.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	m, problems, err := engine.Inspect(t.Context(), engine.Options{
		Folder: folder, API: api, Expand: expand, Incomplete: true, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(problems, err)
	}
	return m
}

// expand knows no keys, and leaves defaults that refer to others alone.
func expand(text string, place fault.Place) (any, bool, *fault.Diagnostic) {
	if strings.Count(text, "${") > 1 {
		return nil, true, &fault.Diagnostic{Place: place}
	}
	return archivetest.Expand(nil)(text, place)
}

func lines(archive *txtar.Archive, part string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, f := range archive.Files {
			if f.Name != part {
				continue
			}
			for line := range strings.SplitSeq(strings.TrimSpace(string(f.Data)), "\n") {
				if !yield(line) {
					return
				}
			}
		}
	}
}

func compiled(t *testing.T, text []byte) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("https://example.com/schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("https://example.com/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// against returns what a schema says of a document; "" if it is valid.
func against(t *testing.T, schema *jsonschema.Schema, document string) string {
	t.Helper()
	var value any
	if err := yaml.Unmarshal([]byte(document), &value); err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	if err := schema.Validate(value); err != nil {
		return err.Error()
	}
	return ""
}
