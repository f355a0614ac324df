package bundle

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// notScanned lists folders that contain no components, at the top level of an application or, for
// node_modules, anywhere.
func notScanned() []string {
	return []string{"config", "migrations", "tests", "data", "public", "typings"}
}

// Scan lists the script files of an application, sorted, slash-separated and relative to it. Patterns limit
// the result: each is a folder or a glob in which * matches a part of a name and ** any folders. A pattern
// that matches nothing is a problem, and so is a folder without scripts. The folders and files in skip are
// left out.
func Scan(folder fs.FS, patterns []string, skip ...string) ([]string, fault.List) {
	found, problems := Look(folder, patterns, skip...)
	return found.Files, problems
}

// Found is the result of Look.
type Found struct {
	Files      []string // the files that Scan returns
	Overlooked []string // files that look like scripts but are not scanned: of other kinds, or outside of the patterns
}

// Look is Scan, but also returns what it leaves out.
func Look(folder fs.FS, patterns []string, skip ...string) (Found, fault.List) {
	var files, overlooked []string
	var problems fault.List
	used := make([]bool, len(patterns))
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains(skip, name) {
				return fs.SkipDir
			}
			return skipFolder(name)
		}
		switch {
		case slices.Contains(skip, name):
		case IsScript(name) && matchesAny(name, patterns, used):
			files = append(files, name)
		case IsScript(name), path.Ext(name) == ".tsx", path.Ext(name) == ".jsx":
			overlooked = append(overlooked, name)
		}
		return nil
	})
	if err != nil {
		problems = append(problems, fault.Diagnostic{
			Code: CodeScan, Message: "cannot read the application folder: " + err.Error(),
		})
	}
	problems = append(problems, unmatched(patterns, used)...)
	if len(files) == 0 && len(problems) == 0 {
		problems = append(problems, noScript(overlooked))
	}
	slices.Sort(files)
	slices.Sort(overlooked)
	return Found{files, overlooked}, problems
}

// noScript reports that there is nothing to run, and names a file that was perhaps meant to be it.
func noScript(overlooked []string) fault.Diagnostic {
	d := fault.Diagnostic{
		Code: CodeScan, Message: "there is no script in this folder",
		Why: "scripts end in .js, .mjs, .ts or .mts; " + strings.Join(notScanned(), "/, ") +
			"/ and node_modules/ are not searched",
		Hint: "add one, such as hello.js: import { GetMapping } from \"fwrun\"; " +
			"export const hello = GetMapping(\"/\")(() => \"Hello\");",
	}
	if len(overlooked) > 0 {
		name := slices.Min(overlooked)
		d.Hint = "rename " + name + " to " + strings.TrimSuffix(name, "x")
	}
	return d
}

// unmatched reports the patterns that matched nothing.
func unmatched(patterns []string, used []bool) fault.List {
	var problems fault.List
	for i, pattern := range patterns {
		if !used[i] {
			problems = append(problems, fault.Diagnostic{
				Code: CodeScan, Message: "framework.scan lists " + quote(pattern) + ", which matches no script",
				Hint: "name a folder of the application, such as \"users\", or a glob, such as \"src/**/*.ts\"",
			})
		}
	}
	return problems
}

// FindTests lists the test files of an application, sorted, slash-separated and relative to it, in any
// folder: beside what they test, or in tests/.
func FindTests(folder fs.FS) ([]string, error) {
	var files []string
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && !HoldsTests(name):
			return fs.SkipDir
		case !entry.IsDir() && IsTest(name):
			files = append(files, name)
		}
		return nil
	})
	slices.Sort(files)
	return files, err
}

// HoldsTests reports whether tests are searched in a folder: not in packages, hidden folders, and folders
// that the application writes.
func HoldsTests(folder string) bool {
	base := path.Base(folder)
	return folder == "." || base != "node_modules" && !strings.HasPrefix(base, ".") && folder != "data" && folder != "public"
}

func skipFolder(name string) error {
	base := path.Base(name)
	if name == "." {
		return nil
	}
	if base == "node_modules" || strings.HasPrefix(base, ".") || slices.Contains(notScanned(), name) {
		return fs.SkipDir
	}
	return nil
}

// IsScript reports whether a file is a source file, and not a declaration file or a test.
func IsScript(name string) bool {
	stem, kind, ok := scriptName(name)
	return ok && kind != ".d" && !isTestKind(kind) && !(stem == "jsconfig" || stem == "tsconfig")
}

// IsTest reports whether a file contains tests: users.test.js, users.spec.ts.
func IsTest(name string) bool {
	_, kind, ok := scriptName(name)
	return ok && isTestKind(kind)
}

func isTestKind(kind string) bool { return kind == ".test" || kind == ".spec" }

// scriptName splits a file's name: users.test.js is "users.test" of the kind ".test".
func scriptName(name string) (stem, kind string, ok bool) {
	ext := path.Ext(name)
	if !slices.Contains([]string{".js", ".mjs", ".ts", ".mts"}, ext) {
		return "", "", false
	}
	stem = strings.TrimSuffix(path.Base(name), ext)
	return stem, path.Ext(stem), !strings.HasPrefix(stem, ".")
}

func matchesAny(name string, patterns []string, used []bool) bool {
	if len(patterns) == 0 {
		return true
	}
	found := false
	for i, pattern := range patterns {
		if Matches(name, pattern) {
			used[i], found = true, true
		}
	}
	return found
}

// Matches reports whether a file is matched by a folder or glob.
func Matches(name, pattern string) bool {
	pattern = strings.TrimSuffix(strings.TrimPrefix(path.Clean(pattern), "./"), "/")
	if pattern == "." || name == pattern || strings.HasPrefix(name, pattern+"/") {
		return true
	}
	return matchParts(strings.Split(name, "/"), strings.Split(pattern, "/"))
}

func matchParts(name, pattern []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			for skip := 0; skip <= len(name); skip++ {
				if matchParts(name[skip:], pattern[1:]) {
					return true
				}
			}
			return false
		}
		if len(name) == 0 {
			return false
		}
		if ok, err := path.Match(pattern[0], name[0]); err != nil || !ok {
			return false
		}
		name, pattern = name[1:], pattern[1:]
	}
	return len(name) == 0
}

func quote(s string) string { return `"` + s + `"` }
