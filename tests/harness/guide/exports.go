package guide

import (
	"os"
	"path/filepath"
	"regexp"
	"sync"
)

var exported = regexp.MustCompile(`(?m)^ *export (?:abstract )?(?:class|const|function) (\w+)`)

// exports returns the names that scripts can import from "fwrun", as the typings declare them: tests of the typings hold
// that these are all.
var exports = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	files, _ := filepath.Glob("../../typings/*.d.ts")
	for _, file := range files {
		if filepath.Base(file) == "test.d.ts" { // another module
			continue
		}
		text, _ := os.ReadFile(file) // a name that is missing is an error of the page that uses it
		for _, found := range exported.FindAllStringSubmatch(string(text), -1) {
			names[found[1]] = true
		}
	}
	return names
})
