package bundle

import (
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// metaName is the name that takes the place of import.meta, which the parser does not know. Each module that mentions it imports it.
const metaName = "__importMeta"

// metaPrefix is the prefix of the specifier of that import.
const metaPrefix = "%meta"

// metaImport is put behind the text of a module: all places in the text stay what they are.
const metaImport = "\nimport { meta as " + metaName + " } from \"" + metaPrefix + "\";\n"

var (
	// moduleStatement matches the begin of a statement that makes a text a module of the language.
	moduleStatement = compiled(`(?m)(?:^|[;}])\s*(?:import|export)(?:\s|[{*"'])`)
	// commonModule matches what a CommonJS module has.
	commonModule = compiled(`\bmodule\.exports\b|\bexports\.[\w$]+\s*=|\brequire\(`)
	// requireMaker matches a variable that is made a function like require, or such a function that is called at once.
	requireMaker = compiled(`(?:([\w$]+)\s*=\s*)?(?:[\w$]+\.)*[\w$]*[cC]reateRequire\w*\(\s*import\.meta\.(?:url|filename)\s*\)` +
		`(?:\(\s*["']([^"'\n]+)["'])?`)
	// metaResolve matches a specifier that import.meta resolves.
	metaResolve = compiled(`import\.meta\.resolve\(\s*["']([^"'\n]+)["']`)
)

// isModule reports whether a file is a module of the language, rather than one of CommonJS.
func isModule(file, text string) bool {
	switch path.Ext(file) {
	case ".cjs", ".cts":
		return false
	case ".mjs", ".mts":
		return true
	}
	return moduleStatement().MatchString(text) || !commonModule().MatchString(text)
}

// placed returns the text of a file, with what tells it its own place: import.meta in a module, __filename, __dirname and what finds files
// beside it in one of CommonJS.
func (in Input) placed(file, text string) string {
	switch {
	case strings.Contains(text, "import.meta") && isModule(file, text):
		return text + metaImport
	case in.isCommon(file, text):
		before, replaced := in.computed(text).replaced(text)
		return in.before(file, text, before) + replaced
	}
	return text
}

// isCommon reports whether a file is a CommonJS module of a package, or one of the application by its name, that may ask for its place.
func (in Input) isCommon(file, text string) bool {
	mentions := strings.Contains(text, "__dirname") || strings.Contains(text, "__filename") || mayCompute(text)
	return mentions && (isPackage(in.relative(file)) || path.Ext(file) == ".cjs") && !isModule(file, text)
}

// strictText matches a text that begins with the directive, perhaps behind comments and other directives.
var strictText = compiled(`^(?:\s|//[^\n]*|/\*(?s:.*?)\*/|"[^"\n]*";?|'[^'\n]*';?)*?["']use strict["']`)

// before returns what is put before the text of a CommonJS module: its line stays the same.
func (in Input) before(file, text, more string) string {
	if strings.HasPrefix(text, "#!") {
		return "" // the line of an interpreter has to be the first
	}
	if strings.Contains(text, "__dirname") || strings.Contains(text, "__filename") {
		name := filepath.ToSlash(in.apparent(file))
		more += "var __filename=" + jsString(name) + ",__dirname=" + jsString(path.Dir(name)) + ";"
	}
	if more != "" && strictText().MatchString(text) {
		return useStrict + ";" + more
	}
	return more
}

// metaModules makes the modules that have import.meta of a file:
//
//	export const meta = { dirname, filename, url, resolve };
//
// What a file requires by a function of createRequire(import.meta.url), and what it resolves, is found here, so that it is there in an
// executable, too.
func metaModules(in Input) api.Plugin {
	const folder = "meta/"
	return api.Plugin{Name: "meta", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + metaPrefix + "$"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: folder + in.relative(args.Importer), Namespace: addedNamespace, SideEffects: api.SideEffectsTrue}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: "^" + folder, Namespace: addedNamespace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			file := filepath.Join(in.Folder, filepath.FromSlash(strings.TrimPrefix(args.Path, folder))) // no path of this machine is in a bundle
			text, err := in.text(file)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			contents := in.meta(build, file, string(text))
			return api.OnLoadResult{Contents: &contents, ResolveDir: filepath.Dir(file), Loader: api.LoaderJS}, nil
		})
	}}
}

// meta returns the module with import.meta of a file.
func (in Input) meta(build api.PluginBuild, file, text string) string {
	name := filepath.ToSlash(in.apparent(file))
	address := fileURL(name)
	var b strings.Builder
	if found := in.requiredBy(build, file, text); found != "" {
		fmt.Fprintf(&b, "__modules.node(\"module\")._bundled.set(%s, {\n%s});\n", jsString(name), found)
	}
	resolve := ""
	if len(in.Node) > 0 {
		resolve = ", resolve: specifier => __modules.node(\"module\")._resolveURL(specifier, " + jsString(name) + ")"
	}
	fmt.Fprintf(&b, "export const meta = {__proto__: null, dirname: %s, filename: %s, url: %s%s};\n",
		jsString(path.Dir(name)), jsString(name), jsString(address), resolve)
	return b.String()
}

// requiredBy returns the properties of what a module requires or resolves by its place.
func (in Input) requiredBy(build api.PluginBuild, file, text string) string {
	if len(in.Node) == 0 {
		return ""
	}
	found := table{in: in, build: build, file: file, entries: map[string]string{}}
	for _, match := range requireMaker().FindAllStringSubmatch(text, -1) {
		if match[2] != "" {
			found.add(match[2], api.ResolveJSRequireCall, true)
		}
		for specifier, load := range calledWith(match[1], text) {
			found.add(specifier, api.ResolveJSRequireCall, load)
		}
	}
	for _, match := range metaResolve().FindAllStringSubmatch(text, -1) {
		found.add(match[1], api.ResolveJSImportStatement, false)
	}
	return found.String()
}

// calledWith returns the specifiers that a function like require is called with, and whether it is called itself, not its method resolve.
func calledWith(name, text string) map[string]bool {
	found := map[string]bool{}
	for at := 0; name != ""; {
		next := strings.Index(text[at:], name)
		if next < 0 {
			break
		}
		from := at + next
		at = from + len(name)
		if from > 0 && (isNamePart(text[from-1]) || text[from-1] == '.') {
			continue
		}
		rest, resolves := strings.CutPrefix(text[at:], ".resolve")
		rest, is := strings.CutPrefix(rest, "(")
		rest = strings.TrimLeft(rest, " \t\r\n")
		if !is || rest == "" || rest[0] != '"' && rest[0] != '\'' {
			continue
		}
		if specifier, _, ends := strings.Cut(rest[1:], rest[:1]); ends && !strings.ContainsAny(specifier, "\n\\") {
			found[specifier] = found[specifier] || !resolves
		}
	}
	return found
}

// fileURL returns the URL of a file by its path with slashes.
func fileURL(name string) string {
	address := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(name, "/")}
	return address.String()
}

// otherPlaces loads the files that no other plugin changes, if they mention their place.
func otherPlaces(in Input) api.Plugin {
	return api.Plugin{Name: Module + "-places", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: `\.[cm]?[jt]sx?$`, Namespace: "file"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := in.text(args.Path)
			if err != nil {
				return api.OnLoadResult{}, nil //nolint:nilerr // the bundler reads it, and reports the error
			}
			contents := in.placed(args.Path, string(text))
			if len(contents) == len(text) {
				return api.OnLoadResult{}, nil
			}
			return api.OnLoadResult{Contents: &contents, Loader: loaders()[path.Ext(args.Path)]}, nil
		})
	}}
}
