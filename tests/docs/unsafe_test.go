package docs

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// doors are the packages that may import unsafe, and why. The memory of a library has one door: nobody else looks at it.
var doors = map[string]string{
	"data":                 "SQLite's memory, in sqlite_memory.go",
	"engine/guard":         "the clock of regexp2, in match_clock.go",
	"engine/inside":        "what goja keeps to itself",
	"engine/vm":            "the kernel's clock of a thread, in cputime_linux.go",
	"platform/view":        "text as bytes, and bytes as text",
	"tests/harness/script": "a system call that limits another process",
}

// mostWithUnsafe is how many files may import it; tests, which look at where something is, do not count.
const mostWithUnsafe = 15

func TestUnsafeHasDoors(t *testing.T) {
	var files []string
	folders := map[string]int{}
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") || !slices.Contains(imports(t, file), "unsafe") {
			continue
		}
		folder := path.Dir(file)
		if doors[folder] == "" {
			t.Errorf("%s imports unsafe; see the doors in tests/docs/unsafe_test.go", file)
		}
		files = append(files, file)
		folders[folder]++
	}
	for folder := range doors {
		if folders[folder] == 0 || folders[folder] > 1 && folder != "engine/inside" {
			t.Errorf("%d files of %s import unsafe; a door is one file, but for goja's", folders[folder], folder)
		}
	}
	if len(files) > mostWithUnsafe {
		t.Errorf("%d files import unsafe, at most %d may: %s", len(files), mostWithUnsafe, strings.Join(files, " "))
	}
}
