package recognise

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/platform/fault"
)

// Application reports whether a folder looks like an application: it has a configuration, or a script in it
// or in one of its folders imports from fwrun. It looks at a few entries only; the result is a hint.
func Application(folder string) bool {
	return isConfigured(folder) || importsUs(folder, 1)
}

// Applications returns the folders in a folder that look like applications, if one of them has a configuration of its own, and the folder
// is no application itself.
func Applications(folder string) (names []string) {
	entries, err := os.ReadDir(folder)
	if err != nil || isConfigured(folder) {
		return nil
	}
	entries = slices.DeleteFunc(entries[:min(len(entries), mostLooked)], func(e os.DirEntry) bool {
		return !e.IsDir() || e.Name()[0] == '.' || e.Name() == "node_modules"
	})
	path := func(e os.DirEntry) string { return filepath.Join(folder, e.Name()) }
	// Scripts are read only where a folder has a configuration, which is seldom so: every start asks.
	if !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return isConfigured(path(e)) }) || importsUs(folder, 0) {
		return nil
	}
	for _, entry := range entries {
		if Application(path(entry)) {
			names = append(names, entry.Name())
		}
	}
	return names
}

// Several warns that a folder has applications, each with a configuration, whose scripts are taken for those of one.
func Several(folder string) fault.List {
	names := Applications(folder)
	if len(names) < 2 {
		return nil
	}
	return fault.List{{
		Severity: fault.Warning, Code: bundle.CodeScan,
		Message: "this folder contains applications, but is served as one itself: " + strings.Join(names, ", "),
		Why:     "the configurations in these folders are not read", Hint: "serve one of them: fwrun " + names[0],
	}}
}

func isConfigured(folder string) bool {
	for _, name := range []string{"application.yml", "application.yaml"} {
		if _, err := os.Stat(filepath.Join(folder, "config", name)); err == nil {
			return true
		}
	}
	return false
}

// mostLooked limits how many entries of a folder are looked at.
const mostLooked = 200

var importOfUs = regexp.MustCompile(`(?m)^\s*(import|export)\b.*from\s*["']fwrun["']`)

func importsUs(folder string, deeper int) bool {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return false
	}
	for _, entry := range entries[:min(len(entries), mostLooked)] {
		path := filepath.Join(folder, entry.Name())
		switch {
		case entry.Name()[0] == '.' || entry.Name() == "node_modules":
		case entry.IsDir():
			if deeper > 0 && importsUs(path, deeper-1) {
				return true
			}
		case bundle.IsScript(entry.Name()):
			text, err := os.ReadFile(path)
			if err == nil && importOfUs.Match(text) {
				return true
			}
		}
	}
	return false
}
