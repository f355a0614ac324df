package editor

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app"
)

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestCheck: texts lie over the files, of scripts, the configuration and migrations alike, and what was declared stays known while there are
// mistakes.
func TestCheck(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "config/application.yml", "datasource: [{ name: main, url: 'sqlite:a.db' }]\nmigrations: { onStart: true }\n")
	write(t, folder, "migrations/main/001-a.sql", "CREATE TABLE notes (id INTEGER PRIMARY KEY);\n")
	write(t, folder, "app.ts", "not a script")
	const right = `import { GetMapping, SqlTemplate, RestController } from "fwrun";
@RestController export class Notes {
  constructor(private sql: SqlTemplate) {}
  @GetMapping("/notes") all() { return this.sql.query("SELECT id FROM notes"); }
}
`
	silent := func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) }
	e := New(app.Options{Folder: folder, Logger: silent}, false)
	check := func(texts map[string]string) string {
		overlay := map[string][]byte{}
		for name, text := range texts {
			overlay[name] = []byte(text)
		}
		var lines []string
		for _, d := range e.Check(t.Context(), overlay) {
			lines = append(lines, d.Error())
		}
		return strings.Join(lines, "\n")
	}
	if got := check(map[string]string{"app.ts": right}); got != "" {
		t.Errorf("the right text: %s", got)
	}
	for name, c := range map[string]struct{ file, text, want string }{
		"a migration":     {"migrations/main/001-a.sql", "CREATE TABLE others (id INTEGER);", "app.ts:4"},
		"a new migration": {"migrations/main/002-b.sql", "CREATE TABLE notes (id INTEGER);", "migrations/main/002-b.sql:1"},
		"the settings":    {"config/application.yml", "server: { port: many }\n", "config/application.yml:1"},
		"a profile":       {"config/application-dev.yml", "server: { port: 1 }\n", ""},
		"a new script":    {"new.ts", "export const = 1;", "new.ts:1"},
		"a new folder":    {"a/b/new.ts", "export const = 1;", "a/b/new.ts:1"},
	} {
		if got := check(map[string]string{"app.ts": right, c.file: c.text}); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := check(nil); !strings.HasPrefix(got, "app.ts:1") {
		t.Errorf("the disk: %q", got)
	}
	if symbols := e.Symbols(); len(symbols) != 2 || symbols[1].Name != "GET /notes" {
		t.Errorf("symbols: %v", symbols)
	}
}
