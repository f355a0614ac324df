package bundle

import (
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// nodeNamespace is the namespace of modules of Node that the host has.
const nodeNamespace = "node"

// testsOfNode is node:test where tests are.
const testsOfNode = "test in a test"

// isTest reports whether a file is one that has the module of tests.
func (in Input) isTest(file string) bool {
	return slices.Contains(in.Beside, in.relative(file)) && slices.ContainsFunc(in.Modules, func(m HostModule) bool { return m.Name == TestModule })
}

// nodeModules resolves Node's own modules to those of the host. A name without its prefix may be a package, which then
// counts: packages such as events and buffer exist to take the place of the modules.
func nodeModules(in Input) api.Plugin {
	const asked = "asked"
	return api.Plugin{Name: nodeNamespace, Setup: func(build api.PluginBuild) {
		if len(in.Node) == 0 {
			return
		}
		build.OnResolve(api.OnResolveOptions{Filter: `^(node:)?[a-z][a-z0-9_/]*$`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			name, prefixed := strings.CutPrefix(args.Path, nodePrefix)
			if _, known := slices.BinarySearch(in.Node, name); !known || args.PluginData == asked {
				return api.OnResolveResult{}, nil
			}
			if !prefixed {
				found := build.Resolve(args.Path, api.ResolveOptions{
					ResolveDir: args.ResolveDir, Importer: args.Importer, Kind: args.Kind, PluginData: asked,
				})
				if len(found.Errors) == 0 {
					return api.OnResolveResult{}, nil
				}
			}
			if name == "test" && in.isTest(args.Importer) {
				name = testsOfNode
			}
			return api.OnResolveResult{Path: name, Namespace: nodeNamespace, SideEffects: api.SideEffectsFalse}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: nodeNamespace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text := "module.exports = __modules.node(" + jsString(args.Path) + ");"
			if args.Path == testsOfNode {
				text = `module.exports = __modules.node("test").of(__modules[` + jsString(TestModule) + `]);`
			}
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}

// The variables that take the place of the members of import.meta.
const (
	metaURL    = "__metaURL"
	metaFolder = "__metaFolder"
	metaFile   = "__metaFile"
)

// places declares them for the application's own files, which are one program and have no place of their own. They are parameters, which the
// variables of packages may declare again.
const places = metaURL + `="file:///` + ProgramName + `",` + metaFile + "," + metaFolder

// isBareImport reports whether a warning is about an import of a module of Node for its own sake, which does nothing.
func isBareImport(m api.Message) bool {
	return m.ID == "ignored-bare-import" && strings.Contains(m.Text, nodePrefix)
}

// apparent returns the path that a file sees as its own, such as in __filename.
func (in Input) apparent(file string) string {
	if below, err := filepath.Rel(in.Folder, file); in.Mount != "" && err == nil && filepath.IsLocal(below) {
		return path.Join(in.Mount, filepath.ToSlash(below))
	}
	return file
}

// withPlace gives the file of a package that mentions them its __filename and __dirname, or what import.meta has. The line of the text
// stays what it is.
func withPlace(file, text string) string {
	name := filepath.ToSlash(file)
	var declared string
	if strings.Contains(text, "__dirname") || strings.Contains(text, "__filename") {
		declared = "var __filename=" + jsString(name) + ",__dirname=" + jsString(path.Dir(name)) + ";"
	}
	if strings.Contains(text, "import.meta") {
		address := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(name, "/")}
		declared += "var " + metaURL + "=" + jsString(address.String()) + "," + metaFile + "=" + jsString(name) + "," + metaFolder + "=" +
			jsString(path.Dir(name)) + ";"
	}
	if strings.HasPrefix(text, "#!") {
		return text // the line of an interpreter has to be the first
	}
	return declared + text
}
