package typings

import (
	"bytes"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/tests/harness"
)

// configurationSchema compiles the schema of an application's application.yml.
func configurationSchema(t *testing.T, folder string) *jsonschema.Schema {
	t.Helper()
	text, err := app.ConfigurationSchema(t.Context(), app.Options{
		Folder: folder, Env: os.Environ(), Logger: func(app.LogSettings) *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("https://example.com/application.schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("https://example.com/application.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// againstSchema returns what a schema says about YAML; "" if that is valid.
func againstSchema(t *testing.T, schema *jsonschema.Schema, text string) string {
	t.Helper()
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if err := schema.Validate(value); err != nil {
		return err.Error()
	}
	return ""
}

// TestSchemaOfExamples: the configurations of all examples are valid by the schemas of their applications.
func TestSchemaOfExamples(t *testing.T) {
	files, err := filepath.Glob("../../scripts/examples/*/config/*.y*ml")
	if err != nil || len(files) < 5 {
		t.Fatal("there are no examples", err)
	}
	schemas := map[string]*jsonschema.Schema{}
	for _, file := range files {
		folder := filepath.Dir(filepath.Dir(file))
		if schemas[folder] == nil {
			schemas[folder] = configurationSchema(t, folder)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if found := againstSchema(t, schemas[folder], string(text)); found != "" {
			t.Errorf("%s: %s", file, found)
		}
	}
}

const schemaApplication = `
import { ConfigurationProperties, Max, Min, Pattern, Service, Value } from "fwrun";

export class Limits {
  /** Greatest width, in pixels. */
  @Min(1) @Max(10000) maxWidth: int = 100;
  maxAge: Duration = 1000;
}

export class Node {
  name: string = "";
  children: list<Node> = [];
}

/** What becomes of uploads. */
@ConfigurationProperties("media")
export class MediaSettings {
  /** Where files are kept. */
  folder: string;
  kind: "local" | "remote" = "local";
  limits: Limits = new Limits();
  hosts: list<string> = [];
  labels: Record<string, int> = {};
  tree: Node = new Node();
  @Pattern("^https:") url: string = "https://example.com";
}

@Service
export class Greeter {
  /** Whom it greets. */
  @Value("${greeting.name:world}") name: string;
  @Value("${greeting.times:3}") @Max(10) times: int;
  @Value("${greeting.loud}") loud: boolean = false;
  @Value("https://${greeting.host}/${greeting.path:}") address: string = "";
}
`

// TestSchemaOfSettings: what fwrun accepts is valid, and what it refuses, or warns of, is not.
func TestSchemaOfSettings(t *testing.T) {
	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "greeter.ts"), schemaApplication)
	if err := os.Mkdir(filepath.Join(folder, "config"), 0o755); err != nil {
		t.Fatal(err)
	}
	harness.WriteFile(t, filepath.Join(filepath.Join(folder, "config"), "application.yml"), "media: {folder: files}\n")
	schema := configurationSchema(t, folder)
	for _, valid := range []string{
		"{}", "server:", "server: {port: 80}", `server: {port: "80"}`, "server: {port: '${PORT}'}", "server: ${other}", "server: {port: $env.PORT}",
		"server: {workers.max: 4}", "server: {maxBodyBytes: 1MiB, MAX_HEADER_BYTES: 8192, cpu_timeout: 2}", "Server: {Port: 80}",
		"logging: {level: WARN}", "logging: {level: {root: info, web: debug}}", "logging: {level: off}",
		"datasource: {name: main, url: 'sqlite:a.db'}", "datasource: [{name: main, url: 'sqlite:a.db', connection: {max: 4}}]",
		"server: {tls: {min-version: 1.3}}", "security: {headers: {enabled: true}}", "security: {headers: {enabled: 'TRUE'}}",
		"http: {clients: {pay: {base-url: 'https://example.com', retries: {max: 3}}}}", "http: {client: {proxy: false}}",
		"management: {endpoints: {enabled: yes}}", "management: {endpoints: {enabled: 'on'}}", "management: {endpoints: {enabled: 1}}",
		"server: {cors: {origins: 'https://example.com,https://www.example.com'}}", "server: {handler-timeout: 1h30m}", "server: {handler-timeout: 250ms}",
		"server.port: 80", "anything: {else: [1, 2]}",
		"media: {folder: files, other: 1}", "media: {limits: {max-width: 200, maxAge: 5s}}", "media: {limits: {maxWidth: '${WIDTH}'}}",
		"media: {kind: '${KIND}'}", "media: {kind: remote}", "media: {hosts: 'a,b'}", "media: {hosts: [a, 1]}", "media: {labels: {a: 1}}",
		"media: {url: '${URL}'}", "media: {url: 'https://example.com'}", "media: {tree: {name: a, children: [{name: b, children: [{name: c}]}]}}",
		"MEDIA: ~",
		"greeting: {name: ~, times: 4, loud: off, more: 1}", "greeting: {times: '4'}", "greeting: {host: [a]}",
	} {
		if found := againstSchema(t, schema, valid); found != "" {
			t.Errorf("%s: %s", valid, found)
		}
	}
	for invalid, at := range map[string]string{
		"server: {prot: 80}": "prot", "server: {port: many}": "port", "server: {port: 70000}": "port", "server: many": "server", "server: [1]": "server",
		"SERVER: {PORT: many}": "PORT", "server: {handler-timeout: 5 s}": "handler-timeout", "server: {max-body-bytes: 1KB2}": "max-body-bytes",
		"logging: {level: loud}": "level", "logging: {format: xml}": "format", "datasource: [{nam: main}]": "nam", "datasource: {nam: main}": "nam",
		"http: {clients: {pay: {base: a}}}": "base", "management: {endpoints: {enabled: maybe}}": "enabled",
		"management: {endpoints: {enabled: 2}}": "enabled",
		"server: {tls: {min-version: 1.1}}":     "min-version", "server: {cors: {origins: [[a]]}}": "origins", "migrations: {order: random}": "order",
		"media: files": "media", "media: {limits: {maxWidth: 0}}": "maxWidth", "media: {limits: {max-width: wide}}": "max-width",
		"media: {kind: other}":    "kind",
		"media: {labels: {a: b}}": "labels", "media: {url: 'http://example.com'}": "url", "media: {tree: {children: [{children: 1}]}}": "",
		"greeting: {times: many}": "times", "greeting: {times: 11}": "times", "greeting: {loud: 7}": "loud",
	} {
		if found := againstSchema(t, schema, invalid); found == "" || !strings.Contains(found, at) {
			t.Errorf("%s: %q", invalid, found)
		}
	}
}
