package openapi

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/jars"
	"github.com/fwrun/fwrun/tests/needs"
)

// What other programs make of the documents: validators, generators of clients, and schemathesis, which sends what a document allows.
// Those from npm are pinned in openapi/package.json, the one in Go in openapi/go.mod, and the others here.
const (
	openAPIFolder    = "peers"
	specValidator    = "openapi-spec-validator==0.9.0"
	schemathesis     = "schemathesis==4.32.5"
	openAPIGenerator = "org.openapitools:openapi-generator-cli:7.25.0"
)

// openAPIPackage returns the script of a package of npm.
func openAPIPackage(t *testing.T, script string) string {
	t.Helper()
	nodejs.InstallPackages(t, openAPIFolder)
	return harness.Absolute(t, filepath.Join(openAPIFolder, "node_modules", script))
}

// openAPIPython returns the folder of the packages of Python.
func openAPIPython(t *testing.T) string {
	t.Helper()
	needs.Program(t, "python3")
	folder, err := jars.Folder("openapi-"+strings.ReplaceAll(specValidator+"-"+schemathesis, "==", "-"), func(into string) error {
		said, err := exec.Command("python3", "-m", "pip", "install", "-q", "--target", into, specValidator, schemathesis).CombinedOutput()
		if err != nil {
			return fmt.Errorf("pip: %w\n%s", err, said)
		}
		return nil
	})
	if err != nil {
		needs.Missing(t, "pip", "cannot install: "+err.Error())
	}
	return folder
}

// openAPIRun runs a program in a folder, and returns what it says. It must not fail.
func openAPIRun(t *testing.T, folder string, env []string, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*harness.Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, needs.Program(t, name), args...)
	cmd.Dir, cmd.Env = folder, append(append(os.Environ(), "NO_COLOR=1", "CI=1", "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true"), env...)
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, said)
	}
	return string(said)
}

// openAPIApplications returns the folders of applications that have documents, by name: the examples, and those of the tests of openapi,
// which have whatever a document can say.
func openAPIApplications(t *testing.T) map[string]string {
	t.Helper()
	examples, _ := filepath.Glob("../../scripts/examples/*")
	archives, _ := filepath.Glob("../../openapi/testdata/*.txtar")
	if len(examples) == 0 || len(archives) == 0 {
		t.Fatal("there are no applications")
	}
	folders := map[string]string{}
	for _, example := range examples {
		folders[filepath.Base(example)] = harness.Absolute(t, example)
	}
	for _, file := range archives {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == "document" })
		if err := txtar.Write(archive, folder); err != nil {
			t.Fatal(err)
		}
		folders[strings.TrimSuffix(filepath.Base(file), ".txtar")] = folder
	}
	return folders
}

// openAPIDocuments writes documents into a new folder: <name>.json, and of version 3.0 <name>-3.0.json, which says the same.
func openAPIDocuments(t *testing.T, applications map[string]string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for name, application := range applications {
		harness.Run(t, folder, "openapi", application, "-o", name+".json")
		harness.Run(t, folder, "openapi", application, "--openapi", "3.0", "-o", name+"-3.0.json")
		harness.Run(t, folder, "openapi", application, "--against", name+"-3.0.json")
	}
	return folder
}

// TestOpenAPIIsValid: redocly and openapi-spec-validator find nothing in documents of either version, those with schemas of libraries among them;
// and they find what is wrong in one that is.
func TestOpenAPIIsValid(t *testing.T) {
	t.Parallel()
	applications := openAPIApplications(t)
	for _, library := range schemaLibraries {
		applications["schemas-"+library] = schemaApplication(t, library, "ts")
	}
	folder := openAPIDocuments(t, applications)
	var files []string
	for _, name := range slices.Sorted(maps.Keys(applications)) {
		files = append(files, name+".json", name+"-3.0.json")
	}
	harness.WriteFile(t, filepath.Join(folder, "wrong.json"),
		`{"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {"/a/{b}": {"get": {"responses": {"200": {"description": "c",
		"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Nobody"}}}}}}}}}`)
	t.Run("redocly", func(t *testing.T) {
		lint := openAPIPackage(t, "@redocly/cli/bin/cli.js")
		said := openAPIRun(t, folder, nil, "node",
			append([]string{lint, "lint", "--config", harness.Absolute(t, openAPIFolder+"/redocly.yaml")}, files...)...)
		if !strings.Contains(said, "Your API descriptions are valid") || strings.Contains(said, "You have") ||
			strings.Count(said, "validated in") != len(files) {
			t.Error(said)
		}
		if out, err := exec.Command("node", lint, "lint", filepath.Join(folder, "wrong.json")).CombinedOutput(); err == nil ||
			!strings.Contains(string(out), "Nobody") {
			t.Errorf("what is wrong was not found: %v\n%s", err, out)
		}
	})
	t.Run("openapi-spec-validator", func(t *testing.T) {
		packages := openAPIPython(t)
		said := openAPIRun(t, folder, []string{"PYTHONPATH=" + packages}, "python3", append([]string{"-m", "openapi_spec_validator"}, files...)...)
		if strings.Count(said, ": OK") != len(files) {
			t.Error(said)
		}
		cmd := exec.Command("python3", "-m", "openapi_spec_validator", "wrong.json")
		cmd.Dir, cmd.Env = folder, append(os.Environ(), "PYTHONPATH="+packages)
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "Nobody") {
			t.Errorf("what is wrong was not found: %v\n%s", err, out)
		}
	})
}
