package bundle

import (
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/fwrun/fwrun/engine/metadata"
)

// typeNames resolves what decorated classes ask for the names of types: a module as any import does, or, if there is none, one that is empty.
func typeNames(in Input) api.Plugin {
	const none = "no module"
	return api.Plugin{Name: Module + "-types", Setup: func(build api.PluginBuild) {
		if !in.Metadata.Emit {
			return
		}
		build.OnResolve(api.OnResolveOptions{Filter: "^" + metadata.Prefix}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			found := build.Resolve(strings.TrimPrefix(args.Path, metadata.Prefix), api.ResolveOptions{
				ResolveDir: args.ResolveDir, Importer: args.Importer, Kind: args.Kind,
			})
			if len(found.Errors) > 0 || found.External {
				return api.OnResolveResult{Path: none, Namespace: addedNamespace}, nil
			}
			return api.OnResolveResult{
				Path: found.Path, Namespace: found.Namespace, Suffix: found.Suffix, PluginData: found.PluginData, SideEffects: api.SideEffectsTrue,
			}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: "^" + none + "$", Namespace: addedNamespace}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			contents := "export {};"
			return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS}, nil
		})
	}}
}

// isTypeName reports whether a warning is about the name of a type that a module does not export as a value.
func isTypeName(m api.Message) bool {
	return m.ID == "import-is-undefined" && m.Location != nil && strings.Contains(m.Location.LineText, metadata.Namespace)
}
