package bundle

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// allEffects makes every module run that is imported, as Node does: what a package.json says of "sideEffects" is for bundles that are sent to
// browsers, and not always true.
func allEffects() api.Plugin {
	const asked = "asked for by effects"
	known := stated{states: annotated}
	return api.Plugin{Name: "all effects", Setup: func(build api.PluginBuild) {
		build.OnStart(func() (api.OnStartResult, error) {
			known.known.Clear() // a package may have been installed meanwhile
			return api.OnStartResult{}, nil
		})
		build.OnResolve(api.OnResolveOptions{Filter: "^[^%]"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if args.PluginData == asked || args.Kind != api.ResolveJSImportStatement || args.Namespace != "file" && args.Namespace != addedNamespace {
				return api.OnResolveResult{}, nil
			}
			if unannotated(&known, args.ResolveDir, args.Path) { // or each import would be looked for twice
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

// annotated reports whether a package.json says something of effects.
func annotated(text []byte) bool { return bytes.Contains(text, []byte(`"sideEffects"`)) }

// unannotated reports whether nobody says anything of the effects of what a file imports.
func unannotated(known *stated, from, path string) bool {
	if path == "fwrun" || strings.HasPrefix(path, "node:") {
		return true
	}
	if !strings.HasPrefix(path, "./") && !strings.HasPrefix(path, "../") || from == "" {
		return false
	}
	target := filepath.Join(from, filepath.FromSlash(path))
	return !known.of(filepath.Dir(target)) && !known.of(target) // it may be a folder
}
