package source

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestTreesOfOurScripts reads all scripts of the project.
func TestTreesOfOurScripts(t *testing.T) {
	began, files, bytes := time.Now(), 0, 0
	for _, root := range []string{"../../scripts", "../../tests/platform/compat", "../../jsapi", "../../devtools/page"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			switch filepath.Ext(path) {
			case ".js", ".mjs", ".ts", ".mts":
			default:
				return err
			}
			if strings.HasSuffix(path, ".d.ts") || strings.Contains(path, "node_modules") {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			files, bytes = files+1, bytes+len(text)
			if ParseTree(path, text) == nil {
				t.Errorf("%s is not understood", path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Log(files, bytes, time.Since(began))
}
