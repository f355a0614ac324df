package contents

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/fault"
)

// folderOf makes a folder with these files; each has its text.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

var shop = map[string]string{
	"shop.js": "x", "lib/a.js": "x", "public/index.html": "<p>", "migrations/main/001.sql": "--", "config/application.yml": "a: 1",
	"config/prices.json": "{}", "lib/a.test.js": "x", ".git/HEAD": "x", ".editorconfig": "x", "data/users.db": "x",
	"node_modules/tz/data/berlin.txt": "x", "node_modules/tz/index.js": "x", ".env": "A=1", "prod.env": "A=1", "tls/key.pem": "x", "id_rsa": "x",
	"notes.txt": "-----BEGIN RSA PRIVATE KEY-----\n", "copy": "SQLite format 3\x00", "app.log": "x",
	"lib/pem.js": "const a = '-----BEGIN PRIVATE KEY-----'",
}

func TestOf(t *testing.T) {
	for _, test := range []struct {
		name    string
		options Options
		want    string
	}{
		{"the usual", Options{}, "config/application.yml lib/a.js lib/pem.js migrations/main/001.sql public/index.html shop.js"},
		{
			"more",
			Options{Include: []string{"node_modules/tz/data/**", "lib/*.test.js"}},
			"config/application.yml lib/a.js lib/a.test.js lib/pem.js migrations/main/001.sql node_modules/tz/data/berlin.txt public/index.html shop.js",
		},
		{"less", Options{Exclude: []string{"public", "lib/p*.js"}}, "config/application.yml lib/a.js migrations/main/001.sql shop.js"},
		{
			"scripts",
			Options{Scripts: []string{"data/seed.js", "lib/a.js"}, Exclude: []string{"lib"}},
			"config/application.yml lib/a.js migrations/main/001.sql public/index.html shop.js",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			list, err := Of(folderOf(t, shop), test.options)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(list.Paths, " "); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestLeft: each file that does not go along is named, with the reason.
func TestLeft(t *testing.T) {
	list, err := Of(folderOf(t, shop), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, left := range list.Left {
		got = append(got, left.Path+": "+left.Why)
	}
	want := []string{
		".editorconfig: hidden", ".env: a secret", ".git/: hidden", "app.log: a log", "config/prices.json: configuration other than YAML stays outside",
		"copy: a database",
		"data/: data stays outside", "id_rsa: a key", "lib/a.test.js: a test", "node_modules/: packages are compiled in", "notes.txt: a key",
		"prod.env: a secret", "tls/key.pem: a key",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestSecretsAndDumps: what logs in elsewhere, and copies of databases and of memory, are known by their names or their beginnings.
func TestSecretsAndDumps(t *testing.T) {
	files := map[string]string{
		"aws-credentials": "x", "backup/credentials": "x", ".aws/config": "x", "deploy/credentials.json": "{}", "kubeconfig": "x",
		"cloud.ini":    "[default]\naws_access_key_id = a\naws_secret_access_key = b\n",
		"account.json": `{"type": "service_account", "private_key": "x"}`,
		"shop.sql.gz":  "x", "shop.dump": "x", "nightly.dump.zst": "x", "main-dump.sql": "x", "java.hprof": "x", "Heap.heapsnapshot": "x", "core.4711": "x",
		"main.sql": "--\n-- PostgreSQL database dump\n--\n", "orders.sql": "-- MySQL dump 10.13\n", "custom": "PGDMP\x01",
		"dead":    "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x00",
		"shop.js": "x", "lib/credentials.js": "x", "lib/core.js": "x", "lib/heapdump.js": "x",
		"lib/tool":                     "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00",
		"migrations/main/001-dump.sql": "--\n-- PostgreSQL database dump\n--\n", "report.sql": "-- a report\nselect 1", "logo.svg.gz": "x",
		"notes.json": `{"private_key_path": "x"}`,
	}
	folder := folderOf(t, files)
	list, err := Of(folder, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = "lib/core.js lib/credentials.js lib/heapdump.js lib/tool logo.svg.gz migrations/main/001-dump.sql notes.json report.sql shop.js"
	if got := strings.Join(list.Paths, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, pattern := range []string{"aws-credentials", ".aws/**", "shop.sql.gz", "dead"} {
		if _, err := Of(folder, Options{Include: []string{pattern}}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("--include %s: %v", pattern, err)
		}
	}
}

// TestSecretsNever: asking for them does not help.
func TestSecretsNever(t *testing.T) {
	folder := folderOf(t, shop)
	for _, pattern := range []string{".env", "tls/**", "id_rsa", "data/users.db", "copy", "notes.txt", "nothing"} {
		if _, err := Of(folder, Options{Include: []string{pattern}}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("--include %s: %v", pattern, err)
		}
	}
}

func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	outside := folderOf(t, map[string]string{"secret.txt": "x"})
	for name, test := range map[string]struct{ target, want string }{
		"within":      {"shop.js", "link shop.js"},
		"a folder":    {"lib", "shop.js"},
		"to nothing":  {"gone", "shop.js"},
		"out":         {"../" + filepath.Base(outside) + "/secret.txt", "leads out"},
		"out by root": {filepath.Join(outside, "secret.txt"), "leads out"},
	} {
		folder := folderOf(t, map[string]string{"shop.js": "x", "lib/.x": ""})
		if err := os.Symlink(test.target, filepath.Join(folder, "link")); err != nil {
			t.Fatal(err)
		}
		list, err := Of(folder, Options{})
		if err != nil {
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if got := strings.Join(list.Paths, " "); got != test.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestLimits(t *testing.T) {
	folder := folderOf(t, map[string]string{"shop.js": "x", "photos/a.jpg": strings.Repeat("x", 3000), "photos/b.jpg": "x"})
	for _, most := range []Limits{{Files: 2}, {Bytes: 2000}} {
		_, err := Of(folder, Options{Most: most})
		failed, ok := errors.AsType[*fault.Error](err)
		if !ok || !strings.Contains(failed.Error(), "most of them in photos") || !strings.Contains(failed.Hint, "--exclude 'photos/**'") {
			t.Errorf("%v: %v", most, err)
		}
	}
	if _, err := Of(folder, Options{Most: Limits{Files: 2}, Exclude: []string{"photos/**"}}); err != nil {
		t.Error(err)
	}
}

func TestMatches(t *testing.T) {
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"public", "public/a/b.html", true},
		{"public/", "public/a", true},
		{"public/**", "public/a/b", true},
		{"**/*.md", "a/b/c.md", true},
		{"**/*.md", "c.md", true},
		{"*.md", "a/c.md", false},
		{"./a", "a", true},
		{"a/*/c", "a/b/c", true},
		{"a/*/c", "a/b/b/c", false},
		{"[", "[", false},
		{strings.Repeat("**/a/", 9) + "b", strings.Repeat("a/", 200) + "c", false},
	} {
		if got := matches(test.pattern, test.name); got != test.want {
			t.Errorf("%q matches %q: %v", test.pattern, test.name, got)
		}
	}
}
