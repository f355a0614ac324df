package coding

import (
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/fwrun/fwrun/app"
)

// TestCheckAsksTypeScript: with types, what TypeScript says is among the mistakes; without one, check says how to install it.
func TestCheckAsksTypeScript(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stub is a script of a shell")
	}
	folder := t.TempDir()
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write("app/a.js", "import { GetMapping } from \"fwrun\";\nexport const a = GetMapping(\"/a\")(() => 1);\n")
	write("tsc", "#!/bin/sh\nif test \"$1\" = --version; then echo Version 7.0.2; else echo 'a.js(2,14): error TS2322: No.'; exit 1; fi\n")
	check := func() checked {
		t.Helper()
		silent := app.Options{Folder: filepath.Join(folder, "app"), Logger: func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) }}
		p := &project{Options: Options{App: silent}, silent: silent}
		answer, err := p.check(t.Context(), struct {
			Offline bool `json:"offline"`
			Types   bool `json:"types"`
			Limit   int  `json:"limit"`
		}{Types: true})
		if err != nil {
			t.Fatal(err)
		}
		return answer.(checked)
	}
	t.Setenv("PATH", folder+"/nothing")
	if c := check(); c.OK || c.Untyped != "TypeScript is not installed: npm install --save-dev typescript" || len(c.Problems) > 0 {
		t.Errorf("%+v", c)
	}
	write("app/config/application.yml", "check: { typescript: ../tsc }\n")
	if c := check(); c.OK || c.Untyped != "" || len(c.Problems) != 1 || c.Problems[0].Code != "ts2322" || c.Problems[0].Tool != "typescript" {
		t.Errorf("%+v", c)
	}
}
