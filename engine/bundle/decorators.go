package bundle

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// standard is the configuration of files whose decorators are those of the language.
const standard = `{"compilerOptions":{"experimentalDecorators":false,"useDefineForClassFields":true,"verbatimModuleSyntax":false}}`

// standardDecorators compiles the decorators of files that import none of "fwrun" as the language has them, before the
// bundler, for which all files have one configuration, sees them. It is the application's tsconfig that asks for it.
// Decorators in JavaScript of packages are standard without that.
func standardDecorators(in Input) api.Plugin {
	return api.Plugin{Name: Module + "-decorators", Setup: func(build api.PluginBuild) {
		if len(in.Decorators) == 0 {
			return
		}
		build.OnLoad(api.OnLoadOptions{Filter: `\.[cm]?[jt]s$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			script := strings.TrimLeft(filepath.Ext(args.Path), ".cm") == "js"
			if args.Namespace != "file" || script && isPackage(in.relative(args.Path)) {
				return api.OnLoadResult{}, nil
			}
			text, err := in.text(args.Path)
			if err != nil || !decorated().Match(text) || in.importsDecorators(string(text)) {
				return api.OnLoadResult{}, nil //nolint:nilerr // the bundler reads it, and reports the error
			}
			return in.standard(args.Path, string(text)), nil
		})
	}}
}

// standard compiles the decorators of a file, and leaves everything else to the bundler.
func (in Input) standard(file, text string) api.OnLoadResult {
	relative := in.relative(file)
	made := api.Transform(text+in.kept(relative), api.TransformOptions{
		Loader: loaders()[path.Ext(relative)], Sourcefile: filepath.Base(file), LogLevel: api.LogLevelSilent,
		Supported: map[string]bool{"decorators": false}, TsconfigRaw: standard,
		Sourcemap: api.SourceMapInline, SourcesContent: api.SourcesContentExclude,
	})
	for _, list := range [][]api.Message{made.Errors, made.Warnings} {
		for i := range list {
			if list[i].Location != nil {
				list[i].Location.File = relative
			}
		}
	}
	if len(made.Errors) > 0 {
		return api.OnLoadResult{Errors: made.Errors}
	}
	contents := in.placed(file, string(made.Code))
	return api.OnLoadResult{Contents: &contents, Warnings: made.Warnings, Loader: api.LoaderJS}
}

var (
	// decorated matches what may be a decorator, in texts that may have some: not that of a comment's usual lines.
	decorated = compiled(`(?m)(?:^|[{};(]|export|default)[ \t]*@[A-Za-z_$(]`)
	// importing matches an import of "fwrun": its groups are the word before the braces, and what is in these.
	importing = compiled(`import\s*(?:([\w$]+)\s*,?\s*)?(?:\{([^}]*)\}|\*\s*as\s+[\w$]+)?\s*from\s*["']` + Module + `["']`)
)

// compiled returns a function that compiles a pattern at its first call.
func compiled(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// importsDecorators reports whether a text may import decorators of "fwrun" by their names, or all that there is.
func (in Input) importsDecorators(text string) bool {
	for _, found := range importing().FindAllStringSubmatch(text, -1) {
		word, names := found[1], found[2]
		if word == "type" {
			continue
		}
		if names == "" {
			return true
		}
		for name := range strings.SplitSeq(names, ",") {
			name, _, _ = strings.Cut(strings.TrimSpace(name), " ") // the first word of "type X" is not a decorator's
			if slices.Contains(in.Decorators, name) {
				return true
			}
		}
	}
	return false
}
