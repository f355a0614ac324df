package bundle

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// unexportedClasses makes files register classes that they do not export, by a statement after their text:
//
//	__keep("users.ts", { User });
//
// The text itself is unchanged, and so are all places in it.
func unexportedClasses(in Input) api.Plugin {
	return api.Plugin{Name: Module + "-unexported", Setup: func(build api.PluginBuild) {
		if len(in.Unexported) == 0 {
			return
		}
		build.OnLoad(api.OnLoadOptions{Filter: `\.[cm]?[jt]s$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			file := in.relative(args.Path)
			if len(in.Unexported[file]) == 0 || args.Namespace != "file" {
				return api.OnLoadResult{}, nil
			}
			text, err := in.text(filepath.Join(in.Folder, file))
			if err != nil {
				return api.OnLoadResult{}, err
			}
			contents := in.placed(args.Path, string(text)) + in.kept(file)
			return api.OnLoadResult{Contents: &contents, Loader: loaders()[path.Ext(file)]}, nil
		})
	}}
}

// kept returns the statement that registers the classes of a file; empty if it has none.
func (in Input) kept(file string) string {
	names := in.Unexported[file]
	if len(names) == 0 {
		return ""
	}
	return "\n;__keep(" + jsString(file) + ", { " + strings.Join(names, ", ") + " });\n"
}
