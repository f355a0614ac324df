package bundle

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/dop251/goja"
)

func TestFindTests(t *testing.T) {
	files, err := FindTests(folderOf(
		"app.js", "users/user.test.ts", "users/user.spec.mjs", "users/user.ts", "tests/all.test.js", "tests/helper.js", "tests/a/b.test.mts",
		"config/c.test.js", ".hidden/x.test.js", "node_modules/p/p.test.js", "users/node_modules/q/q.test.js", "data/d.test.js",
		"public/p.test.js", "x.test.json", "y.test.d.ts", ".test.js", "test.js",
	))
	if want := "config/c.test.js tests/a/b.test.mts tests/all.test.js users/user.spec.mjs users/user.test.ts"; err != nil ||
		strings.Join(files, " ") != want {
		t.Errorf("got %s, %v", strings.Join(files, " "), err)
	}
	if _, err := FindTests(fstest.MapFS{".": {Mode: fs.ModeDir}}); err != nil {
		t.Error(err)
	}
}

// TestModulesBesideAreForFilesBeside bundles an application with an additional file and an additional module.
func TestModulesBesideAreForFilesBeside(t *testing.T) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"app.js":     `export const app = "app";`,
		"imports.js": `import { it } from "fwrun/test"; export const b = it;`,
		"helper.js":  `import { it } from "fwrun/test"; export const helped = it + "!";`,
		"app.test.js": `import { helped } from "./helper.js"; import { app } from "./app.js"; import { host } from "fwrun"; ` +
			`export const found = [helped, app, host].join();`,
		"bad.test.js": `import { its } from "fwrun/test"; its();`,
		"sub.test.js": `import { it } from "fwrun/other"; it();`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	modules := []HostModule{{Name: TestModule, Exports: []string{"it"}}}
	in := Input{Folder: folder, Files: []string{"app.js"}, Exports: []string{"host"}, Modules: modules, Beside: []string{"app.test.js"}}
	built, problems := Build(in, nil)
	if built == nil {
		t.Fatal(problems)
	}
	if got := found(t, built); got != "app.test.js helper's it!,app,the host" {
		t.Errorf("got %s", got)
	}

	for _, test := range []struct{ file, beside, want string }{
		{"imports.js", "", `imports.js:1:20: "fwrun/test" can only be imported by tests`},
		{"app.js", "bad.test.js", `bad.test.js:1:10: "fwrun/test" has no export "its"`},
		{"app.js", "sub.test.js", `sub.test.js:1:20: there is no module "fwrun/other"; everything is exported by "fwrun"`},
	} {
		in.Files, in.Beside = []string{test.file}, []string{test.beside}
		if test.beside == "" {
			in.Beside = nil
		}
		if _, problems := Build(in, nil); len(problems) != 1 || problems[0].Error() != test.want {
			t.Errorf("%s, %s: got %v", test.file, test.beside, problems)
		}
	}
	in = Input{Folder: folder, Files: []string{"imports.js"}, Exports: []string{"host"}} // as it is served
	if _, problems := Build(in, nil); len(problems) != 1 || !strings.Contains(problems[0].Error(), "can only be imported by tests") {
		t.Errorf("served: got %v", problems)
	}
}

// found returns what the additional file exports as found.
func found(t *testing.T, b *Bundle) (text string) {
	t.Helper()
	rt := goja.New()
	values, err := rt.RunString(`[{ host: "the host" }, { "fwrun/test": { it: "helper's it" } }]`)
	if err != nil {
		t.Fatal(err)
	}
	register := func(file string, namespace *goja.Object) {
		if value := namespace.Get("found"); value != nil {
			text = file + " " + value.String()
		}
	}
	list := values.(*goja.Object)
	start(t, rt, b.Program, list.Get("0"), rt.ToValue(register), list.Get("1"))
	return text
}

func TestRelativeOfInput(t *testing.T) {
	in := Input{Folder: "/srv/app"}
	for file, want := range map[string]string{
		"/srv/app/a.ts": "a.ts", "/srv/app/lib/b.ts": "lib/b.ts", "/srv/app/..data/a.ts": "..data/a.ts", "/srv/app/.hidden/a.ts": ".hidden/a.ts",
		"/srv/app/../c.ts": "../c.ts", "/srv/app/x/../../c.ts": "../c.ts", "/srv/app/x//d.ts": "x/d.ts", "/srv/app/./e.ts": "e.ts",
		"/srv/apple/f.ts": "../apple/f.ts", "/srv/app": ".", "/srv/app/": ".", "relative.ts": "relative.ts",
	} {
		if got := in.relative(file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}
