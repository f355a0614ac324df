package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// PackageFile is a file of a package that an application imports.
type PackageFile struct {
	File   string   // relative to the application's folder, with slashes
	Module bool     // it is a module of the language, and not one of CommonJS
	Names  []string // that a module exports
	More   bool     // it exports what it finds in others, too, when it runs
}

// The prefixes of the specifiers of what files of packages export.
const (
	namesPrefix = "%names/"
	givenPrefix = "%given/"
)

// scriptEnding is how the names of scripts end.
const scriptEnding = `\.[cm]?[jt]sx?$`

var scriptFile = compiled(scriptEnding)

// isScript reports whether a file has the name of a script.
func isScript(file string) bool { return scriptFile().MatchString(file) }

// packageFiles gives the bundler, in the place of the files of packages that the application imports, modules that hand on what these export. They
// are of the same kind, have the same names, and are the same files to the bundler, so all that it makes of an import of them, and what it says
// of one that is wrong, is what it would be with the files themselves.
func packageFiles(in Input) api.Plugin {
	return api.Plugin{Name: Module + "-apart", Setup: func(build api.PluginBuild) {
		if in.apart == nil {
			return
		}
		build.OnLoad(api.OnLoadOptions{Filter: `[/\\]node_modules[/\\].*` + scriptEnding, Namespace: "file"},
			func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				text := ""
				if file, known := in.apart.ask(in.relative(args.Path)); known {
					text = file.handOn()
				}
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
			})
		for prefix, text := range map[string]func(PackageFile) string{namesPrefix: PackageFile.names, givenPrefix: PackageFile.given} {
			folder := prefix[1:]
			build.OnResolve(api.OnResolveOptions{Filter: "^" + prefix}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
				path := folder + strings.TrimPrefix(args.Path, prefix) + "/" // without an extension, which would say of which kind it is
				return api.OnResolveResult{Path: path, Namespace: addedNamespace}, nil
			})
			build.OnLoad(api.OnLoadOptions{Filter: "^" + folder, Namespace: addedNamespace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				file, _ := in.apart.ask(strings.TrimSuffix(strings.TrimPrefix(args.Path, folder), "/"))
				contents := text(file)
				return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS}, nil
			})
		}
	}}
}

// handOn returns the module that takes the place of a file.
func (f PackageFile) handOn() string {
	if f.Module {
		return f.exportsOf(namesPrefix)
	}
	return useStrict + "; module.exports = " + f.call() + ";\n"
}

// names returns the module between that of the file, whose name says how it sees the default export of a CommonJS module, and such a module.
func (f PackageFile) names() string { return f.exportsOf(givenPrefix) }

// exportsOf returns a module that exports what another one with a prefix has of it.
func (f PackageFile) exportsOf(prefix string) string {
	from := " from " + jsString(prefix+f.File) + ";\n"
	var b strings.Builder
	b.WriteString("export {")
	for _, name := range f.Names {
		b.WriteString(jsString(name) + " as " + jsString(name) + ", ")
	}
	b.WriteString("}" + from)
	if f.More {
		b.WriteString("export *" + from)
	}
	return b.String()
}

// given returns a CommonJS module with the namespace of a module. The helpers of the bundler look names up where they are used if the object
// has none itself; what is exported by way of others has to be seen as its own.
func (f PackageFile) given() string {
	if !f.More {
		return useStrict + "; module.exports = globalThis.Object.create(" + f.call() + ", {__esModule: {value: true}});\n"
	}
	return useStrict + "; const from = " + f.call() + "; globalThis.Object.defineProperty(exports, \"__esModule\", {value: true});\n" +
		"for (const name of globalThis.Object.getOwnPropertyNames(from)) " +
		"globalThis.Object.defineProperty(exports, name, {get: () => from[name], enumerable: true});\n"
}

// call returns the expression that runs the file and has what it exports.
func (f PackageFile) call() string { return "__modules." + Apart + "[" + jsString(f.File) + "]()" }

// packagesEntry returns the module that imports the files of packages, each when it is asked for.
func packagesEntry(files []string) string {
	var b strings.Builder
	for _, file := range files {
		b.WriteString(registerHelper + "(" + jsString(file) + ", () => require(" + jsString("./"+file) + "));\n")
	}
	return b.String()
}

// The text of that module as the bundler writes it. A module of the language is made to run first, and becomes an object of CommonJS then.
//
//	__register("node_modules/p/a.js", () => require_a());
//	__register("node_modules/p/b.mjs", () => (init_b(), __toCommonJS(b_exports)));
var (
	registeredFile = compiled(`(?m)^__register\(("(?:[^"\\]|\\.)*"), \(\) => ` +
		`(?:(require_[\w$]+)\(\)|\((?:init_[\w$]+\(\), )?(__toCommonJS)\(([\w$]+)\)\))\);$`)
	// exportLine is a line of what the bundler's helper for namespaces is given.
	exportLine = compiled(`^  ([\w$\\\x{80}-\x{10ffff}]+|"(?:[^"\\]|\\.)*"): \(\) => .*$`)
)

// awaits is how a module begins that awaits at its top level: it cannot run while another one waits for what it exports.
const awaits = " = __esm({\n  async "

// readPackageFiles finds what files of packages export in their bundle. It changes the bundle, in which all places stay what they are: modules
// are not copied to an object of CommonJS. It returns an error if the bundler has written something else than expected.
func readPackageFiles(code []byte, files []string) ([]PackageFile, error) {
	if files == nil {
		return nil, nil
	}
	begin := bytes.LastIndex(code, []byte(fileLine+entryName))
	if begin < 0 || bytes.Contains(code, []byte(awaits)) {
		return nil, errors.New("a package awaits at its top level, or there is no entry")
	}
	var found []PackageFile
	for _, at := range registeredFile().FindAllSubmatchIndex(code[begin:], -1) {
		var file PackageFile
		err := json.Unmarshal(code[begin+at[2]:begin+at[3]], &file.File)
		if err != nil {
			return nil, err
		}
		if at[4] < 0 {
			namespace := string(code[begin+at[8] : begin+at[9]])
			if file.Names, err = exportedNames(code, namespace); err != nil {
				return nil, err
			}
			file.Module = true
			file.More = bytes.Contains(code, []byte("__reExport("+namespace+","))
			copy(code[begin+at[6]:begin+at[7]], bytes.Repeat([]byte(" "), at[7]-at[6]))
		}
		found = append(found, file)
	}
	if len(found) != len(files) {
		return nil, fmt.Errorf("%d of %d files are in the bundle", len(found), len(files))
	}
	return found, nil
}

// exportedNames returns the names that a namespace was given:
//
//	__export(b_exports, {
//	  default: () => b_default,
//	  "a-name": () => name
//	});
func exportedNames(code []byte, namespace string) (names []string, err error) {
	_, rest, found := bytes.Cut(code, []byte("\n"+exportHelper+"("+namespace+", {\n"))
	if !found {
		return nil, nil // it exports nothing itself
	}
	list, _, _ := bytes.Cut(rest, []byte("\n});"))
	for line := range strings.SplitSeq(string(list), "\n") {
		match := exportLine().FindStringSubmatch(line)
		if match == nil {
			return nil, fmt.Errorf("%s has no name", line)
		}
		name := match[1]
		if err := json.Unmarshal([]byte(`"`+strings.Trim(name, `"`)+`"`), &name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}
