package bodies

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// hostExports lists what "fwrun" exports, as the typings say.
func hostExports(t testing.TB) []string {
	t.Helper()
	names := readHostExports()
	if names == nil {
		t.Fatal("the typings are not understood")
	}
	return names
}

var readHostExports = sync.OnceValue(func() (names []string) {
	if tree := source.ParseTree("fwrun.d.ts", []byte(hostText())); tree != nil {
		for name := range factsOf("fwrun.d.ts", tree).exports {
			names = append(names, name)
		}
	}
	return names
})

// judgeFolder judges all scripts below a folder.
func judgeFolder(t *testing.T, folder string, exports []string) (list fault.List, files int) {
	t.Helper()
	var all []File
	var read []*source.File
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "public") {
			return cmp.Or(err, fs.SkipDir)
		}
		switch filepath.Ext(path) {
		case ".js", ".mjs", ".cjs", ".ts", ".mts":
		default:
			return nil
		}
		if strings.HasSuffix(path, ".d.ts") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, _ := filepath.Rel(folder, path)
		relative = filepath.ToSlash(relative)
		all = append(all, NewFile(relative, text))
		read = append(read, source.Read(relative, text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return Judge(Input{Project: source.NewProject(read...), Files: all, Exports: exports}), len(all)
}

// TestQuiet: nothing is said of applications that work.
func TestQuiet(t *testing.T) {
	exports := hostExports(t)
	for _, pattern := range []string{"../../scripts/examples/*", "../../scripts/cookbook/*", "../../tests/platform/compat/*", os.Getenv("QUIET")} {
		folders, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, folder := range folders {
			list, _ := judgeFolder(t, folder, exports)
			for _, d := range list {
				t.Errorf("%s/%s: %s %s: %s; %s\n%s", folder, d.Place, d.Code, d.Message, d.Why, d.Hint, d.Source)
			}
		}
	}
}
