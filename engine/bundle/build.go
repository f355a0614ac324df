package bundle

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"github.com/fwrun/fwrun/fault"
)

// Module is the specifier under which scripts import what the host offers.
const Module = "fwrun"

// ProgramName is the file name of the compiled program, seen in stack frames that no
// source map covers.
const ProgramName = "app.bundle.js"

// Input is what is to be built.
type Input struct {
	Folder  string   // the application, an absolute path without symbolic links
	Files   []string // to be registered, relative to Folder
	Exports []string // what "fwrun" exports
}

// Bundle is a compiled application.
type Bundle struct {
	Program *goja.Program
	Inputs  []string // every file that went in, relative to the folder, packages included
}

// Build bundles and compiles. The list holds what is wrong with the files, their syntax and
// their imports; when it holds errors there is no bundle.
func Build(in Input) (*Bundle, fault.List) {
	result := api.Build(options(in))
	problems := append(diagnostics(result.Errors, fault.Err), diagnostics(result.Warnings, fault.Warning)...)
	if len(result.Errors) > 0 {
		return nil, problems
	}
	code, sourceMap := outputs(result.OutputFiles)
	program, found := compile(in.Folder, code, sourceMap)
	problems = append(problems, found...)
	if program == nil {
		return nil, problems
	}
	return &Bundle{Program: program, Inputs: inputs(result.Metafile)}, problems
}

// options is the one dialect all scripts are compiled with.
func options(in Input) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir: in.Folder,
		Stdin: &api.StdinOptions{
			Contents: entry(in.Files), ResolveDir: in.Folder, Sourcefile: "fwrun:entry", Loader: api.LoaderJS,
		},
		Bundle:     true,
		Write:      false,
		Outfile:    "app.js",
		LogLevel:   api.LogLevelSilent,
		Metafile:   true,
		Format:     api.FormatESModule,
		Platform:   api.PlatformNeutral,
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
		Loader: map[string]api.Loader{
			".js": api.LoaderTS, ".mjs": api.LoaderTS, ".cjs": api.LoaderJS, ".ts": api.LoaderTS, ".mts": api.LoaderTS,
			".tsx": api.LoaderTSX, ".jsx": api.LoaderTSX, ".css": api.LoaderNone,
			".json": api.LoaderJSON, ".txt": api.LoaderText, ".sql": api.LoaderText, ".html": api.LoaderText,
		},
		TsconfigRaw: `{"compilerOptions":{"experimentalDecorators":true,"useDefineForClassFields":true,"verbatimModuleSyntax":false}}`,
		Sourcemap:   api.SourceMapExternal, SourcesContent: api.SourcesContentExclude,
		// The browser builds of packages are chosen, so their development checks go too.
		Define: map[string]string{
			"process.env.NODE_ENV": `"production"`, "global": "globalThis",
			// There are no files at run time; the parser does not know import.meta.
			"import.meta": "{}", "import.meta.url": `"file:///` + ProgramName + `"`,
		},
		Banner:        map[string]string{"js": "(async (__fwrun, __register) => {"},
		Footer:        map[string]string{"js": "})"},
		LegalComments: api.LegalCommentsNone,
		Plugins:       []api.Plugin{hostModule(in.Exports)},
	}
}

// entry imports every scanned file as a namespace and registers it. The TypeScript
// loader drops imports that are used as types only, so nothing less would do.
func entry(files []string) string {
	var b strings.Builder
	for i, file := range files {
		b.WriteString("import * as m" + itoa(i) + " from " + jsString("./"+file) + ";\n")
	}
	for i, file := range files {
		b.WriteString("__register(" + jsString(file) + ", m" + itoa(i) + ");\n")
	}
	return b.String()
}

// hostModule resolves "fwrun" to a module that hands on the host's object, with real
// export names, so that a misspelt import is a compile error with its place.
func hostModule(exports []string) api.Plugin {
	var b strings.Builder
	for _, name := range exports {
		b.WriteString("export const " + name + " = __fwrun." + name + ";\n")
	}
	contents := b.String()
	return api.Plugin{Name: Module, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^fwrun(/.*)?$`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if args.Path != Module {
				text := "there is no module " + quote(args.Path) + "; everything is exported by " + quote(Module)
				return api.OnResolveResult{Errors: []api.Message{{Text: text}}}, nil
			}
			return api.OnResolveResult{Path: Module, Namespace: Module, SideEffects: api.SideEffectsFalse}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: Module}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS}, nil
		})
	}}
}

func outputs(files []api.OutputFile) (code, sourceMap []byte) {
	for _, file := range files {
		if strings.HasSuffix(file.Path, ".map") {
			sourceMap = file.Contents
		} else {
			code = file.Contents
		}
	}
	return code, sourceMap
}

// inputs lists what the metafile says went in.
func inputs(metafile string) []string {
	var meta struct {
		Inputs map[string]struct{} `json:"inputs"`
	}
	if json.Unmarshal([]byte(metafile), &meta) != nil {
		return nil
	}
	var files []string
	for name := range meta.Inputs {
		if !strings.Contains(name, ":") {
			files = append(files, filepath.ToSlash(name))
		}
	}
	slices.Sort(files)
	return files
}

func jsString(s string) string {
	b, _ := json.Marshal(s) // JSON texts are JavaScript literals; a string never fails
	return string(b)
}
