package typings

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

// lintersFolder has the linters. It is below testdata, which the go command leaves out: a package of theirs has files of Go.
const lintersFolder = "testdata/linters"

// linted is a folder with the applications of testdata/linters: notes and forms in JavaScript, shop in TypeScript.
type linted struct {
	t      *testing.T
	folder string
}

// unpackLinted writes the applications, and the configurations that docs/guide/editors.md shows.
func unpackLinted(t *testing.T) linted {
	t.Helper()
	nodejs.InstallPackages(t, lintersFolder, nodejs.WithScripts...)
	archive, err := txtar.ParseFile(lintersFolder + "/applications.txtar")
	if err != nil {
		t.Fatal(err)
	}
	l := linted{t, t.TempDir()}
	for _, f := range archive.Files {
		harness.WriteFile(t, filepath.Join(l.folder, filepath.FromSlash(f.Name)), string(f.Data))
	}
	if err := os.Symlink(harness.Absolute(t, lintersFolder+"/node_modules"), filepath.Join(l.folder, "node_modules")); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/guide/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]string{"eslint.config.mjs": "```text\n// eslint.config.mjs\n", "biome.json": "```json\n"} {
		_, text, found := strings.Cut(string(page), block)
		text, _, _ = strings.Cut(text, "```")
		if !found {
			t.Fatalf("editors.md does not show %s", name)
		}
		harness.WriteFile(t, filepath.Join(l.folder, name), text)
	}
	return l
}

// tool runs a tool of npm in the folder, and returns what it prints and whether it has found nothing.
func (l linted) tool(script string, args ...string) (output string, ok bool) {
	l.t.Helper()
	cmd := exec.CommandContext(l.t.Context(), "node", append([]string{filepath.Join("node_modules", filepath.FromSlash(script))}, args...)...)
	cmd.Dir = l.folder
	out, err := cmd.CombinedOutput()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		l.t.Fatal(err)
	}
	return string(out), err == nil
}

func (l linted) eslint(args ...string) (string, bool) {
	l.t.Helper()
	return l.tool("eslint/bin/eslint.js", append(args, "notes", "forms", "shop")...)
}

func (l linted) biome(args ...string) (string, bool) {
	l.t.Helper()
	return l.tool("@biomejs/biome/bin/biome", append(args, "notes", "forms", "shop")...)
}

// fwrun runs the binary in the folder.
func (l linted) fwrun(args ...string) string {
	l.t.Helper()
	bin := harness.Binary(l.t)
	cmd := exec.CommandContext(l.t.Context(), bin, args...)
	cmd.Dir = l.folder
	out, _ := cmd.CombinedOutput() // an application with mistakes fails, which is what callers look for
	return string(out)
}

// meaning returns what fwrun makes of the applications: their mistakes and their OpenAPI documents.
func (l linted) meaning() string {
	l.t.Helper()
	var all strings.Builder
	for _, application := range []string{"notes", "forms", "shop"} {
		all.WriteString(l.fwrun("openapi", application))
		all.WriteString(l.problems(application))
	}
	return all.String()
}

// problems returns the messages of a check, each with its code.
func (l linted) problems(application string) string {
	l.t.Helper()
	var report struct {
		Diagnostics []struct{ Code, Message string }
	}
	if err := json.Unmarshal([]byte(l.fwrun("check", application, "--json")), &report); err != nil {
		l.t.Fatal(err)
	}
	var b strings.Builder
	for _, d := range report.Diagnostics {
		b.WriteString(d.Code + ": " + d.Message + "\n")
	}
	return b.String()
}

func (l linted) read(name string) string {
	l.t.Helper()
	text, err := os.ReadFile(filepath.Join(l.folder, filepath.FromSlash(name)))
	if err != nil {
		l.t.Fatal(err)
	}
	return string(text)
}

// says fails the test unless a text has all the others.
func says(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// TestEditorsVSCode: TypeScript needs the jsconfig.json that fwrun writes, and organizing imports keeps those that only comments use.
func TestEditorsVSCode(t *testing.T) {
	t.Parallel()
	l := unpackLinted(t)
	bare, ok := l.tool("typescript/bin/tsc", "--noEmit", "--allowJs", "--target", "es2022", "--module", "preserve", "notes/note-controller.js")
	if says(t, bare, "error TS1206: Decorators are not valid here."); ok {
		t.Error("without a jsconfig.json nothing is wrong")
	}
	l.fwrun("types", "notes")
	if found, ok := l.tool("typescript/bin/tsc", "--project", "notes/jsconfig.json"); !ok {
		t.Error(found)
	}
	cmd := exec.CommandContext(t.Context(), "node", harness.Absolute(t, lintersFolder+"/organize.cjs"),
		filepath.Join(l.folder, "node_modules/typescript"), filepath.Join(l.folder, "notes/note-controller.js"))
	organized, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, organized)
	}
	says(t, string(organized), `import { NoteService } from "./note-service.js";`, `import { Note } from "./note.js";`)
}

// TestEditorsESLint: ESLint needs another parser; the rule about unused variables takes imports for unused, and removing them breaks the
// application.
func TestEditorsESLint(t *testing.T) {
	t.Parallel()
	l := unpackLinted(t)
	if found, ok := l.eslint(); !ok {
		t.Errorf("with the configuration of the page: %s", found)
	}
	harness.WriteFile(t, filepath.Join(l.folder, "own.mjs"), `export default [{ files: ["**/*.js", "**/*.ts"] }];`)
	found, _ := l.eslint("--config", "own.mjs")
	says(t, found, "Parsing error: Unexpected character '@'")

	harness.WriteFile(t, filepath.Join(l.folder, "fix.mjs"), strings.NewReplacer(
		`{ args: "none", varsIgnorePattern: "^[A-Z]" }]`,
		`{ args: "none", enableAutofixRemoval: { imports: true } }], "@typescript-eslint/consistent-type-imports": "error"`,
	).Replace(l.read("eslint.config.mjs")))
	found, _ = l.eslint("--config", "fix.mjs")
	says(t, found, "'NoteService' is defined but never used", "'Note' is defined but never used")
	if before := l.problems("notes") + l.problems("shop"); before != "" {
		t.Error(before)
	}
	if found, ok := l.eslint("--config", "fix.mjs", "--fix"); !ok {
		t.Error(found)
	}
	says(t, l.problems("notes"), "bean-missing: NoteController.notes needs a NoteService, but there is no such bean", "type-unknown")
	says(t, l.read("shop/desk.ts"), "import type { Mail }")
	if left := l.problems("shop"); left != "" {
		t.Errorf("import type: %s", left)
	}
}

// TestEditorsBiome: Biome needs an option, and what it takes for unused is not; with the configuration of the page nothing changes but the
// form.
func TestEditorsBiome(t *testing.T) {
	t.Parallel()
	l := unpackLinted(t)
	own := l.read("biome.json")
	harness.WriteFile(t, filepath.Join(l.folder, "biome.json"), "{}")
	found, ok := l.biome("check")
	if says(t, found, "Decorators are not valid here."); ok {
		t.Error("without a configuration nothing is wrong")
	}

	before := l.meaning()
	harness.WriteFile(t, filepath.Join(l.folder, "biome.json"), own)
	if found, ok := l.biome("check", "--write", "--unsafe"); !ok || !strings.Contains(found, "Fixed") {
		t.Errorf("with the configuration of the page: %s", found)
	}
	if after := l.meaning(); after != before || !strings.Contains(before, `"/items/{id}"`) {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
	says(t, l.read("notes/note-controller.js"), `import { NoteService } from "./note-service.js";`)

	harness.WriteFile(t, filepath.Join(l.folder, "biome.json"), `{ "javascript": { "parser": { "unsafeParameterDecoratorsEnabled": true } } }`)
	if l.biome("check", "--write"); l.meaning() != before {
		t.Errorf("--write alone has changed what the application does")
	}
	l.biome("check", "--write", "--unsafe")
	shop := l.read("shop/shop.ts")
	for _, gone := range []string{"@Value", "@PostConstruct", "@Autowired"} {
		if strings.Contains(shop, gone) {
			t.Errorf("the page says that %s is removed:\n%s", gone, shop)
		}
	}
	says(t, l.problems("shop"), "param-path: Shop.find has a path variable _id")
}

// TestEditorsPrettier: Prettier needs nothing, and changes nothing but the form.
func TestEditorsPrettier(t *testing.T) {
	t.Parallel()
	l := unpackLinted(t)
	before, text := l.meaning(), l.read("forms/forms.js")
	if found, ok := l.tool("prettier/bin/prettier.cjs", "--write", "notes", "forms", "shop"); !ok {
		t.Error(found)
	}
	if l.read("forms/forms.js") == text {
		t.Error("nothing was formatted")
	}
	if after := l.meaning(); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
}

// TestEditorsVersions: the page says which versions the tests run.
func TestEditorsVersions(t *testing.T) {
	text, err := os.ReadFile(lintersFolder + "/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var pinned struct{ DevDependencies map[string]string }
	if err := json.Unmarshal(text, &pinned); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/guide/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := bytes.Cut(page, []byte("\n## Versions\n"))
	for name, version := range pinned.DevDependencies {
		if !bytes.Contains(section, []byte("`"+name+" "+version+"`")) {
			t.Errorf("editors.md does not name %s %s", name, version)
		}
	}
	if n := len(regexp.MustCompile("`[a-z@/-]+ [0-9.]+`").FindAll(section, -1)); n != len(pinned.DevDependencies) {
		t.Errorf("editors.md names %d versions, and there are %d", n, len(pinned.DevDependencies))
	}
}
