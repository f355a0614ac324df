package bundle

import (
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"github.com/fwrun/fwrun/engine/instrument"
	"github.com/fwrun/fwrun/engine/metadata"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/engine/tsconfig"
	"github.com/fwrun/fwrun/platform/fault"
)

// Module is the specifier under which scripts import the host's exports.
const Module = "fwrun"

// entryName is the name, in messages, of the module that imports all the others.
const entryName = Module + ":entry"

// ProgramName is the file name of the compiled program, shown in stack frames that no source map covers.
const ProgramName = "app.bundle.js"

// Input describes a build.
type Input struct {
	Folder   string   // the application, an absolute path without symbolic links
	Files    []string // files to register, relative to Folder
	Order    []Step   // in which modules run; files that are not in it come last
	Paths    source.Paths
	JSX      tsconfig.JSX
	Metadata tsconfig.Metadata // whether the texts that are handed over import what [typeNames] resolves
	Exports  []string          // what "fwrun" exports

	New []string // of Files, those whose texts are handed over and that are not on the disk

	// Unexported are classes that a file does not export, but that the program registers all the same, by file.
	Unexported map[string][]string

	// Decorators are those of "fwrun": a file that imports none of them has standard decorators. Without the list, all
	// decorators are legacy ones.
	Decorators []string

	// Live lets the program register the namespaces of files, which have the values of exported variables at any time, and not only those
	// when all modules have run.
	Live bool

	// Probes puts probes into the program, which is for a debugger. Its value is a function then: see [instrument.Probes].
	Probes bool

	// Counted gives the program a sixth argument, the function [instrument.CounterName], which the texts that are handed over call.
	Counted bool

	Browser []string // the packages whose builds for browsers are chosen

	Mount string // the folder that files of packages below Folder see as Folder, such as in __filename; Folder if it is empty

	Modules []HostModule // of the host, besides "fwrun"; only files in Beside may import them
	Node    []string     // the modules of Node that the host has, sorted, without their prefix
	Beside  []string     // more files to run, relative to Folder, which are not part of the application

	Keeper Keeper // of packages that are compiled apart; nil for one program of all

	known    texts    // that need not be read; may be nil
	apart    *apart   // where files of packages are left out, those
	packages []string // files of packages that are bundled for an application, instead of its own
	despite
}

// despite is what lets the bundler build in spite of what it calls errors and the language does not. It is known once it has failed.
type despite struct {
	constants map[string][]constant // that are assigned to, by file
	rawNames  bool                  // names are written as they are, with characters that cannot be escaped
	verbatim  []string              // files of packages that the bundler refuses; see [verbatim]
}

// Bundle is a compiled application.
type Bundle struct {
	Program  *goja.Program
	Output   Output
	Table    *instrument.Table // what its probes stand for; nil if it has none
	Again    bool              // what a build before had parsed was not parsed again
	Packages *Packages         // that have a program of their own; nil if Program has all
	files    []PackageFile     // of packages, if it is they that were bundled
	metafile string
	order    []Step
	despite  despite
}

// Output is the result of the bundler with its properties: everything that is needed to compile it again.
type Output struct {
	Code      []byte
	SourceMap []byte     // in the form for the engine
	Warnings  fault.List // problems in the files that did not stop the build
	Rewritten bool       // guard changed something

	Leaks []Leak
}

// Leak is what the sloppy files of a package assign and nothing declares.
type Leak struct {
	Folder string // of the package
	Names  []string
}

// Build bundles and compiles. The list holds problems of the files, their syntax and their imports; if it
// contains errors there is no bundle. The texts are those of files that have been read already, by path; they may be nil.
func Build(in Input, texts map[string][]byte) (*Bundle, fault.List) {
	in.known = fixed(texts)
	return bundleWith(in, func(in Input) api.BuildResult { return api.Build(options(in)) })
}

// bundleWith is Build with what runs the bundler.
func bundleWith(in Input, run func(Input) api.BuildResult) (*Bundle, fault.List) {
	result := run(in)
	if _, known := in.apart.files(); !known {
		return nil, nil
	}
	for more := in.refused(result.Errors); len(more) > 0; more = in.refused(result.Errors) {
		in.verbatim = append(slices.Clone(in.verbatim), more...)
		result = run(in)
	}
	if with, ok := in.again(result.Errors); ok {
		in = with
		result = run(in)
	}
	if len(result.Errors) > 0 && in.Unexported != nil { // so that errors refer to the files as they are written
		in.Unexported = nil
		result = run(in)
	}
	result.Warnings = slices.DeleteFunc(result.Warnings, func(m api.Message) bool { return isBareImport(m) || isTypeName(m) })
	problems := append(diagnostics(result.Errors, fault.Err), diagnostics(result.Warnings, fault.Warning)...)
	if len(result.Errors) > 0 && in.packages != nil {
		return nil, problems
	}
	if len(result.Errors) > 0 {
		suggestFiles(problems, in.Files)
		in.tellPaths(problems)
		in.tellUnclosed(problems)
		return nil, nodeInPackages(in, problems)
	}
	code, sourceMap := outputs(result.OutputFiles)
	code, sourceMap = in.withVerbatim(in.mendKinds(in.mendSelfNamed(mendFields(code))), sourceMap)
	files, err := readPackageFiles(code, in.packages)
	if err != nil {
		return nil, problems
	}
	built, found := compile(in, code, sourceMap)
	if built == nil {
		if more := in.misunderstood(found, result.Metafile); len(more) > 0 {
			in.verbatim = append(slices.Clone(in.verbatim), more...)
			return bundleWith(in, run)
		}
	}
	problems = append(problems, found...)
	if built == nil {
		return nil, problems
	}
	built.Output.Warnings, built.metafile, built.order, built.despite = problems, result.Metafile, in.Order, in.despite
	built.files = files
	return built, problems
}

// options returns the options of the one dialect that all scripts are compiled with.
func options(in Input) api.BuildOptions {
	content := api.SourcesContentExclude
	if in.wantsContent() {
		content = api.SourcesContentInclude
	}
	charset := api.CharsetDefault
	if in.rawNames {
		charset = api.CharsetUTF8
	}
	return api.BuildOptions{
		Charset:       charset,
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
		// As Node takes the files of packages. Its own platform would leave out what it does not find.
		Platform:   api.PlatformNeutral,
		MainFields: []string{"main", "module", "browser"},
		Conditions: []string{"fwrun", "node"},
		// In the order in which the reader of sources resolves them.
		ResolveExtensions: []string{".ts", ".mts", ".js", ".mjs", ".cjs", ".json", ".tsx", ".jsx"},
		Target:            api.ES2022,
		Supported:         supported(),
		Loader:            loaders(),
		TsconfigRaw:       in.tsconfig(),
		Sourcemap:         api.SourceMapExternal, SourcesContent: content,
		// The development checks of packages are removed.
		Define: map[string]string{
			"process.env.NODE_ENV": `"production"`, "global": "globalThis",
			"import.meta": metaName, // which modules import, see metaModules
		},
		Banner:        map[string]string{"js": "(async (__fwrun, __register, __modules, __keep, require, " + in.counts() + metaName + ") => {"},
		Footer:        map[string]string{"js": "})"},
		LegalComments: api.LegalCommentsNone,
		Plugins: []api.Plugin{
			typeNames(in), packageFiles(in), constants(in), hostModules(in), machineCode(in), browserBuilds(in), nodeModules(in), missingModules(),
			effects(in),
			standardDecorators(in), unexportedClasses(in), wasmModules(), metaModules(in), verbatim(in), lateRequires(in), packages(in),
			newFiles(in), knownTexts(in), otherPlaces(in), allEffects(),
		},
	}
}

// supported returns what the script engine has, or lacks, of what the bundler can write otherwise.
func supported() map[string]bool {
	return map[string]bool{
		"async-generator": false, "for-await": false, "decorators": false,
		"using": false, "dynamic-import": false, "top-level-await": true,
		// Not rewritten, so that the parser reports them; rewritten they would fail at run time.
		"regexp-set-notation": true, "regexp-match-indices": true,
		// Written as pairs: the parser reads \u{…} with five digits at most.
		"unicode-escapes": false,
	}
}

// wantsContent reports whether the source map has to have the texts of files: probes need those that are only in the map of a package.
func (in Input) wantsContent() bool {
	if !in.Probes {
		return false
	}
	_, err := os.Stat(filepath.Join(in.Folder, "node_modules"))
	return err == nil
}

// counts returns the parameter that counters need.
func (in Input) counts() string {
	if !in.Counted {
		return ""
	}
	return instrument.CounterName + ", "
}

// tsconfig returns the configuration that replaces the user's, of which only the paths are used.
func (in Input) tsconfig() string {
	options := map[string]any{"experimentalDecorators": true, "useDefineForClassFields": true, "verbatimModuleSyntax": false}
	absolute := func(path string) string {
		path = filepath.FromSlash(path)
		if !filepath.IsAbs(path) {
			path = filepath.Join(in.Folder, path)
		}
		return filepath.ToSlash(path)
	}
	in.elements(options)
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

// elements adds what becomes of elements in .tsx and .jsx files, unless a comment in the file says otherwise: calls of what their import source
// exports, which is React's if nothing is said, or of a factory that the file has in scope.
func (in Input) elements(options map[string]any) {
	if in.JSX.Kind == "react" || in.JSX.Kind == "" && in.JSX.ImportSource == "" && in.JSX.Factory != "" {
		options["jsx"] = "react"
	} else {
		options["jsx"] = "react-jsx" // development builds are not bundled, and elements are not left to others
	}
	for name, value := range map[string]string{
		"jsxFactory": in.JSX.Factory, "jsxFragmentFactory": in.JSX.Fragment, "jsxImportSource": in.JSX.ImportSource,
	} {
		if value != "" {
			options[name] = value
		}
	}
}

func loaders() map[string]api.Loader {
	return map[string]api.Loader{
		".js": api.LoaderTS, ".mjs": api.LoaderTS, ".cjs": api.LoaderJS, ".ts": api.LoaderTS, ".mts": api.LoaderTS,
		".tsx": api.LoaderTSX, ".jsx": api.LoaderTSX, ".css": api.LoaderNone,
		".json": api.LoaderJSON, ".txt": api.LoaderText, ".sql": api.LoaderText, ".html": api.LoaderText,
		".wasm": api.LoaderBinary, // see wasmModules
	}
}

// CanImport reports whether files of this name can be imported.
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

// Parts lists the files that were bundled, packages included, sorted. The list is computed on each call.
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
				part.Imports = append(part.Imports, strings.TrimPrefix(cmp.Or(i.Original, i.Path), metadata.Prefix)) // an unresolved import has no original
			}
		}
		part.Imports = append(part.Imports, effects[part.File]...)
		parts = append(parts, part)
	}
	return parts, nil
}

// effects lists the imports of packages by files, used or not.
func (b *Bundle) effects() map[string][]string {
	list := map[string][]string{}
	for _, step := range b.order {
		if step.Specifier != "" {
			list[step.File] = append(list[step.File], step.Specifier)
		}
	}
	return list
}

// isAdded reports whether a module is not a file: one of fwrun's modules, or of the bundler's own.
func isAdded(name string) bool {
	return name == entryName || strings.HasPrefix(name, Module+":"+Module) || name == "<runtime>" ||
		strings.HasPrefix(name, "<define:") || strings.HasPrefix(name, nodePrefix) || strings.HasPrefix(name, turnedOff)
}

// turnedOff is the prefix of the name of a module that its package disables in browsers.
const turnedOff = "(disabled):"

func jsString(s string) string {
	b, _ := json.Marshal(s) // JSON texts are JavaScript literals; marshalling a string cannot fail
	return string(b)
}
