package bundle

import (
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/fwrun/fwrun/engine/source"
)

// newFiles finds the files that are not on the disk, and what is imported from a folder that is not there, either.
func newFiles(in Input) api.Plugin {
	return api.Plugin{Name: Module + "-new", Setup: func(build api.PluginBuild) {
		if len(in.New) == 0 {
			return
		}
		build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if args.ResolveDir == "" {
				return api.OnResolveResult{}, nil
			}
			if file, is := in.unsaved(args.ResolveDir, args.Path); is {
				return api.OnResolveResult{Path: file}, nil
			}
			return resolveFrom(build, args), nil
		})
	}}
}

// unsaved returns the file that a specifier in a folder means, if that is not on the disk.
func (in Input) unsaved(folder, specifier string) (file string, is bool) {
	for _, target := range in.Paths.From(path.Join(in.relative(folder), "importer"), specifier) {
		for _, c := range source.Candidates(target) {
			file := filepath.Join(in.Folder, filepath.FromSlash(c))
			if slices.Contains(in.New, c) {
				return file, true
			}
			if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
				return "", false
			}
		}
	}
	return "", false
}

// resolveFrom resolves an import from the nearest folder that is on the disk: the bundler finds nothing from one that is not.
func resolveFrom(build api.PluginBuild, args api.OnResolveArgs) api.OnResolveResult {
	from, name := nearest(args.ResolveDir), args.Path
	if from == args.ResolveDir {
		return api.OnResolveResult{}
	}
	if source.IsRelative(name) {
		relative, _ := filepath.Rel(from, filepath.Join(args.ResolveDir, filepath.FromSlash(name))) // both are absolute
		name = "./" + filepath.ToSlash(relative)
	}
	found := build.Resolve(name, api.ResolveOptions{
		ResolveDir: from, Importer: args.Importer, Kind: args.Kind, With: args.With, PluginData: args.PluginData,
	})
	if len(found.Errors) > 0 { // the bundler's own message has the import as it is written
		return api.OnResolveResult{}
	}
	effects := api.SideEffectsTrue
	if !found.SideEffects {
		effects = api.SideEffectsFalse
	}
	return api.OnResolveResult{
		Path: found.Path, External: found.External, Namespace: found.Namespace, Suffix: found.Suffix, PluginData: found.PluginData, SideEffects: effects,
	}
}

// nearest returns a folder, or the first around it that is on the disk.
func nearest(folder string) string {
	for at := folder; ; at = filepath.Dir(at) {
		if info, err := os.Stat(at); err == nil && info.IsDir() || at == filepath.Dir(at) {
			return at
		}
	}
}
