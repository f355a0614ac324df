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
			return api.OnResolveResult{Path: name, Namespace: nodeNamespace, SideEffects: api.SideEffectsFalse}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: nodeNamespace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text := "module.exports = __modules.node(" + jsString(args.Path) + ");"
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}

// withPlace gives the file of a package that mentions them its __filename and __dirname. The line of the text stays what it is.
func withPlace(file, text string) string {
	if !strings.Contains(text, "__dirname") && !strings.Contains(text, "__filename") {
		return text
	}
	file = filepath.ToSlash(file)
	return "var __filename=" + jsString(file) + ",__dirname=" + jsString(path.Dir(file)) + ";" + text
}
