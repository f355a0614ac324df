package script

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// migrateSchemaURL is no relative one, which would be that of a file here, with its blanks in two spellings.
const migrateSchemaURL = "https://example.com/migrate.schema.json"

// migrateSchema is docs/migrate.schema.json.
var migrateSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	text, err := os.ReadFile("../../docs/migrate.schema.json")
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(migrateSchemaURL, document); err != nil {
		return nil, err
	}
	return compiler.Compile(migrateSchemaURL)
})

// checkMigrateDocument checks that `fwrun migrate --json` has written one document, which the schema describes and
// which agrees with the exit code. Flags that are unknown are found before --json is read, and leave the output empty.
func checkMigrateDocument(ts *testscript.TestScript, arguments []string, code int, out, errors string) {
	if len(arguments) == 0 || arguments[0] != "migrate" || !slices.Contains(arguments, "--json") || slices.Contains(arguments, "--help") {
		return
	}
	if code == 2 && out == "" && (strings.Contains(errors, "unknown flag") || strings.Contains(errors, "flag needs an argument")) {
		return
	}
	schema, err := migrateSchema()
	ts.Check(err)
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(out)) // fails if there is more than one
	if err == nil {
		err = schema.Validate(document)
	}
	if err != nil {
		ts.Fatalf("%v\n%s", err, out)
	}
	var verdict struct {
		OK bool `json:"ok"`
	}
	ts.Check(json.Unmarshal([]byte(out), &verdict))
	if verdict.OK != (code == 0) {
		ts.Fatalf("ok is %v, and the exit code is %d", verdict.OK, code)
	}
}
