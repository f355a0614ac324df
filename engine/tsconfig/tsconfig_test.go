package tsconfig

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFilesOfTheChain: what the nearest configuration says of files counts, each entry for itself, from the folder of who says it.
func TestFilesOfTheChain(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"app/tsconfig.json": `{"extends": "../base.json", "files": [], "compilerOptions": {"types": ["node"], "paths": {"x": ["./x.ts"]}}}`,
		"base.json":         `{"include": ["src", "${configDir}/own"], "files": ["a.ts"], "compilerOptions": {"typeRoots": ["types"], "types": []}}`,
	} {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Read(filepath.Join(folder, "app"))
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(filepath.Base(c.File), c.Files != nil, c.Files, c.Include, c.Exclude == nil, c.Types, c.TypeRoots, c.Paths())
	want := "tsconfig.jsontrue [] [/src /app/own] true [node] [/types] map[x:[/app/x.ts]]"
	if got = strings.ReplaceAll(filepath.ToSlash(got), filepath.ToSlash(folder), ""); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// FuzzPlainJSON: JSON remains unchanged, and comments and trailing commas are removed.
func FuzzPlainJSON(f *testing.F) {
	for _, seed := range []string{`{"a": [1, 2, ], /* c */ "b": "//x", } // end`, `["\"/*", 1,/**/]`, "\xEF\xBB\xBF{}", `/*`, `"`, `{"a":1,//`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		plain := string(plainJSON([]byte(text)))
		if json.Valid([]byte(text)) && plain != text {
			t.Errorf("%q became %q", text, plain)
		}
		if len(plain) != len(strings.TrimPrefix(text, "\xEF\xBB\xBF")) {
			t.Errorf("%q became %q", text, plain)
		}
	})
}
