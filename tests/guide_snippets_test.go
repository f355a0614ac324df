package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	scriptBlock = regexp.MustCompile("(?s)```js\n(.+?)```")
	importsHost = regexp.MustCompile(`(?m)^import .+ from "fwrun(/test)?";$`)
	importsOwn  = regexp.MustCompile(`(?m)^import \{ (.+) \} from "\./(.+)\.js";$`)
)

// TestGuideSnippetsCompile holds what the guide shows to what an editor would show in it: every script that imports what it uses is
// compiled in a new application, by the jsconfig.json of that.
func TestGuideSnippetsCompile(t *testing.T) {
	requireCompiler(t)
	pages, err := filepath.Glob("../docs/guide/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal("there is no guide", err)
	}
	folder := t.TempDir()
	runBinary(t, folder, "new", "app")
	places := map[string]string{}
	for _, page := range append(pages, "../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range scriptBlock.FindAllSubmatchIndex(text, -1) {
			script := string(text[block[2]:block[3]])
			if !importsHost.MatchString(script) {
				continue
			}
			name := fmt.Sprintf("snippet%d", len(places))
			places[name+"/script.js"] = fmt.Sprintf("%s:%d", page, 1+strings.Count(string(text[:block[2]]), "\n"))
			writeSnippet(t, filepath.Join(folder, "app", name), script)
		}
	}
	if len(places) < 8 {
		t.Fatalf("only %d scripts of the guide were found", len(places))
	}
	for _, f := range tsc(t, filepath.Join(folder, "app", "jsconfig.json")) {
		t.Errorf("%s: %v", places[f.file], f)
	}
}

// writeSnippet writes a script and, for what it imports of the reader's own, classes that have everything.
func writeSnippet(t *testing.T, folder, script string) {
	t.Helper()
	writeFile(t, filepath.Join(folder, "script.js"), script)
	for _, imported := range importsOwn.FindAllStringSubmatch(script, -1) {
		var classes strings.Builder
		for _, class := range strings.Split(imported[1], ", ") {
			fmt.Fprintf(&classes, "export class %s { constructor(...args: any[]); [member: string]: any }\n", class)
		}
		writeFile(t, filepath.Join(folder, imported[2]+".d.ts"), classes.String())
	}
}

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
