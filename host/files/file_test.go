package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// tree makes a folder with a file outside of it that must not be reachable.
func tree(t *testing.T) (folder string) {
	t.Helper()
	base := t.TempDir()
	folder = filepath.Join(base, "public")
	for _, dir := range []string{"public/docs", "public/.git", "outside"} {
		check(t, os.MkdirAll(filepath.Join(base, dir), 0o755))
	}
	for name, text := range map[string]string{
		"public/a.txt": "a", "public/docs/index.html": "<p>", "public/.git/config": "secret", "public/.env": "secret",
		"outside/secret.txt": "secret",
	} {
		check(t, os.WriteFile(filepath.Join(base, name), []byte(text), 0o644))
	}
	for link, target := range map[string]string{
		"public/out":       "../outside",
		"public/leak.txt":  "../outside/secret.txt",
		"public/abs.txt":   filepath.Join(base, "outside/secret.txt"),
		"public/in.txt":    "a.txt",
		"public/loop":      "loop",
		"public/gone":      "nothing",
		"public/docs/up":   "..",
		"public/docs/over": "../../outside",
	} {
		check(t, os.Symlink(target, filepath.Join(base, link)))
	}
	check(t, syscall.Mkfifo(filepath.Join(folder, "pipe"), 0o600))
	return folder
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestOpenIn(t *testing.T) {
	folder := tree(t)
	for _, name := range []string{"a.txt", "docs/index.html", "in.txt", "docs/up/a.txt"} {
		file, err := OpenIn(folder, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		_ = file.Close()
	}
	for _, name := range []string{
		"", ".", "..", "../outside/secret.txt", "docs/../../outside/secret.txt", "docs/../a.txt", "/etc/passwd", "out/secret.txt",
		"leak.txt", "abs.txt", "loop", "gone", "docs", "docs/", "a.txt/", "a.txt/b", "pipe", "docs/over/secret.txt",
		"docs/up/out/secret.txt", "a\x00b", "a.txt\x00", strings.Repeat("x", 300), strings.Repeat("x/", 3000) + "x", "nothing",
	} {
		file, err := OpenIn(folder, name)
		if err == nil {
			_ = file.Close()
			t.Errorf("%q was opened", name)
		} else if !Missing(err) {
			t.Errorf("%q is more than missing: %v", name, err)
		}
	}
	if _, err := OpenIn(filepath.Join(folder, "nowhere"), "a.txt"); err == nil || Missing(err) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

func TestOpen(t *testing.T) {
	folder := tree(t)
	for _, name := range []string{"docs", "pipe"} {
		if _, err := Open(filepath.Join(folder, name)); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open("/dev/null"); !errors.Is(err, ErrNotRegular) {
		t.Errorf("/dev/null: %v", err)
	}
}

func TestVersion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	version := func(text string, at time.Time) Version {
		check(t, os.WriteFile(path, []byte(text), 0o600))
		check(t, os.Chtimes(path, at, at))
		file, err := Open(path)
		check(t, err)
		defer func() { _ = file.Close() }()
		return file.Version()
	}
	first := version("one", testTime)
	if !IsTag(first.ETag) || first.ETag[0] != '"' || !first.Modified.Equal(testTime) {
		t.Errorf("got %+v", first)
	}
	if same := version("two", testTime); same != first {
		t.Errorf("%+v and %+v", same, first)
	}
	if later := version("one", testTime.Add(1)); later.ETag == first.ETag {
		t.Errorf("a nanosecond later it is still %s", later.ETag)
	}
	if longer := version("one!", testTime); longer.ETag == first.ETag {
		t.Errorf("with another length it is still %s", longer.ETag)
	}
	for _, normalised := range []time.Time{time.Unix(0, 0), time.Unix(1, 0), time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)} {
		if got := version("one", normalised); got != (Version{}) {
			t.Errorf("what everything made at %v has is no version: %+v", normalised, got)
		}
	}
}

func TestPublic(t *testing.T) {
	for path, want := range map[string]bool{
		"index.html": true, "docs/a b.txt": true, "ä/ö.txt": true, "a..b": true, "a~1b.txt": true, "backup~": true, "node~1234567": true,
		"file.name.with.dots.js": true, "…": true,
		"": false, ".env": false, ".git/config": false, "a/.git/config": false, "a/..": false, "../a": false, "a//b": false, "a/.": false,
		"a.": false, "a ": false, "a./b": false, "a /b": false, "c:/a": false, "a.txt:stream": false, "a::$DATA": false,
		"a\\b": false, "a\x00": false, "GIT~1/config": false, "env~1": false, "LONGNA~1.HTM": false, "a~12.txt": false,
	} {
		if got := Public(path); got != want {
			t.Errorf("Public(%q) is %v", path, got)
		}
	}
}

func TestExact(t *testing.T) {
	folder := tree(t)
	for path, want := range map[string]bool{
		"a.txt": true, "docs/index.html": true, "docs": true,
		"A.txt": false, "Docs/index.html": false, "docs/INDEX.html": false, "nothing": false, "out/secret.txt": false,
	} {
		if got := Exact(folder, path); got != want {
			t.Errorf("Exact(%q) is %v", path, got)
		}
	}
	if FoldsCase(folder) {
		t.Error("this file system tells a.txt from A.TXT, or no test here means anything")
	}
	if !FoldsCase(t.TempDir()) {
		t.Error("an empty folder tells nothing, so care is taken")
	}
}

func TestDisposition(t *testing.T) {
	for name, want := range map[string]string{
		"":                       `attachment`,
		"report.pdf":             `attachment; filename="report.pdf"`,
		"two words.txt":          `attachment; filename="two words.txt"`,
		`a"b.txt`:                `attachment; filename="a\"b.txt"; filename*=UTF-8''a%22b.txt`,
		"50%.txt":                `attachment; filename="50%.txt"; filename*=UTF-8''50%25.txt`,
		"Übersicht.pdf":          `attachment; filename="_bersicht.pdf"; filename*=UTF-8''%C3%9Cbersicht.pdf`,
		"日本.txt":                 `attachment; filename="__.txt"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.txt`,
		"/etc/passwd":            `attachment; filename="passwd"`,
		`C:\dir\a.txt`:           `attachment; filename="a.txt"`,
		"../..":                  `attachment`,
		"a\r\nSet-Cookie: x.txt": `attachment; filename="aSet-Cookie: x.txt"`,
		"a\x00b\x7f.txt":         `attachment; filename="ab.txt"`,
		"photo\u202egpj.exe":     `attachment; filename="photogpj.exe"`,
		"\xff.txt":               `attachment; filename=".txt"`,
	} {
		if got := Disposition("attachment", name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

func TestMediaType(t *testing.T) {
	folder := t.TempDir()
	png := "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00", 20)
	tests := []struct{ name, content, want string }{
		{"a.html", "", "text/html; charset=utf-8"},
		{"A.HTML", "", "text/html; charset=utf-8"},
		{"app.js", "", "text/javascript; charset=utf-8"},
		{"a.b.json", "", "application/json"},
		{"photo", png, "image/png"},
		{"photo.unknown", png, "image/png"},
		{"notes", "just text", "text/plain; charset=utf-8"},
		{"page", "<!DOCTYPE html><script>alert(1)</script>", "text/plain; charset=utf-8"},
		{"picture", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`, "text/plain; charset=utf-8"},
		{"feed", `<?xml version="1.0"?><a/>`, "text/plain; charset=utf-8"},
		{"paper", "%PDF-1.7\n", "application/pdf"},
		{"bytes", "\x00\x01\x02\x03", "application/octet-stream"},
		{"nothing", "", "text/plain; charset=utf-8"},
	}
	for _, test := range tests {
		path := filepath.Join(folder, test.name)
		check(t, os.WriteFile(path, []byte(test.content), 0o600))
		file, err := Open(path)
		check(t, err)
		if got := file.MediaType(test.name); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
		_ = file.Close()
	}
}
