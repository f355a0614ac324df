package bundle

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// allEffects makes every module run that is imported, as Node does: what a package.json says of "sideEffects" is for bundles that are sent to
// browsers, and not always true.
func allEffects() api.Plugin {
	const asked = "asked for by effects"
	var known annotations
	return api.Plugin{Name: "all effects", Setup: func(build api.PluginBuild) {
		build.OnStart(func() (api.OnStartResult, error) {
			known.said.Clear() // a package may have been installed meanwhile
			return api.OnStartResult{}, nil
		})
		build.OnResolve(api.OnResolveOptions{Filter: "^[^%]"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if args.PluginData == asked || args.Kind != api.ResolveJSImportStatement || args.Namespace != "file" && args.Namespace != addedNamespace {
				return api.OnResolveResult{}, nil
			}
			if known.none(args.ResolveDir, args.Path) { // or each import would be looked for twice
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

// annotations are folders whose package.json, or that of the folder around them which has one, says something of "sideEffects".
type annotations struct{ said sync.Map }

// none reports whether nobody says anything of the effects of what a file imports.
func (e *annotations) none(from, path string) bool {
	if path == "fwrun" || strings.HasPrefix(path, "node:") {
		return true
	}
	if !strings.HasPrefix(path, "./") && !strings.HasPrefix(path, "../") || from == "" {
		return false
	}
	target := filepath.Join(from, filepath.FromSlash(path))
	return !e.saidOf(filepath.Dir(target)) && !e.saidOf(target) // it may be a folder
}

func (e *annotations) saidOf(folder string) bool {
	if said, found := e.said.Load(folder); found {
		return said.(bool)
	}
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	said, above := bytes.Contains(text, []byte(`"sideEffects"`)), filepath.Dir(folder)
	if err != nil && above != folder {
		said = e.saidOf(above)
	}
	e.said.Store(folder, said)
	return said
}
