package bundle

import (
	"encoding/json"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/fwrun/fwrun/engine/source"
)

// lateName takes the place of require where a CommonJS module computes what it requires, or asks for a path: the bundler knows only
// require("name"). It has as many characters, so that all places stay what they are.
const lateName = "$requir"

// latePrefix is the specifier under which such a module requires it.
const latePrefix = "%require"

// mayCompute reports whether a text has a require whose argument is not a text in quotes, or a require.resolve. All files of packages are
// looked at.
func mayCompute(text string) bool {
	for {
		_, rest, found := strings.Cut(text, "require")
		if !found {
			return false
		}
		text = rest
		rest = strings.TrimLeft(rest, " \t\r\n")
		if strings.HasPrefix(rest, ".resolve") {
			return true
		}
		argument, is := strings.CutPrefix(rest, "(")
		argument = strings.TrimLeft(argument, " \t\r\n")
		if !is || argument == "" || argument[0] == ')' {
			continue
		}
		if argument[0] != '"' && argument[0] != '\'' {
			return true
		}
		_, behind, _ := strings.Cut(argument[1:], argument[:1])
		if !strings.HasPrefix(strings.TrimLeft(behind, " \t\r\n"), ")") {
			return true
		}
	}
}

// computed is what a CommonJS module asks for while it runs.
type computed struct {
	offsets  []int    // of require, where lateName takes its place
	resolved []string // specifiers that require.resolve is called with
	begins   []string // beginnings of paths, such as "./locale/"
	any      bool     // something is required of which nothing is known
}

// computed finds what a module computes. A text that declares a require of its own, as bundles do, has none.
func (in Input) computed(text string) computed {
	var found computed
	if len(in.Node) == 0 || !mayCompute(text) || strings.HasPrefix(text, "#!") {
		return found
	}
	spans := source.Tokens(text)
	at := func(i int) string {
		if i < 0 || i >= len(spans) {
			return ""
		}
		return text[spans[i].Start:spans[i].End]
	}
	for i := range spans {
		if at(i) != "require" {
			continue
		}
		switch before := at(i - 1); {
		case before == "." || before == "?.":
			continue
		case slices.Contains([]string{"function", "var", "let", "const"}, before) || isParameter(at, i):
			return computed{}
		}
		found.call(at, i, int(spans[i].Start))
	}
	return found
}

// call adds the call of require that begins at a token.
func (c *computed) call(at func(int) string, i, offset int) {
	resolves := at(i+1) == "." && at(i+2) == "resolve"
	if resolves {
		i += 2
	}
	argument := at(i + 2)
	if at(i+1) != "(" || argument == "" || argument == ")" {
		return
	}
	text, literal := strings.Trim(argument, "\"'`"), strings.ContainsAny(argument[:1], "\"'`")
	text, _, pattern := strings.Cut(text, "${")
	switch {
	case literal && !pattern && at(i+3) == ")" && resolves:
		c.resolved = append(c.resolved, text)
	case literal && !pattern && at(i+3) == ")":
		return // the bundler knows it
	case literal && at(i+3) == "+" && strings.Trim(at(i+4), "\"'") == "" && at(i+5) == ")": // "name" + "", which hides it from bundlers
		c.begins = append(c.begins, text)
	case literal && source.IsRelative(text):
		c.begins = append(c.begins, text)
	default:
		c.any = true
	}
	c.offsets = append(c.offsets, offset)
}

// isParameter reports whether a token is a parameter of a function.
func isParameter(at func(int) string, i int) bool {
	if before, after := at(i-1), at(i+1); before != "(" && before != "," || after != ")" && after != "," {
		return false
	}
	for depth := 0; at(i) != ""; i++ {
		switch at(i) {
		case "(":
			depth++
		case ")":
			if depth == 0 {
				return at(i+1) == "{" || at(i+1) == "=>"
			}
			depth--
		}
	}
	return false
}

// replaced returns a text in which another function takes the place of require, and what is put before it.
func (c computed) replaced(text string) (before, after string) {
	if len(c.offsets) == 0 {
		return "", text
	}
	out := []byte(text)
	for _, offset := range c.offsets {
		copy(out[offset:], lateName)
	}
	return "var " + lateName + "=require(\"" + latePrefix + "\");", string(out)
}

// lateRequires makes the function that takes the place of require in a module: it knows the files that it may mean.
func lateRequires(in Input) api.Plugin {
	const folder = "require/"
	return api.Plugin{Name: "require", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + latePrefix + "$"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: folder + in.relative(args.Importer), Namespace: addedNamespace}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: "^" + folder, Namespace: addedNamespace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			file := filepath.Join(in.Folder, filepath.FromSlash(strings.TrimPrefix(args.Path, folder))) // no path of this machine is in a bundle
			text, err := in.text(file)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			found := table{in: in, build: build, file: file, entries: map[string]string{}}
			found.computed(in.computed(string(text)))
			contents := "module.exports = __modules.node(\"module\")._require(" + jsString(filepath.ToSlash(in.apparent(file))) + ", {\n" +
				found.String() + "});\n"
			return api.OnLoadResult{Contents: &contents, ResolveDir: filepath.Dir(file), Loader: api.LoaderJS}, nil
		})
	}}
}

// table has the properties of what a file can require or resolve when it runs, by specifier.
type table struct {
	in      Input
	build   api.PluginBuild
	file    string
	entries map[string]string
}

// add adds a specifier, unless it leads to no file. Load makes what it leads to a part of the bundle.
func (t table) add(specifier string, kind api.ResolveKind, load bool, names ...string) {
	known := t.build.Resolve(specifier, api.ResolveOptions{Importer: t.file, ResolveDir: filepath.Dir(t.file), Kind: kind})
	if len(known.Errors) > 0 || known.Namespace != "file" {
		return
	}
	properties := "path: " + jsString(filepath.ToSlash(t.in.apparent(known.Path)))
	if _, loads := loaders()[path.Ext(known.Path)]; load && loads {
		properties += ", load: () => require(" + jsString(specifier) + ")"
	}
	for _, name := range append(names, specifier) {
		if !strings.Contains(t.entries[name], "load:") {
			t.entries[name] = properties
		}
	}
}

func (t table) String() string {
	var b strings.Builder
	for _, specifier := range slices.Sorted(maps.Keys(t.entries)) {
		b.WriteString(jsString(specifier) + ": {" + t.entries[specifier] + "},\n")
	}
	return b.String()
}

// computed adds what a module may mean: files that begin like what it computes, or those beside it and the packages that its package
// leaves to the application.
func (t table) computed(c computed) {
	for _, specifier := range c.resolved {
		t.add(specifier, api.ResolveJSRequireCall, false)
	}
	for _, beginning := range c.begins {
		if source.IsRelative(beginning) {
			t.files(beginning)
		} else {
			t.add(beginning, api.ResolveJSRequireCall, true)
		}
	}
	if c.any {
		t.files("./")
		for _, name := range optionalPackages(filepath.Dir(t.file)) {
			t.add(name, api.ResolveJSRequireCall, true)
		}
	}
}

// mostFiles bounds the files that one computed require stands for.
const mostFiles = 500

// files adds the CommonJS modules and the data whose specifiers have a beginning, with and without their extensions.
func (t table) files(beginning string) {
	folder, start := path.Split(beginning)
	list, err := os.ReadDir(filepath.Join(filepath.Dir(t.file), filepath.FromSlash(folder)))
	if err != nil {
		return
	}
	for _, entry := range list[:min(len(list), mostFiles)] {
		name, ext := entry.Name(), path.Ext(entry.Name())
		whole := filepath.Join(filepath.Dir(t.file), filepath.FromSlash(folder), name)
		switch {
		case !strings.HasPrefix(name, start) || whole == t.file || name == "node_modules":
		case entry.IsDir():
			if main := filepath.Join(whole, "index.js"); start != "" || folder != "./" {
				if text, err := os.ReadFile(main); err == nil && !isModule(main, string(text)) {
					t.add(folder+name, api.ResolveJSRequireCall, true)
				}
			}
		case ext == ".json":
			t.add(folder+name, api.ResolveJSRequireCall, true, strings.TrimSuffix(folder+name, ext))
		case ext == ".js" || ext == ".cjs":
			if text, err := os.ReadFile(whole); err == nil && !isModule(whole, string(text)) {
				t.add(folder+name, api.ResolveJSRequireCall, true, strings.TrimSuffix(folder+name, ext))
			}
		}
	}
}

// optionalPackages lists the packages that a package uses if the application has them.
func optionalPackages(folder string) []string {
	for ; folder != filepath.Dir(folder) && filepath.Base(folder) != "node_modules"; folder = filepath.Dir(folder) {
		text, err := os.ReadFile(filepath.Join(folder, "package.json"))
		if err != nil {
			continue
		}
		var read struct {
			PeerDependencies, OptionalDependencies map[string]json.RawMessage
			PeerDependenciesMeta                   map[string]json.RawMessage
		}
		_ = json.Unmarshal(text, &read) // a package.json with a mistake has none
		names := slices.Collect(maps.Keys(read.PeerDependencies))
		names = slices.AppendSeq(names, maps.Keys(read.OptionalDependencies))
		return slices.AppendSeq(names, maps.Keys(read.PeerDependenciesMeta))
	}
	return nil
}
