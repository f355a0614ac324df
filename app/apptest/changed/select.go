package changed

import (
	"context"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/engine/tsconfig"
	"github.com/fwrun/fwrun/jsapi/testapi"
)

// Select returns the test files that a change may affect, each with the reason. Without a reference, what counts is what is not
// committed.
func Select(ctx context.Context, folder, ref string, tests []string) (map[string]string, error) {
	files, err := files(ctx, folder, ref)
	if err != nil {
		return nil, err
	}
	s := &selection{folder: os.DirFS(folder), files: files, read: map[string]*script{}}
	if settings, err := tsconfig.Read(folder); err == nil { // otherwise the application does not start, which its tests say
		s.paths = settings.Relative(folder)
	}
	why := map[string]string{}
	for _, test := range tests {
		if reason := s.reason(test); reason != "" {
			why[test] = reason
		}
	}
	return why, nil
}

// selection has what was read of the files of an application.
type selection struct {
	folder fs.FS
	paths  source.Paths
	files  map[string]bool // that have changed
	read   map[string]*script
}

// script is what a file imports.
type script struct {
	imports []string // files of the application
	whole   bool     // it uses the application
}

// reason returns why a change may affect a test file; empty if none does.
func (s *selection) reason(test string) string {
	snapshots := path.Join(path.Dir(test), "__snapshots__", path.Base(test)+".snap")
	switch {
	case s.files[test]:
		return "it has changed"
	case s.files[snapshots]:
		return "its snapshots have changed"
	}
	whole := !isScript(test) // a recorded request
	from, queue := map[string]string{test: ""}, []string{test}
	for len(queue) > 0 && isScript(test) {
		file := queue[0]
		queue = queue[1:]
		if file != test && s.files[file] {
			return "it imports " + chain(from, file) + ", which has changed"
		}
		one := s.script(file)
		whole = whole || one.whole
		for _, next := range one.imports {
			if _, known := from[next]; !known {
				from[next] = file
				queue = append(queue, next)
			}
		}
	}
	if !whole {
		return ""
	}
	var parts []string
	for file, is := range s.files {
		if is && isPart(file) {
			parts = append(parts, file)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "it uses the application, and " + slices.Min(parts) + " has changed"
}

// chain lists the files from the one that a test imports to the last.
func chain(from map[string]string, file string) string {
	names := file
	for file = from[file]; from[file] != ""; file = from[file] {
		names = file + " → " + names
	}
	return names
}

func isScript(name string) bool {
	return slices.Contains([]string{".js", ".mjs", ".ts", ".mts"}, path.Ext(name))
}

// isPart reports whether a file is a part of the application: a script, a setting or a migration.
func isPart(name string) bool {
	top, _, _ := strings.Cut(name, "/")
	switch {
	case top == "config", top == "migrations":
		return true
	case slices.Contains([]string{"package.json", "package-lock.json", "tsconfig.json", "jsconfig.json"}, name):
		return true
	}
	return isScript(name) && top != "tests" && !bundle.IsTest(name)
}

// script reads what a file imports.
func (s *selection) script(name string) *script {
	if known := s.read[name]; known != nil {
		return known
	}
	one := &script{}
	s.read[name] = one
	if !isScript(name) {
		return one
	}
	text, err := fs.ReadFile(s.folder, name)
	if err != nil {
		return one
	}
	file := source.Read(name, text)
	specifiers := dynamic(name, text)
	for _, i := range file.Imports {
		specifiers = append(specifiers, i.From)
		one.whole = one.whole || i.From == testapi.Name && slices.Contains([]string{"app", "bean", "fake", "*"}, i.Name)
	}
	for _, e := range file.Exports {
		specifiers = append(specifiers, e.From)
		one.whole = one.whole || e.From == testapi.Name
	}
	for _, specifier := range specifiers {
		if target, ok := s.resolve(name, specifier); ok {
			one.imports = append(one.imports, target)
		}
	}
	return one
}

// resolve finds the file that a specifier names, also one that is gone.
func (s *selection) resolve(from, specifier string) (string, bool) {
	for _, target := range s.paths.From(from, specifier) {
		for _, candidate := range source.Candidates(target) {
			if info, err := fs.Stat(s.folder, candidate); s.files[candidate] || err == nil && info.Mode().IsRegular() {
				return candidate, true
			}
		}
	}
	return "", false
}

// dynamic returns what a file imports by a call.
func dynamic(name string, text []byte) (specifiers []string) {
	if !strings.Contains(string(text), "import(") {
		return nil
	}
	tree := source.ParseTree(name, text)
	if tree == nil {
		return nil
	}
	var find func(*source.Node)
	find = func(n *source.Node) {
		if n.Kind == source.NodeCall && n.A.Kind == source.NodeMeta && len(n.List) > 0 && n.List[0].Op == "string" {
			specifiers = append(specifiers, n.List[0].Name)
		}
		n.Each(find)
	}
	for _, n := range tree.Body {
		find(n)
	}
	return specifiers
}
