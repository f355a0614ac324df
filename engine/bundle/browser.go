package bundle

import (
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// browserBuilds resolves what is imported from some packages, and by them, as for browsers: the application wants these builds of them. A
// package of which another file takes the place of a file, or none, states so under "browser" in its package.json.
func browserBuilds(in Input) api.Plugin {
	const asked = "asked for by browser"
	return api.Plugin{Name: "browser", Setup: func(build api.PluginBuild) {
		if len(in.Browser) == 0 {
			return
		}
		build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if args.PluginData == asked || args.Namespace != "file" && args.Namespace != addedNamespace || !in.forBrowser(args) {
				return api.OnResolveResult{}, nil
			}
			found := in.resolveForBrowser(args)
			if found == "" { // it is reported as any other import
				return api.OnResolveResult{}, nil
			}
			if file, off := strings.CutPrefix(found, turnedOff); off {
				return api.OnResolveResult{Path: file, Namespace: offNamespace}, nil
			}
			return api.OnResolveResult{Path: filepath.Join(in.Folder, filepath.FromSlash(found))}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: offNamespace}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			text := "module.exports = {};"
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}

// offNamespace is the namespace of files that their package turns off.
const offNamespace = addedNamespace + "-off"

// forBrowser reports whether an import is one of, or in, a package whose build for browsers is wanted.
func (in Input) forBrowser(args api.OnResolveArgs) bool {
	if strings.HasPrefix(args.Path, "%") || strings.HasPrefix(args.Path, nodePrefix) {
		return false
	}
	return slices.Contains(in.Browser, PackageOf(filepath.ToSlash(args.ResolveDir))) || slices.Contains(in.Browser, packageName(args.Path))
}

// resolveForBrowser returns the file that an import means in browsers, relative to the application; empty if there is none. It asks a bundler of
// its own, which has these conditions, and reads nothing.
func (in Input) resolveForBrowser(args api.OnResolveArgs) string {
	statement := "import "
	if args.Kind == api.ResolveJSRequireCall {
		statement = "require "
	}
	own := options(Input{Folder: in.Folder})
	own.Stdin = &api.StdinOptions{Contents: statement + "(" + jsString(args.Path) + ")", ResolveDir: args.ResolveDir, Sourcefile: entryName}
	if args.Kind == api.ResolveJSImportStatement {
		own.Stdin.Contents = statement + jsString(args.Path)
	}
	own.Platform, own.MainFields, own.Sourcemap = api.PlatformBrowser, []string{"browser", "module", "main"}, api.SourceMapNone
	own.Conditions = []string{"fwrun", "worker", "browser"}
	own.Plugins = []api.Plugin{{Name: "nothing", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: ".*"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text := ""
			return api.OnLoadResult{Contents: &text, Loader: loaders()[path.Ext(args.Path)]}, nil
		})
	}}}
	var meta struct {
		Inputs map[string]struct{ Imports []struct{ Path string } }
	}
	if json.Unmarshal([]byte(api.Build(own).Metafile), &meta) != nil {
		return ""
	}
	for _, from := range meta.Inputs { // of the two that there are only the statement imports something
		for _, one := range from.Imports {
			if _, read := meta.Inputs[one.Path]; read || strings.HasPrefix(one.Path, turnedOff) {
				return one.Path
			}
		}
	}
	return ""
}
