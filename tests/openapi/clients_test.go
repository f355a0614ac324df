package openapi

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/jars"
	"github.com/fwrun/fwrun/tests/needs"
)

// clientDocuments writes the documents that clients are generated from: of examples with lists and fields that may be null, tokens and forms with
// files, and of an application with all kinds of bodies.
func clientDocuments(t *testing.T) (folder string, names []string) {
	t.Helper()
	names = []string{"agent", "login", "media-ts", "users-ts", "bodies"}
	applications := openAPIApplications(t)
	maps.DeleteFunc(applications, func(name, _ string) bool { return !slices.Contains(names, name) })
	return openAPIDocuments(t, applications), names
}

// TestOpenAPIClients generates clients in TypeScript with four generators, and compiles what they make, strictly.
func TestOpenAPIClients(t *testing.T) {
	t.Parallel()
	documents, names := clientDocuments(t)
	folder := t.TempDir()
	types, fetch, orval := openAPIPackage(t, "openapi-typescript/bin/cli.js"), openAPIPackage(t, "@hey-api/openapi-ts/bin/run.js"),
		openAPIPackage(t, "orval/dist/bin/orval.js")
	jar := openAPIGeneratorJar(t) // which takes longer to start than to read a document
	var configurations []string
	for _, name := range names {
		document := filepath.Join(documents, name+".json")
		openAPIRun(t, folder, nil, "node", types, document, "-o", name+"/types.ts")
		harness.WriteFile(t, filepath.Join(folder, name, "use.ts"), `import createClient from "openapi-fetch";
import type { paths } from "./types";

export const client = createClient<paths>({ baseUrl: "http://127.0.0.1:8080" });
`)
		openAPIRun(t, folder, nil, "node", fetch, "-i", document, "-o", name+"/hey", "-c", "@hey-api/client-fetch")
		openAPIRun(t, folder, nil, "node", orval, "--input", document, "--output", name+"/orval/client.ts", "--client", "fetch")
		configurations = append(configurations, name+"/generator.json")
		harness.WriteFile(t, filepath.Join(folder, name, "generator.json"),
			fmt.Sprintf(`{"generatorName": "typescript-fetch", "inputSpec": %q, "outputDir": %q}`, document, name+"/generator"))
	}
	openAPIRun(t, folder, nil, "java", append([]string{"-XX:TieredStopAtLevel=1", "-jar", jar, "batch", "--fail-fast"}, configurations...)...)
	for _, name := range names {
		for _, file := range []string{"types.ts", "hey/sdk.gen.ts", "generator/runtime.ts", "orval/client.ts"} {
			if text, err := os.ReadFile(filepath.Join(folder, name, file)); err != nil || len(text) < 500 {
				t.Errorf("%s/%s is not there, or has nothing: %v\n%s", name, file, err, text)
			}
		}
	}
	if err := harness.CopyFile(openAPIFolder+"/tsconfig.json", filepath.Join(folder, "tsconfig.json")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(harness.Absolute(t, openAPIFolder+"/node_modules"), filepath.Join(folder, "node_modules")); err != nil {
		t.Fatal(err)
	}
	openAPIRun(t, folder, nil, "node", openAPIPackage(t, "typescript/bin/tsc"), "--project", "tsconfig.json", "--pretty", "false")
}

// openAPIGeneratorJar returns the program of OpenAPI Generator.
func openAPIGeneratorJar(t *testing.T) string {
	t.Helper()
	needs.Program(t, "mvn")
	folder, err := jars.Folder("openapi-generator-7.25.0", func(into string) error {
		pom, err := os.ReadFile(openAPIFolder + "/pom.xml")
		if err != nil {
			return err
		}
		return jars.Copy(into, pom, "dependency:copy", "-Dartifact="+openAPIGenerator)
	})
	if err != nil {
		needs.Missing(t, "mvn", "cannot copy: "+err.Error())
	}
	return filepath.Join(folder, "openapi-generator-cli-7.25.0.jar")
}

// TestOpenAPIGoClients generates clients in Go with oapi-codegen, and compiles them.
func TestOpenAPIGoClients(t *testing.T) {
	t.Parallel()
	documents, names := clientDocuments(t)
	folder := t.TempDir()
	for _, file := range []string{"go.mod", "go.sum", "doc.go"} {
		if err := harness.CopyFile(filepath.Join(openAPIFolder, file), filepath.Join(folder, file)); err != nil {
			t.Fatal(err)
		}
	}
	env := append([]string{"CGO_ENABLED=0", "GOFLAGS=-gcflags=github.com/...=-l", "GOWORK=off"}, needs.Compiler...)
	download := exec.Command("go", "mod", "download")
	download.Dir, download.Env = folder, append(os.Environ(), env...)
	if out, err := download.CombinedOutput(); err != nil {
		needs.Missing(t, "oapi-codegen", fmt.Sprintf("cannot be had: %v\n%s", err, out))
	}
	for _, name := range names {
		if err := os.Mkdir(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
		openAPIRun(t, folder, env, "go", "tool", "oapi-codegen", "-package", "client", "-generate", "types,client", "-o", filepath.Join(name, "client.go"),
			filepath.Join(documents, name+".json"))
	}
	openAPIRun(t, folder, env, "go", "build", "./...")
}
