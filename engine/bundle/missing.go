package bundle

import (
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// missingModules leaves what a package requires and nobody has installed to the moment at which it is asked for, as Node does: drivers
// are required by packages that know a dozen of them, add-ons by those that have a substitute. It is an error then, with the code that these
// packages look for. An import of the application's own, and a static import of a package, stay errors of the build.
func missingModules() api.Plugin {
	const asked = "asked for by missing"
	return api.Plugin{Name: "missing", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if args.PluginData == asked || !mayBeMissing(args) {
				return api.OnResolveResult{}, nil
			}
			found := build.Resolve(args.Path, api.ResolveOptions{
				ResolveDir: args.ResolveDir, Importer: args.Importer, Kind: args.Kind, PluginData: asked,
			})
			if len(found.Errors) > 0 || strings.HasSuffix(found.Path, ".node") {
				return api.OnResolveResult{Path: args.Path, External: true}, nil
			}
			return api.OnResolveResult{}, nil
		})
	}}
}

// mayBeMissing reports whether an import is one of a package, at a time of its own choosing.
func mayBeMissing(args api.OnResolveArgs) bool {
	switch args.Kind {
	case api.ResolveJSRequireCall, api.ResolveJSRequireResolve, api.ResolveJSDynamicImport:
		return args.Namespace == "file" && isPackage(args.Importer) && !strings.HasPrefix(args.Path, nodePrefix)
	}
	return false
}
