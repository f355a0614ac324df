package tests

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	enginebuild "github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/jsapi"
)

// TestGuideSnippets holds every script of the guide to what a reader finds who pastes it: `fwrun check` has nothing to say about the
// application that it is, tests pass, and an editor, which goes by the application's jsconfig.json, finds no mistake either.
func TestGuideSnippets(t *testing.T) {
	root := t.TempDir()
	runBinary(t, root, "new", "app")
	places := map[string]string{}
	for _, page := range guidePages(t) {
		scripts, problems := page.scripts()
		for _, problem := range problems {
			t.Error(problem)
		}
		for _, script := range scripts {
			name := fmt.Sprintf("%s-%d", page.name, script.line)
			folder := filepath.Join(root, "app", name)
			page.write(t, folder, scripts, script)
			places[name] = fmt.Sprintf("docs/guide/%s.md:%d", page.name, script.line)
			t.Run(name, func(t *testing.T) {
				runSnippet(t, folder, script)
			})
		}
	}
	if len(places) < 60 {
		t.Fatalf("only %d scripts of the guide were found", len(places))
	}
	if _, err := exec.LookPath("node"); err != nil && os.Getenv("CI") == "" {
		return // TestExamplesCompile tells
	}
	for _, f := range tsc(t, filepath.Join(root, "app", "jsconfig.json")) {
		name, _, _ := strings.Cut(filepath.ToSlash(f.file), "/")
		t.Errorf("%s: %v", places[name], f)
	}
}

// runSnippet checks an application, and runs its tests if the script is one.
func runSnippet(t *testing.T, folder string, script guideBlock) {
	t.Helper()
	command := []string{"check", folder, "--strict"}
	if script.isTest() {
		command = []string{"test", folder}
	}
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(bin, "fwrun"), command...)
	cmd.Env = append(os.Environ(), "BILLING_TOKEN=token") // which the guide's settings refer to
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("fwrun %s: %v\n%s\n%s", command[0], err, out, script.text)
	}
}

// manifestExports are the names that scripts can import from "fwrun".
var manifestExports = sync.OnceValue(func() []string {
	names := enginebuild.Exports()
	api, err := jsapi.New(jsapi.Options{})
	if err != nil {
		return names
	}
	return append(names, api.Exports()...)
})

// TestGuidePagesRun runs the pages whose files make one application.
func TestGuidePagesRun(t *testing.T) { runScripts(t, "guide") }

// TestGuideListsItsPages: docs/guide/README.md has each page once, and every link of a page leads to a page and a heading that are there.
func TestGuideListsItsPages(t *testing.T) {
	pages := guidePages(t)
	headings := map[string][]string{}
	for _, page := range pages {
		headings[page.name+".md"] = anchors(page.text)
		if index := guideIndex(t); page.name != "README" && strings.Count(index, "]("+page.name+".md)") != 1 {
			t.Errorf("docs/guide/README.md does not list %s.md once", page.name)
		}
	}
	link := regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]+))?\)`)
	for _, page := range pages {
		for _, m := range link.FindAllStringSubmatch(page.text, -1) {
			file, anchor := cmp.Or(m[1], page.name+".md"), m[2]
			if _, err := os.Stat(filepath.Join("../docs/guide", file)); err != nil {
				t.Errorf("%s.md links to %s, which is not there", page.name, file)
			}
			if known, isPage := headings[file]; isPage && anchor != "" && !slices.Contains(known, anchor) {
				t.Errorf("%s.md links to %s#%s, and there is no such heading", page.name, file, anchor)
			}
		}
	}
}

func guideIndex(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../docs/guide/README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// anchors are the names by which links reach the headings of a page.
func anchors(text string) []string {
	text = regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(text, "")
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(text, -1) {
		kept := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		list = append(list, strings.ReplaceAll(kept, " ", "-"))
	}
	return list
}

// TestGuideIsFound: a page begins with the words by which a search finds it.
func TestGuideIsFound(t *testing.T) {
	for page, words := range map[string][]string{
		"getting-started": {"tutorial", "REST API"},
		"controllers":     {"routing", "HTTP requests"},
		"requests":        {"query parameters", "file uploads", "JSON bodies"},
		"responses":       {"JSON", "status codes", "redirects"},
		"validation":      {"validation", "DTO"},
		"beans":           {"dependency injection"},
		"sql":             {"SQLite, PostgreSQL, MySQL"},
		"repositories":    {"ORM"},
		"migrations":      {"SQL files"},
		"errors":          {"error handling", "problem details"},
		"interceptors":    {"middleware", "guards", "authentication"},
		"configuration":   {"environment variables", "profiles"},
		"testing":         {"unit tests", "mocks"},
		"aspects":         {"transactions", "caching", "rate limits", "retries", "AOP"},
		"schedules":       {"cron"},
		"streams":         {"streaming", "SSE"},
		"http-client":     {"fetch", "retries"},
		"mcp":             {"Model Context Protocol", "agents"},
		"logging":         {"log levels"},
		"http":            {"CORS", "TLS", "static files", "compression"},
		"limits":          {"request smuggling"},
		"engine":          {"npm packages", "concurrency"},
		"command-line":    {"hot reload"},
		"repl":            {"REPL"},
	} {
		text, err := os.ReadFile("../docs/guide/" + page + ".md")
		if err != nil {
			t.Fatal(err)
		}
		paragraph := strings.Split(string(text), "\n\n")[1]
		for _, word := range words {
			if !strings.Contains(strings.ToLower(paragraph), strings.ToLower(word)) {
				t.Errorf("%s.md does not begin with a paragraph that mentions %q", page, word)
			}
		}
	}
}
