package platform

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/needs"
)

// The compatibility page is made of what the tests in compat did: compat/packages has one file for each package of npm, compat/node one
// for modules of Node, compat/common the names of ECMA-429, each of which is the name of a test, compat/names others of the web platform,
// compat/syntax the language. The comments at the beginning of a file say what it is about:
//
//	// package: axios                 or module:, common:, names:, syntax:
//	// instead: fetch                 what to use instead, or better
//	// differs: no agents             what is not as elsewhere
//	// fails: it needs a socket       the tests have to fail; what passes nevertheless is an error
const (
	compatFolder = "compat"
	compatPage   = "../../docs/guide/compatibility.md"
)

// requireCompat installs the packages, and skips a test where there is no npm.
func requireCompat(t *testing.T) {
	t.Helper()
	nodejs.InstallPackages(t, compatFolder)
}

// TestCompatibility runs the tests in compat, and holds the page to what came out. With -update it writes the page.
func TestCompatibility(t *testing.T) {
	requireCompat(t)
	files := readCompat(t)
	results := runCompat(t)
	for _, f := range files {
		f.passed, f.tests = results[f.path].passed, results[f.path].names
		switch {
		case len(f.tests) == 0 && f.about["fails"] == "":
			t.Errorf("%s did not run:\n%s", f.path, results[""].output)
		case f.passed && f.about["fails"] != "":
			t.Errorf("%s passes: take away its line // fails:", f.path)
		case !f.passed && f.about["fails"] == "":
			t.Errorf("%s fails:\n%s", f.path, results[f.path].output)
		}
	}
	page := pageOf(t, files)
	if *harness.Update {
		if err := os.WriteFile(compatPage, page, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if old, err := os.ReadFile(compatPage); err != nil || !bytes.Equal(old, page) {
		t.Errorf("docs/guide/compatibility.md is not what the tests found (%v); run: make compat", err)
	}
}

// TestNodeAgrees runs the tests of modules that import node:test in Node itself, which has to pass them, too.
func TestNodeAgrees(t *testing.T) {
	needs.Program(t, "node")
	files, err := filepath.Glob(filepath.Join(compatFolder, "node", "*.test.js"))
	if err != nil || len(files) == 0 {
		t.Fatal("there are no tests of modules", err)
	}
	files = slices.DeleteFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err != nil || !bytes.Contains(text, []byte(`"node:test"`))
	})
	ctx, cancel := context.WithTimeout(t.Context(), 10*harness.Patience)
	defer cancel()
	out, err := exec.CommandContext(ctx, "node", append([]string{"--no-warnings", "--test"}, files...)...).CombinedOutput()
	if err != nil {
		t.Errorf("node --test: %v\n%s", err, out)
	}
}

// compatFile is one file of tests.
type compatFile struct {
	path   string            // below compat
	about  map[string]string // the comments at its beginning
	passed bool
	tests  []string // their names
}

var aboutLine = regexp.MustCompile(`^// (package|module|common|names|syntax|instead|differs|refused|fails): (.+)$`)

// readCompat reads what the files say about themselves.
func readCompat(t *testing.T) (files []*compatFile) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(compatFolder, "*", "*.test.js"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := &compatFile{path: filepath.ToSlash(strings.TrimPrefix(path, compatFolder+string(filepath.Separator))), about: map[string]string{}}
		if strings.HasPrefix(f.path, "node_modules/") {
			continue
		}
		for line := range strings.Lines(string(text)) {
			m := aboutLine.FindStringSubmatch(strings.TrimSpace(line))
			if m == nil {
				break
			}
			f.about[m[1]] = m[2]
		}
		if len(f.about) == 0 {
			t.Errorf("%s does not say what it is about", path)
		}
		files = append(files, f)
	}
	return files
}

// compatResult is what came out of a file.
type compatResult struct {
	passed bool
	names  []string
	output string
}

// runCompat runs all tests with the binary. The result with an empty name has the output of all.
func runCompat(t *testing.T) map[string]compatResult {
	t.Helper()
	report := filepath.Join(t.TempDir(), "report.xml")
	ctx, cancel := context.WithTimeout(t.Context(), 20*harness.Patience)
	defer cancel()
	bin := harness.Binary(t)
	cmd := exec.CommandContext(ctx, bin, "test", compatFolder, "--timeout", "1m", "--junit", report)
	out, err := cmd.CombinedOutput()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		t.Fatalf("fwrun test: %v\n%s", err, out)
	}
	text, err := os.ReadFile(report)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var suites struct {
		Suites []struct {
			File  string `xml:"file,attr"`
			Cases []struct {
				Name    string    `xml:"name,attr"`
				Failure *struct{} `xml:"failure"`
				Error   *struct{} `xml:"error"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(text, &suites); err != nil {
		t.Fatal(err)
	}
	results := map[string]compatResult{"": {output: string(out)}}
	for _, suite := range suites.Suites {
		r := compatResult{passed: len(suite.Cases) > 0, output: outputOf(string(out), suite.File)}
		for _, one := range suite.Cases {
			r.names = append(r.names, one.Name)
			r.passed = r.passed && one.Failure == nil && one.Error == nil
		}
		results[suite.File] = r
	}
	return results
}

// outputOf returns the part of an output that is about a file.
func outputOf(out, file string) string {
	_, rest, _ := strings.Cut(out, "✗ "+file)
	rest, _, _ = strings.Cut(rest, "\n✓ ")
	rest, _, _ = strings.Cut(rest, "\n✗ ")
	return rest
}

// TestTypingsBesideNode: who has @types/node finds no mistake in a script that uses modules of Node and the typings of fwrun.
func TestTypingsBesideNode(t *testing.T) {
	requireCompat(t)
	folder := t.TempDir()
	harness.Run(t, folder, "new", "app")
	for _, name := range []string{"@types/node", "undici-types"} {
		if err := os.CopyFS(filepath.Join(folder, "app", "node_modules", name), os.DirFS(filepath.Join(compatFolder, "node_modules", name))); err != nil {
			t.Fatal(err)
		}
	}
	config, err := json.Marshal(map[string]any{
		"extends": "./.fwrun/types/tsconfig.json", "include": []string{"node.js"},
		"compilerOptions": map[string]any{"types": []string{"node"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	const script = `import { readFile } from "node:fs/promises";
import { GetMapping } from "fwrun";

export const both = GetMapping("/both")(async () => {
  const form = new FormData();
  form.append("a", new Blob(["x"]));
  const sum = await crypto.subtle.digest("SHA-256", Buffer.from("x"));
  const text = await (await fetch("https://example.com", { method: "POST", body: String(form.get("a")) })).text();
  return [await readFile("a.txt", "utf8"), process.env.TZ, sum.byteLength, text, new URL("https://example.com").searchParams.get("a")];
});
`
	for name, content := range map[string][]byte{"jsconfig.json": config, "node.js": []byte(script)} {
		if err := os.WriteFile(filepath.Join(folder, "app", name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range nodejs.TSC(t, filepath.Join(folder, "app", "jsconfig.json")) {
		t.Error(f)
	}
}
