package bundle

import (
	"cmp"
	"encoding/json"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// Module is the specifier under which scripts import what the host offers.
const Module = "fwrun"

// entryName is what messages call the module that imports all the others.
const entryName = Module + ":entry"

// ProgramName is the file name of the compiled program, seen in stack frames that no
// source map covers.
const ProgramName = "app.bundle.js"

// Input is what is to be built.
type Input struct {
	Folder  string   // the application, an absolute path without symbolic links
	Files   []string // to be registered, relative to Folder
	Order   []Step   // in which modules run; files that are not in it come last
	Paths   source.Paths
	Exports []string // what "fwrun" exports

	// Kept are classes that a file keeps to itself, and that the program hands over all the same, by file.
	Kept map[string][]string

	Modules []HostModule // of the host, beside "fwrun"; only Beside may import them
	Beside  []string     // more files to run, relative to Folder, which are no part of the application
}

// Bundle is a compiled application.
type Bundle struct {
	Program  *goja.Program
	Output   Output
	metafile string
	order    []Step
}

// Output is what the bundler made, and what is known of it: all that it takes to compile
// it again.
type Output struct {
	Code      []byte
	SourceMap []byte     // as the engine wants it
	Warnings  fault.List // what is wrong with the files and did not stop the build
	Rewritten bool       // guard changed something
}

// Build bundles and compiles. The list holds what is wrong with the files, their syntax and
// their imports; when it holds errors there is no bundle.
func Build(in Input) (*Bundle, fault.List) {
	result := api.Build(options(in))
	if len(result.Errors) > 0 && in.Kept != nil { // told of the files as they are written
		in.Kept = nil
		result = api.Build(options(in))
	}
	problems := append(diagnostics(result.Errors, fault.Err), diagnostics(result.Warnings, fault.Warning)...)
	if len(result.Errors) > 0 {
		suggestFiles(problems, in.Files)
		in.tellPaths(problems)
		return nil, nodeInPackages(in, problems)
	}
	code, sourceMap := outputs(result.OutputFiles)
	program, output, found := compile(in.Folder, code, sourceMap)
	problems = append(problems, found...)
	if program == nil {
		return nil, problems
	}
	output.Warnings = problems
	return &Bundle{Program: program, Output: output, metafile: result.Metafile, order: in.Order}, problems
}

// options is the one dialect all scripts are compiled with.
func options(in Input) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir: in.Folder,
		Stdin: &api.StdinOptions{
			Contents: in.entry(), ResolveDir: in.Folder, Sourcefile: entryName, Loader: api.LoaderJS,
		},
		Bundle:   true,
		Write:    false,
		Outfile:  "app.js",
		LogLevel: api.LogLevelSilent,
		Metafile: true,
		Format:   api.FormatESModule,
		// Of all platforms only this one follows the maps that a package.json has under "browser".
		Platform:   api.PlatformBrowser,
		MainFields: []string{"browser", "module", "main"},
		Conditions: []string{"fwrun", "worker", "browser"},
		// As the reader of sources resolves them.
		ResolveExtensions: []string{".ts", ".mts", ".js", ".mjs", ".cjs", ".json"},
		Target:            api.ES2022,
		Supported: map[string]bool{
			"async-generator": false, "for-await": false, "decorators": false,
			"using": false, "dynamic-import": false, "top-level-await": true,
			// Kept, so that the parser reports them; rewritten they would fail at run time.
			"regexp-set-notation": true, "regexp-match-indices": true,
			// Written as pairs: the parser knows \u{…} of five digits at most.
			"unicode-escapes": false,
		},
		Loader:      loaders(),
		TsconfigRaw: in.tsconfig(),
		Sourcemap:   api.SourceMapExternal, SourcesContent: api.SourcesContentExclude,
		// The browser builds of packages are chosen, so their development checks go too.
		Define: map[string]string{
			"process.env.NODE_ENV": `"production"`, "global": "globalThis",
			// There are no files at run time; the parser does not know import.meta.
			"import.meta": "{}", "import.meta.url": `"file:///` + ProgramName + `"`,
		},
		Banner:        map[string]string{"js": "(async (__fwrun, __register, __modules, __keep) => {"},
		Footer:        map[string]string{"js": "})"},
		LegalComments: api.LegalCommentsNone,
		Plugins:       []api.Plugin{hostModules(in), effects(in), keptClasses(in), packages()},
	}
}

// tsconfig takes the place of the user's, of which only the paths count.
func (in Input) tsconfig() string {
	options := map[string]any{"experimentalDecorators": true, "useDefineForClassFields": true, "verbatimModuleSyntax": false}
	absolute := func(path string) string {
		path = filepath.FromSlash(path)
		if !filepath.IsAbs(path) {
			path = filepath.Join(in.Folder, path)
		}
		return filepath.ToSlash(path)
	}
	if in.Paths.Base != "" {
		options["baseUrl"] = absolute(in.Paths.Base)
	}
	patterns := map[string][]string{}
	for _, p := range in.Paths.Patterns {
		for _, target := range p.Targets {
			patterns[p.Pattern] = append(patterns[p.Pattern], absolute(target))
		}
	}
	if len(patterns) > 0 {
		options["paths"] = patterns
	}
	text, _ := json.Marshal(map[string]any{"compilerOptions": options}) // texts and booleans never fail
	return string(text)
}

func loaders() map[string]api.Loader {
	return map[string]api.Loader{
		".js": api.LoaderTS, ".mjs": api.LoaderTS, ".cjs": api.LoaderJS, ".ts": api.LoaderTS, ".mts": api.LoaderTS,
		".tsx": api.LoaderTSX, ".jsx": api.LoaderTSX, ".css": api.LoaderNone,
		".json": api.LoaderJSON, ".txt": api.LoaderText, ".sql": api.LoaderText, ".html": api.LoaderText,
	}
}

// CanImport tells whether files of this name can be imported.
func CanImport(name string) bool {
	_, known := loaders()[path.Ext(name)]
	return known
}

func outputs(files []api.OutputFile) (code, sourceMap []byte) {
	for _, file := range files {
		if strings.HasSuffix(file.Path, ".map") {
			sourceMap = file.Contents
		} else {
			code = mendGenerators(file.Contents)
		}
	}
	return code, sourceMap
}

// Part is one file of a bundle, and what it imports.
type Part struct {
	File    string   // relative to the folder, slash-separated
	Imports []string // as written
}

// Parts lists the files that went in, packages included, sorted. The list is made when it
// is asked for.
func (b *Bundle) Parts() ([]Part, error) {
	var meta struct {
		Inputs map[string]struct {
			Imports []struct{ Path, Original string }
		}
	}
	if err := json.Unmarshal([]byte(b.metafile), &meta); err != nil {
		return nil, err
	}
	var parts []Part
	effects := b.effects()
	for _, name := range slices.Sorted(maps.Keys(meta.Inputs)) {
		if isAdded(name) {
			continue
		}
		part := Part{File: filepath.ToSlash(name)}
		for _, i := range meta.Inputs[name].Imports {
			if !isAdded(i.Path) || strings.HasPrefix(i.Path, turnedOff) {
				part.Imports = append(part.Imports, cmp.Or(i.Original, i.Path)) // what leads nowhere has no original
			}
		}
		part.Imports = append(part.Imports, effects[part.File]...)
		parts = append(parts, part)
	}
	return parts, nil
}

// effects lists what files import from packages, used or not.
func (b *Bundle) effects() map[string][]string {
	list := map[string][]string{}
	for _, step := range b.order {
		if step.Specifier != "" {
			list[step.File] = append(list[step.File], step.Specifier)
		}
	}
	return list
}

// isAdded tells the modules that are no files: ours, and the bundler's own.
func isAdded(name string) bool {
	return name == entryName || strings.HasPrefix(name, Module+":"+Module) || name == "<runtime>" ||
		strings.HasPrefix(name, "<define:") || strings.HasPrefix(name, turnedOff)
}

// turnedOff begins the name of a module that its package leaves out in browsers.
const turnedOff = "(disabled):"

func jsString(s string) string {
	b, _ := json.Marshal(s) // JSON texts are JavaScript literals; a string never fails
	return string(b)
}
