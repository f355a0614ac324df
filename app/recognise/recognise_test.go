package recognise

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// write writes files into a folder.
func write(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestApplication(t *testing.T) {
	const script = `import { GetMapping } from "fwrun";`
	for name, c := range map[string]struct {
		files map[string]string
		is    bool
	}{
		"nothing":                {nil, false},
		"a configuration":        {map[string]string{"config/application.yml": ""}, true},
		"a script":               {map[string]string{"a.ts": script}, true},
		"a script in a folder":   {map[string]string{"src/a.ts": script}, true},
		"a script further below": {map[string]string{"a/b/a.ts": script}, false},
		"another's script":       {map[string]string{"a.ts": `import fs from "node:fs";`}, false},
		"a package's":            {map[string]string{"node_modules/a.js": script}, false},
	} {
		folder := t.TempDir()
		write(t, folder, c.files)
		if got := Application(folder); got != c.is {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestSeveral: a folder of applications is told of when one of them has a configuration, unless the folder is an application itself.
func TestSeveral(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a/config/application.yml": "", "b/config/application.yml": "", "c/readme.md": ""})
	if got := Applications(folder); !slices.Equal(got, []string{"a", "b"}) || len(Several(folder)) != 1 {
		t.Errorf("got %v", got)
	}
	write(t, folder, map[string]string{"config/application.yml": ""})
	if got := Applications(folder); got != nil || Several(folder) != nil {
		t.Errorf("got %v", got)
	}
}
