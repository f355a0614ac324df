package openapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
)

// TestOpenAPIIsTrue lets schemathesis send what the documents of the running examples allow, and what they do not. It finds no answer that
// is not in the document, nothing that is refused although it is allowed, and the other way round. The example search is not
// among them: it needs a node.
func TestOpenAPIIsTrue(t *testing.T) {
	t.Parallel()
	applications := map[string]string{}
	names := []string{"agent", "hello", "login", "media-ts", "users-ts"}
	if harness.Stress { // the same in JavaScript
		names = append(names, "media", "users")
	}
	for _, name := range names {
		applications[name] = harness.Absolute(t, "../../scripts/examples/"+name)
	}
	documents := openAPIDocuments(t, applications)
	tokens := map[string]func(t *testing.T, server string) string{
		"agent": func(*testing.T, string) string { return "manager-token" },
		"login": signUp,
	}
	for name, application := range applications {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			if err := os.CopyFS(folder, os.DirFS(application)); err != nil {
				t.Fatal(err)
			}
			if err := os.RemoveAll(filepath.Join(folder, "data")); err != nil { // of somebody who has tried the example
				t.Fatal(err)
			}
			server := harness.ServeFolder(t, folder, datatest.FreePort(t))
			var args []string
			if token := tokens[name]; token != nil {
				args = []string{"--header", "Authorization: Bearer " + token(t, server)}
			}
			openAPIHolds(t, filepath.Join(documents, name+".json"), server, args...)
		})
	}
}

// openAPIHolds lets schemathesis send what a document says to a server.
func openAPIHolds(t *testing.T, document, server string, more ...string) {
	t.Helper()
	packages, examples := openAPIPython(t), "4" // for each operation
	if harness.Stress {
		examples = "15"
	}
	args := []string{
		"-m", "schemathesis.cli", "--config-file", harness.Absolute(t, openAPIFolder+"/schemathesis.toml"), "run", document, "--url", server,
		"--phases", "examples,coverage,fuzzing", "--max-examples", examples, "--seed", "23", "--generation-database", "none", "--suppress-health-check",
		"all", "--no-color",
	}
	env := []string{
		"PYTHONPATH=" + packages + string(os.PathListSeparator) + harness.Absolute(t, openAPIFolder),
		"SCHEMATHESIS_HOOKS=schemathesis_hooks", "PYTHONDONTWRITEBYTECODE=1",
	}
	if said := openAPIRun(t, t.TempDir(), env, "python3", append(args, more...)...); !strings.Contains(said, " passed") {
		t.Error(said)
	}
}

// signUp makes the first user of the example login, an administrator, and returns a token of hers.
func signUp(t *testing.T, server string) (token string) {
	t.Helper()
	for _, path := range []string{"/sign-up", "/token"} {
		response, err := http.Post(server+path, "application/json", bytes.NewReader([]byte(`{"name": "ada", "password": "correct horse"}`)))
		if err != nil {
			t.Fatal(err)
		}
		var answer struct{ Token string }
		err = json.NewDecoder(response.Body).Decode(&answer)
		_ = response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s %v", path, response.Status, err)
		}
		token = answer.Token
	}
	return token
}
