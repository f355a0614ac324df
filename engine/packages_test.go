package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine"
)

// withPackages is an application that answers with what two packages export, and with a number of its own.
func withPackages(number int) map[string]string {
	return map[string]string{
		"api.ts": fmt.Sprintf(`import { GetMapping } from "fwrun"; import { word } from "m"; import common from "c";
			export const whole = GetMapping("/")(() => [word, common.word, %d]);`, number),
		"node_modules/m/package.json": `{"exports": "./index.mjs"}`,
		"node_modules/m/index.mjs":    `export { word } from "./word.mjs";`,
		"node_modules/m/word.mjs":     `export const word = "one";`,
		"node_modules/c/index.js":     `exports.word = "sea";`,
	}
}

// TestPackagesAreCompiledOnce: boots that share what they have read do not read a package again unless its files have other times or sizes, and then
// they have what it is now.
func TestPackagesAreCompiledOnce(t *testing.T) {
	needsCache(t)
	options := optionsFor(t, withPackages(0))
	options.Reuse = &engine.Reuse{}
	settle(t, options.Folder)
	word := filepath.Join(options.Folder, "node_modules", "m", "word.mjs")
	before, err := os.Stat(word)
	if err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct {
		word    string // that the package is to export; empty to remove its file
		touched bool   // the file has another time than at first
		want    string
	}{
		{"one", false, `["one","sea",0]`},
		{"two", false, `["one","sea",1]`}, // it is not read, so this is not noticed
		{"two", true, `["two","sea",2]`},
		{"three", true, `["three","sea",3]`},
		{"", true, ""},
		{"three", true, `["three","sea",5]`},
	} {
		change(t, filepath.Join(options.Folder, "api.ts"), withPackages(i)["api.ts"])
		text := `export const word = "` + step.word + `";`
		if err := os.WriteFile(word, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		at := before.ModTime()
		if step.touched {
			at = at.Add(time.Duration(i) * time.Minute)
		}
		if err := os.Chtimes(word, at, at); err != nil {
			t.Fatal(err)
		}
		if step.word == "" {
			change(t, word, "")
		}
		app, err := engine.Boot(t.Context(), options)
		switch {
		case step.want == "" && err == nil:
			t.Error("it boots without a file of a package")
		case step.want != "" && err != nil:
			t.Fatalf("%d: %s", i, reportOf(err))
		case err == nil:
			app.Settle()
			if got := must(t, app, "whole"); got != step.want {
				t.Errorf("%d: got %s, want %s", i, got, step.want)
			}
			app.Close(t.Context())
		}
	}
}

// TestPackagesAreKept: another process takes the packages of a changed application from the disk, as long as they are what they were.
func TestPackagesAreKept(t *testing.T) {
	needsCache(t)
	options := optionsFor(t, withPackages(0))
	options, log := withCache(t, options)
	options.Packages, options.Cache = options.Cache, "" // as a check has it
	word := filepath.Join(options.Folder, "node_modules", "m", "word.mjs")
	for i, step := range []struct{ word, taken string }{
		{"one", ""}, {"one", "packages are kept"}, {"two", "packages are compiled anew"}, {"two", "packages are kept"},
	} {
		change(t, filepath.Join(options.Folder, "api.ts"), withPackages(i)["api.ts"])
		change(t, word, `export const word = "`+step.word+`";`)
		settle(t, options.Folder)
		log.take()
		app := boot(t, options)
		app.Settle()
		if got, want := must(t, app, "whole"), fmt.Sprintf(`["%s","sea",%d]`, step.word, i); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got := log.packages(); got != step.taken {
			t.Errorf("%d: packages: %q, want %q", i, got, step.taken)
		}
	}
}

// packages returns what was said of packages since the last call.
func (c *compilations) packages() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := c.ofPackages
	c.ofPackages = ""
	return text
}

// TestDataOfPackagesStaysOne: data that an application and a package both import is one object, also when packages come from the disk.
func TestDataOfPackagesStaysOne(t *testing.T) {
	needsCache(t)
	files := map[string]string{
		"api.ts": `import { GetMapping } from "fwrun"; import data from "c/data.json"; import c from "c";
			export const whole = GetMapping("/")(() => c === data);`,
		"node_modules/c/index.js":     `module.exports = require("./data.json");`,
		"node_modules/c/data.json":    `{}`,
		"node_modules/c/package.json": `{"name": "c"}`,
	}
	options := optionsFor(t, files)
	options, _ = withCache(t, options)
	options.Packages, options.Cache = options.Cache, "" // as a check has it
	settle(t, options.Folder)
	for range 3 {
		app := boot(t, options)
		app.Settle()
		if got := must(t, app, "whole"); got != "true" {
			t.Error("the data are two objects")
		}
	}
}
