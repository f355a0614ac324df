package bundle

import (
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// allEffects makes every module run that is imported, as Node does: what a package.json says of "sideEffects" is for bundles that are sent to
// browsers, and not always true.
func allEffects() api.Plugin {
	const asked = "asked for by effects"
	return api.Plugin{Name: "all effects", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^[^%]"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if args.PluginData == asked || args.Kind != api.ResolveJSImportStatement || args.Namespace != "file" && args.Namespace != addedNamespace {
				return api.OnResolveResult{}, nil
			}
			found := build.Resolve(args.Path, api.ResolveOptions{
				ResolveDir: args.ResolveDir, Importer: args.Importer, Namespace: args.Namespace, Kind: args.Kind, With: args.With, PluginData: asked,
			})
			if len(found.Errors) > 0 || found.SideEffects || found.External || found.Namespace != "file" || !filepath.IsAbs(found.Path) {
				return api.OnResolveResult{}, nil // what the bundler finds by itself is the same
			}
			return api.OnResolveResult{
				Path: found.Path, Namespace: found.Namespace, Suffix: found.Suffix, PluginData: found.PluginData, SideEffects: api.SideEffectsTrue,
			}, nil
		})
	}}
}
