package snapshot

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/bundle"
)

// folderOf writes files, or links if a content begins with "-> ".
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		put(t, filepath.Join(root, name), text)
	}
	return root
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(path) // otherwise a link would be followed
	err := error(nil)
	if target, isLink := strings.CutPrefix(text, "-> "); isLink {
		err = os.Symlink(filepath.FromSlash(target), path)
	} else {
		err = os.WriteFile(path, []byte(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// age makes everything below a folder an hour old, as if it had existed for long.
func age(t *testing.T, root string) {
	t.Helper()
	then := time.Now().Add(-time.Hour)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type()&fs.ModeSymlink == 0 {
			err = os.Chtimes(path, then, then)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

var application = map[string]string{
	"app/users/a.js": `import { b } from "../lib/b.js"; import p from "p"; import s from "@s/q/deep/x"; import w from "work";
		import d from "../data/d.json"; import linked from "../linked/y.js"; import { m } from "../mapped.js";
		export const a = (n) => [b, p, s, w, d, linked, m, import(` + "`../pages/page-${n}.js`" + `)];`,
	"app/pages/page-1.js": `export const n = 1`,
	"app/pages/x/y.md":    ``,
	"app/src/other.js":    `export const o = 1`,
	"app/lib/b.ts":        `export { c as b } from "./c";`,
	"app/lib/c/index.js":  `export const c = 1; try { require("optional") } catch {}`,
	"app/data/d.json":     `{}`,
	"app/data/other.db":   ``,
	"app/linked":          "-> ../elsewhere",
	"elsewhere/y.js":      `export default 1`,
	"other/y.js":          `export default 2`,
	"app/mapped.js":       "export const m = 1;\n//# sourceMappingURL=maps/m.map\n",
	"app/maps/m.map":      `{"version": 3, "sources": ["m.ts"], "mappings": "AAAA"}`,
	"app/package.json":    `{"name": "app"}`,

	"app/node_modules/p/package.json":         `{"main": "./dist/lib"}`,
	"app/node_modules/p/dist/lib/index.js":    `module.exports = require("./half")`,
	"app/node_modules/p/dist/lib/half.js":     `module.exports = 1`,
	"app/node_modules/p/dist/none.js":         `module.exports = 1`,
	"app/node_modules/@s/q/package.json":      `{"exports": {"./deep/*": {"node": "./src/*.mjs"}}}`,
	"app/node_modules/@s/q/src/x.mjs":         `export default 1`,
	"app/node_modules/work":                   "-> ../../packages/work",
	"packages/work/package.json":              `{"module": "src/main"}`,
	"packages/work/src/main.js":               `export default 1`,
	"packages/work2/package.json":             `{"module": "src/main"}`,
	"packages/work2/src/main.js":              `export default 2`,
	"app/node_modules/unrelated/package.json": `{}`,
}

var scanned = []string{"users/a.js", "mapped.js"}

// surveyed builds the application in root, and returns what the build depends on.
func surveyed(t *testing.T, root string, between func()) ([]Fact, error) {
	t.Helper()
	folder := filepath.Join(root, "app")
	known := map[string]Sum{}
	for _, name := range scanned {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		known[name] = SumOf(text)
	}
	survey := NewSurvey(folder, scanned)
	built, problems := bundle.Build(bundle.Input{Folder: folder, Files: scanned}, nil)
	if built == nil {
		t.Fatal(problems)
	}
	parts, err := built.Parts()
	if err != nil {
		t.Fatal(err)
	}
	between()
	return survey.Facts(parts, known)
}

func TestWhatABuildDependsOn(t *testing.T) {
	for _, test := range []struct {
		what    string
		change  func(t *testing.T, root string)
		changed bool
	}{
		{"nothing", write("app/data/other.db", "x"), false},
		{"a file that nobody can import", write("app/lib/notes.md", "x"), false},
		{"a file in a folder where nothing is looked up", write("app/src/x.js", "x"), false},
		{"a folder of what nobody can import", write("app/lib/store/fwrun.sock", "x"), false},
		{"a cache of a tool", write("app/node_modules/.cache/x.js", "x"), false},
		{"the same content again", write("app/lib/b.ts", application["app/lib/b.ts"]), false},
		{"a file that is imported", write("app/lib/b.ts", `export const b = 2`), true},
		{"data", write("app/data/d.json", `{"x": 1}`), true},
		{"a file of that very name", write("app/lib/b.js", `export const b = 3`), true},
		{"a file in the place of a folder", write("app/lib/c.ts", `export const c = 3`), true},
		{"a folder with a file", write("app/lib/d/e.js", ``), true},
		{"a folder with a folder", write("app/lib/d/e/index.js", ``), true},
		{"a folder with a link", write("app/lib/d/e", "-> ../c"), true},
		{"a folder with many files", func(t *testing.T, root string) {
			for i := range fewEntries {
				write(fmt.Sprintf("app/lib/d/%d.md", i), ``)(t, root)
			}
		}, true},
		{"another index", write("app/lib/c/index.ts", `export const c = 3`), true},
		{"a name without extension", write("app/lib/c/index", `export const c = 3`), true},
		{"a file that is gone", remove("app/data/d.json"), true},
		{"the application's package.json", write("app/package.json", `{"imports": {"#p": "p"}}`), true},
		{"a package.json in a folder", write("app/lib/package.json", `{"type": "module"}`), true},
		{"a package.json above", write("package.json", `{"sideEffects": false}`), true},
		{"packages above", write("node_modules/p/index.js", `module.exports = 3`), true},
		{"packages below", write("app/lib/c/node_modules/optional/index.js", ``), true},
		{"a new package", write("app/node_modules/optional/index.js", ``), true},
		{"a new package of a scope", write("app/node_modules/@s/optional/index.js", ``), true},
		{"a package's file", write("app/node_modules/p/dist/lib/half.js", `module.exports = 2`), true},
		{"a package's new file", write("app/node_modules/p/dist/lib/half.ts", `export default 2`), true},
		{"a file in the place of a package's folder", write("app/node_modules/p/dist/lib.js", `module.exports = 2`), true},
		{"a package's main", write("app/node_modules/p/package.json", `{"main": "./dist/none.js"}`), true},
		{"a package's exports", write("app/node_modules/@s/q/package.json", `{"exports": {"./deep/*": "./other/*.mjs"}}`), true},
		{"a package that is gone", remove("app/node_modules/p"), true},
		{"a link to a package", write("app/node_modules/work", "-> ../../packages/work2"), true},
		{"a linked package's file", write("packages/work/src/main.js", `export default 3`), true},
		{"a linked package's new file", write("packages/work/src/main.ts", `export default 3`), true},
		{"a link to a folder", write("app/linked", "-> ../other"), true},
		{"a link in the place of a folder", func(t *testing.T, root string) {
			move(t, filepath.Join(root, "app/lib/c"), filepath.Join(root, "c"))
			write("app/lib/c", "-> ../../c")(t, root)
		}, true},
		{"a source map", write("app/maps/m.map", `{"version": 3, "sources": ["n.ts"], "mappings": "AAAA"}`), true},
		{"a file that a pattern means", write("app/pages/page-2.js", ``), true},
		{"a file deep down that a pattern means", write("app/pages/x/page-3.js", ``), true},
		{"archives of Yarn", write("app/.pnp.cjs", ``), true},
		{"archives of Yarn above", write(".pnp.data.json", `{}`), true},
	} {
		t.Run(test.what, func(t *testing.T) {
			t.Parallel()
			root := folderOf(t, application)
			age(t, root)
			facts, err := surveyed(t, root, func() {})
			if err != nil {
				t.Fatal(err)
			}
			folder := filepath.Join(root, "app")
			if changed := Changed(folder, facts); changed != "" {
				t.Fatalf("%s has changed before anything did", changed)
			}
			test.change(t, root)
			if changed := Changed(folder, facts); (changed != "") != test.changed {
				t.Errorf("changed: %q", changed)
			}
		})
	}
}

func write(name, text string) func(*testing.T, string) {
	return func(t *testing.T, root string) { put(t, filepath.Join(root, name), text) }
}

func remove(name string) func(*testing.T, string) {
	return func(t *testing.T, root string) {
		if err := os.RemoveAll(filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
}

func move(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

// TestWhatCannotBeTold: a build whose dependencies cannot be determined is not kept.
func TestWhatCannotBeTold(t *testing.T) {
	none := func(*testing.T, string) {}
	for _, test := range []struct {
		what            string
		before, between func(*testing.T, string)
		want            string
	}{
		{"nothing", none, none, ""},
		{"a scanned file changes", none, write("app/users/a.js", "x"), "users/a.js may have changed during the build"},
		{"an imported file changes", none, write("app/lib/b.ts", "x"), "lib/b.ts may have changed during the build"},
		{"a folder changes", none, write("app/lib/b.js", "x"), "lib may have changed during the build"},
		{"a package.json changes", none, write("app/package.json", "{}"), "package.json may have changed during the build"},
		{"archives", write("app/.pnp.cjs", "x"), none, "there is a .pnp.cjs"},
		{"a file of a data URL", write("app/mapped.js", `export { default as m } from "data:text/javascript,export default 1"`), none, " is not a file"},
		{"a file with a query", write("app/mapped.js", `export { c as m } from "./lib/c/index.js?x"`), none, " is not a file"},
		{"a distant map", write("app/mapped.js", "export const m = 1;\n//# sourceMappingURL=/m.map"), none, "the source map of mapped.js is elsewhere"},
		{"a map inside", write("app/mapped.js", "export const m = 1;\n//# sourceMappingURL=data:application/json;base64,e30="), none, ""},
		{"a map on the web", write("app/mapped.js", "export const m = 1;\n//# sourceMappingURL=https://example.org/m.map"), none, ""},
	} {
		t.Run(test.what, func(t *testing.T) {
			t.Parallel()
			root := folderOf(t, application)
			test.before(t, root)
			age(t, root)
			_, err := surveyed(t, root, func() { test.between(t, root) })
			if (err == nil) != (test.want == "") || err != nil && !strings.HasSuffix(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// TestYoungFilesAreInDoubt: a file that is as new as the build may have changed during it.
func TestYoungFilesAreInDoubt(t *testing.T) {
	root := folderOf(t, application)
	age(t, root)
	put(t, filepath.Join(root, "app/node_modules/p/dist/lib/half.js"), "module.exports = 5")
	if _, err := surveyed(t, root, func() {}); err == nil {
		t.Error("the build is kept")
	}
}
