package openapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

// The same application with schemas of each library, in TypeScript and in JavaScript: its schemas are in <library>/schemas.ts. The libraries
// are pinned in schemas/package.json.
const schemasFolder = "schemas"

var schemaLibraries = []string{"zod", "valibot", "arktype"}

// exportedType matches what is a @typedef in JavaScript.
var exportedType = regexp.MustCompile(`(?m)^export type (\w+) = (.*);$`)

// schemaApplication writes the application with a library, in a language, and with more of its files.
func schemaApplication(t *testing.T, library, language string, more ...string) (folder string) {
	t.Helper()
	nodejs.InstallPackages(t, schemasFolder)
	folder = t.TempDir()
	text, err := os.ReadFile(filepath.Join(schemasFolder, library, "schemas.ts"))
	if err != nil {
		t.Fatal(err)
	}
	if language == "js" {
		text = exportedType.ReplaceAll(text, []byte("/** @typedef {$2} $1 */"))
		text = []byte(strings.NewReplacer("(value: unknown): Tag", "(value)", "<S extends v.GenericSchema>(schema: S)", "(schema)").Replace(string(text)))
	}
	harness.WriteFile(t, filepath.Join(folder, "schemas."+language), string(text))
	for _, name := range append(more, "app."+language, "config/application.yml") {
		text, err := os.ReadFile(filepath.Join(schemasFolder, "application", name))
		if err != nil {
			t.Fatal(err)
		}
		harness.WriteFile(t, filepath.Join(folder, name), string(text))
	}
	if err := os.Symlink(harness.Absolute(t, filepath.Join(schemasFolder, "node_modules")), filepath.Join(folder, "node_modules")); err != nil {
		t.Fatal(err)
	}
	return folder
}

// schemaRequests are requests with the answer or, if that is 400, with the places of what is refused.
var schemaRequests = []struct {
	method, target, body string
	want                 string
}{
	{"POST", "/users", `{"name":"ab","age":"4","tags":[{"id":"x"}]}`, `{"name":"ab","age":4,"tags":[{"id":"x"}]}`},
	{"POST", "/users", `{"name":"ab","tags":[]}`, `{"name":"ab","age":3,"tags":[]}`},
	{"POST", "/users", `{"name":"a","tags":[{"id":"x"},{"id":3}]}`, "body name, body tags[1].id"},
	{"POST", "/users", `"text"`, "body body"},
	{"POST", "/users", ``, "body body"},
	{"POST", "/taken", `{"name":"free"}`, `{"name":"free"}`},
	{"POST", "/taken", `{"name":"taken"}`, "body name"},
	{"POST", "/shapes", `{"kind":"circle","r":1}`, `{"kind":"circle","r":1}`},
	{"POST", "/shapes", `{"kind":"square","side":2}`, `{"kind":"square","side":2}`},
	{"POST", "/shapes", `{"kind":"square","r":2}`, "body side"},
	{"POST", "/shapes", `{"kind":"line"}`, "body kind"},
	{"POST", "/tags", `{"id":"x"}`, `[{"id":"x"}]`},
	{"GET", "/find/7?name=a&name=b&filter[min]=4", "", `{"id":7,"name":["a","b"],"sort":"asc","min":4}`},
	{"GET", "/find/7?name=a&sort=desc", "", `{"id":7,"name":["a"],"sort":"desc","min":0}`},
	{"GET", "/find/7?name[]=a&filter.min=4", "", `{"id":7,"name":["a"],"sort":"asc","min":4}`},
	{"GET", "/find/x?name=a&name=b&name=c&sort=up&filter[min]=z", "", "path id, query name, query sort, query filter.min"},
	{"GET", "/find/7", "", "query name"},
	{"GET", "/media", "", `{"maxSize":5,"hosts":["a","b"],"label":"none"}`},
}

// schemaAnswer sends a request. Of a refusal it returns where it was, and holds that it has the form that all have.
func schemaAnswer(t *testing.T, method, target, body string) string {
	t.Helper()
	text, got := harness.Ask(t, http.DefaultClient, method, target, http.Header{"Content-Type": {"application/json"}}, body)
	if got.StatusCode != http.StatusBadRequest {
		return text
	}
	var problem struct {
		Detail string
		Errors []struct{ Name, In, Code, Message string }
	}
	err := json.Unmarshal([]byte(text), &problem)
	if err != nil || got.Header.Get("Content-Type") != "application/problem+json" || problem.Errors == nil {
		t.Fatalf("%s %v", text, err)
	}
	var places []string
	for _, one := range problem.Errors {
		if one.Code != "schema" || one.Message == "" {
			t.Errorf("%s %s: %+v", method, target, one)
		}
		places = append(places, one.In+" "+one.Name)
	}
	if first := problem.Errors[0]; !strings.HasPrefix(problem.Detail, first.In+" "+first.Name+": "+first.Message) {
		t.Errorf("detail %q", problem.Detail)
	}
	return strings.Join(places, ", ")
}

// TestSchemas: a body, a query, a path, a tool, a message and the configuration are taken by schemas of each library.
func TestSchemas(t *testing.T) {
	t.Parallel()
	for _, library := range schemaLibraries {
		for _, language := range []string{"ts", "js"} {
			t.Run(library+"/"+language, func(t *testing.T) {
				t.Parallel()
				folder := schemaApplication(t, library, language, "parse.ts")
				app, server := harness.Serve(t, folder)
				for _, c := range schemaRequests {
					if got := schemaAnswer(t, c.method, server+c.target, c.body); !sameJSON(got, c.want) {
						t.Errorf("%s %s %s: %s, want %s", c.method, c.target, c.body, got, c.want)
					}
				}
				schemaTools(t, server)
				for _, n := range []string{"3", "3.5"} {
					harness.Ask(t, http.DefaultClient, "POST", server+"/jobs?n="+n, nil, "")
				}
				app.Awaits(t, "worked on 3, twice 6")
				app.Awaits(t, `"a message is dead".*"reason":"the payload does not fit: n: `)
				_, got := harness.Ask(t, http.DefaultClient, "POST", server+"/parse", http.Header{"Content-Type": {"application/json"}}, `{"id":3}`)
				if got.StatusCode != http.StatusInternalServerError {
					t.Errorf("what a script parses itself is answered with %d", got.StatusCode)
				}
				app.Awaits(t, `"a handler failed".*@RequestBody\(\{ schema: User \}\)`)
			})
		}
	}
}

// sameJSON reports whether two texts are the same, or are the same value of JSON: libraries differ in the order of members.
func sameJSON(a, b string) bool {
	var one, other any
	return a == b || json.Unmarshal([]byte(a), &one) == nil && json.Unmarshal([]byte(b), &other) == nil && reflect.DeepEqual(one, other)
}

// schemaTools calls tools, one with a schema of all arguments, the other with one of an argument.
func schemaTools(t *testing.T, server string) {
	t.Helper()
	for _, c := range [][3]string{
		{"desk_add", `{"a":1}`, `"structuredContent":{"result":"1 x"}`},
		{"desk_add", `{"a":1,"b":"y"}`, `"structuredContent":{"result":"1 y"}`},
		{"desk_add", `{"a":9,"b":3}`, `"text":"a: [^"]+\\nb: [^"]+"}],"isError":true`},
		{"desk_add", `{}`, `"text":"a: [^"\\]+(\\"a\\"[^"\\]+)?"}],"isError":true`},
		{"desk_tag", `{"tag":{"id":"x"}}`, `"structuredContent":{"result":"x"}`},
		{"desk_tag", `{"tag":{"id":3}}`, `"text":"tag.id: [^"]+"}],"isError":true`},
		{"desk_tag", `{}`, `"text":"tag: [^"]+"}],"isError":true`},
	} {
		call := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, c[0], c[1])
		text, _ := harness.Ask(t, http.DefaultClient, "POST", server+"/mcp", http.Header{"Content-Type": {"application/json"}}, call)
		if want := strings.NewReplacer("{", `\{`, "}", `\}`, "}],", `\}\],`).Replace(c[2]); !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("%s %s: %s, want %s", c[0], c[1], text, want)
		}
	}
	text, _ := harness.Ask(t, http.DefaultClient, "POST", server+"/mcp", http.Header{"Content-Type": {"application/json"}},
		`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	for _, want := range []string{
		`"inputSchema":{"type":"object","properties":{"a":{"type":"number","maximum":5},"b":{`, `"$defs":{"Tag":{"type":"object"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

// TestSchemasOfConfiguration: what a schema refuses is an error at the key's line, and of secrets nothing is shown.
func TestSchemasOfConfiguration(t *testing.T) {
	t.Parallel()
	for _, library := range schemaLibraries {
		t.Run(library, func(t *testing.T) {
			t.Parallel()
			folder := schemaApplication(t, library, "ts")
			harness.WriteFile(t, filepath.Join(folder, "config/application.yml"), "framework.mcp.path: /mcp\nmedia:\n  max-size: 50\n  hosts: [a, 7]\n")
			said, err := exec.CommandContext(t.Context(), harness.Binary(t), "check", folder).CombinedOutput()
			for _, want := range []string{"application.yml:3:13: error: media.max-size: ", "application.yml:4:14: error: media.hosts[1]: "} {
				if err == nil || !strings.Contains(string(said), want) {
					t.Errorf("%v, no %q in\n%s", err, want, said)
				}
			}
			harness.WriteFile(t, filepath.Join(folder, "config/application.yml"), "framework.mcp.path: /mcp\nmedia.hosts: []\n")
			cmd := exec.CommandContext(t.Context(), harness.Binary(t), "check", folder)
			cmd.Env = append(os.Environ(), "MEDIA_MAXSIZE=7") // documented names are found in the environment
			if said, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, said)
			}
		})
	}
}

// TestSchemaDocuments: clients of the documents compile, the application does by the typings, and what schemathesis makes of a document is
// answered as that says. [TestOpenAPIIsValid] has the validators.
func TestSchemaDocuments(t *testing.T) {
	t.Parallel()
	applications := map[string]string{}
	for _, library := range schemaLibraries {
		applications[library] = schemaApplication(t, library, "ts")
	}
	documents := openAPIDocuments(t, applications)
	for library, application := range applications {
		t.Run(library, func(t *testing.T) {
			harness.Run(t, application, "types", ".")
			harness.Run(t, application, "client", ".", "-o", "client.ts")
			for _, f := range nodejs.TSC(t, nodejs.ConfigOf(t, application)) {
				t.Error(f)
			}
			client, err := os.ReadFile(filepath.Join(application, "client.ts"))
			for _, want := range []string{"add(args: { body: UserInput }", "Promise<User>", "tags(args: { body: Tag"} {
				if err != nil || !strings.Contains(string(client), want) {
					t.Errorf("%v, no %q in the client", err, want)
				}
			}
			server := harness.ServeFolder(t, application, datatest.FreePort(t))
			openAPIHolds(t, filepath.Join(documents, library+".json"), server)
		})
	}
}
