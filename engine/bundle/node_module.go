package bundle

import (
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

// onlyPrefixed are the modules of Node that are packages without the prefix.
var onlyPrefixed = []string{"sea", "sqlite", "test", "test/reporters"}

// isTest reports whether a file is one that has the module of tests.
func (in Input) isTest(file string) bool {
	return slices.Contains(in.Beside, in.relative(file)) && slices.ContainsFunc(in.Modules, func(m HostModule) bool { return m.Name == TestModule })
}

// nodeModules resolves Node's own modules to those of the host. They count before packages of their names, such as events and buffer, but for
// those that always have their prefix.
func nodeModules(in Input) api.Plugin {
	return api.Plugin{Name: nodeNamespace, Setup: func(build api.PluginBuild) {
		if len(in.Node) == 0 {
			return
		}
		build.OnResolve(api.OnResolveOptions{Filter: `^(node:)?[a-z][a-z0-9_/]*$`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			name, prefixed := strings.CutPrefix(args.Path, nodePrefix)
			_, known := slices.BinarySearch(in.Node, name)
			if !known || !prefixed && slices.Contains(onlyPrefixed, name) {
				return api.OnResolveResult{}, nil
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
