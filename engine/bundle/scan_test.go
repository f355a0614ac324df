package bundle

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func folderOf(files ...string) fstest.MapFS {
	folder := fstest.MapFS{}
	for _, name := range files {
		folder[name] = &fstest.MapFile{}
	}
	return folder
}

func TestScan(t *testing.T) {
	folder := folderOf(
		"app.js", "users/user.ts", "users/admin/admin.mts", "users/user.test.ts", "users/user.spec.js", "users/types.d.ts",
		"orders/order.mjs", "orders/order.jsx", "orders/README.md", ".hidden/x.js", "orders/.dot.js",
		"node_modules/p/index.js", "users/node_modules/q/index.js", "config/c.js", "migrations/m.js", "tests/t.js", "data/d.js",
		"public/p.js", "typings/t.ts", "users/config/own.js", "jsconfig.json", "src/a/b/c.ts", "src/c.ts",
	)
	all := "app.js orders/order.mjs src/a/b/c.ts src/c.ts users/admin/admin.mts users/config/own.js users/user.ts"
	for patterns, want := range map[string]string{
		"":                      all,
		".":                     all,
		"./":                    all,
		"users":                 "users/admin/admin.mts users/config/own.js users/user.ts",
		"./users/":              "users/admin/admin.mts users/config/own.js users/user.ts",
		"users/admin,app.js":    "app.js users/admin/admin.mts",
		"users/*.ts":            "users/user.ts",
		"users/*":               "users/user.ts",
		"src/**/*.ts":           "src/a/b/c.ts src/c.ts",
		"**/c.ts":               "src/a/b/c.ts src/c.ts",
		"**":                    all,
		"src/*/b/*.ts":          "src/a/b/c.ts",
		"src/**/b/**":           "src/a/b/c.ts",
		"*.js":                  "app.js",
		"user?":                 "",
		"u*/user.ts,users/user": "users/user.ts",
	} {
		var list []string
		if patterns != "" {
			list = strings.Split(patterns, ",")
		}
		files, problems := Scan(folder, list)
		if got := strings.Join(files, " "); got != want {
			t.Errorf("%q: got %s, want %s", patterns, got, want)
		}
		unmatched := slices.Contains(list, "user?") || slices.Contains(list, "users/user")
		if (len(problems) > 0) != unmatched {
			t.Errorf("%q: %v", patterns, problems)
		}
	}
}

func TestScanReports(t *testing.T) {
	for _, test := range []struct {
		folder   fstest.MapFS
		patterns []string
		want     string
	}{
		{folderOf("readme.md", "config/a.js"), nil, "there is no script in this folder"},
		{folderOf("a.js"), []string{"users", "a.js"}, `framework.scan lists "users", which matches no script`},
		{folderOf("a.js"), []string{"[", "a.js"}, `framework.scan lists "[", which matches no script`},
		{folderOf("a.js"), []string{"node_modules"}, `framework.scan lists "node_modules", which matches no script`},
	} {
		_, problems := Scan(test.folder, test.patterns)
		if len(problems) != 1 || problems[0].Message != test.want || problems[0].Hint == "" {
			t.Errorf("%v: got %v, want %s", test.patterns, problems, test.want)
		}
	}
}

func TestIsScript(t *testing.T) {
	for name, want := range map[string]bool{
		"a.js": true, "a/b.mts": true, "a.b.ts": true, "a.d.ts": false, "a.test.js": false, "a.spec.mjs": false,
		".a.js": false, "a.cjs": false, "a.tsx": false, "a.json": false, "js": false, "a.test/b.js": true, "d.ts": true,
	} {
		if got := IsScript(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
