package bundle

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Step is one module in the order in which modules run: a file of the application, or an import of a package
// by a file.
type Step struct {
	File      string // relative to the folder
	Specifier string // of a package that File imports; empty for File itself
}

// effectPrefix is the prefix of the specifiers with which the entry imports packages for files.
const effectPrefix = "%import/"

// entry imports every file as a namespace and registers it. The TypeScript loader, which all scripts need,
// drops imports that are used as types only, or not at all: this is right for TypeScript, but in JavaScript
// an import runs its module. So the entry imports the packages of a file before the file; nothing is dropped
// here, and no cycle can result.
func (in Input) entry() string {
	if in.packages != nil {
		return packagesEntry(in.packages)
	}
	var b strings.Builder
	namespaces := map[string]string{}
	for i, step := range in.order() {
		name := "m" + itoa(i)
		if step.Specifier != "" {
			b.WriteString("import * as " + name + " from " + jsString(effectPrefix+itoa(i)) + ";\n")
			continue
		}
		namespaces[step.File] = name
		b.WriteString("import * as " + name + " from " + jsString("./"+step.File) + ";\n")
	}
	for _, files := range [][]string{in.Files, in.Beside} {
		for _, file := range files {
			b.WriteString("__register(" + jsString(file) + ", " + namespaces[file] + ");\n")
		}
	}
	return b.String()
}

// order returns the steps that the input names, followed by the remaining files.
func (in Input) order() []Step {
	steps := in.Order
	known := map[string]bool{}
	for _, step := range steps {
		known[step.File] = known[step.File] || step.Specifier == ""
	}
	for _, files := range [][]string{in.Files, in.Beside} {
		for _, file := range files {
			if !known[file] {
				steps = append(steps, Step{File: file})
			}
		}
	}
	return steps
}

// effects resolves the entry's imports of packages as for the files that contain them. An import that cannot
// be resolved is left out: it is reported where the file uses it.
func effects(in Input) api.Plugin {
	const folder = "effects/"
	return api.Plugin{Name: "effects", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + effectPrefix}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: folder + strings.TrimPrefix(args.Path, effectPrefix), Namespace: addedNamespace}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: "^" + folder, Namespace: addedNamespace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			i, err := strconv.Atoi(strings.TrimPrefix(args.Path, folder))
			if err != nil {
				return api.OnLoadResult{}, err
			}
			step := in.order()[i]
			from := filepath.Join(in.Folder, filepath.FromSlash(path.Dir(step.File)))
			text := ""
			found := build.Resolve(step.Specifier, api.ResolveOptions{ResolveDir: from, Kind: api.ResolveJSImportStatement})
			if len(found.Errors) == 0 {
				text = "import * as module from " + jsString(step.Specifier)
			}
			return api.OnLoadResult{Contents: &text, ResolveDir: from, Loader: api.LoaderJS}, nil
		})
	}}
}

// addedNamespace is the namespace of modules that only the bundler sees.
const addedNamespace = Module + ":" + Module

// packages loads the scripts of packages as plain JavaScript: unused imports are run, and types are not
// allowed. Scripts that mention fwrun may be written for it and are loaded like the application's.
func packages(in Input) api.Plugin {
	return api.Plugin{Name: "packages", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: `[/\\]node_modules[/\\].*\.[cm]?js$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			content, err := os.ReadFile(args.Path)
			if err != nil || bytes.Contains(content, []byte(Module)) {
				return api.OnLoadResult{}, nil //nolint:nilerr // the bundler reads it, and reports the error
			}
			text := in.placed(args.Path, string(content))
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}
