package bundle

import (
	"bytes"
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/evanw/esbuild/pkg/api"

	"github.com/fwrun/fwrun/platform/fault"
)

// verbatimName begins the names of the variables with the functions of files that are not bundled.
const verbatimName = "__verbatim"

// verbatimParameters are those of their functions.
const verbatimParameters = "exports, require, module, __filename, __dirname, global"

// notStrict ends the bundler's messages about what only sloppy code may have, such as with, delete of a variable, octal literals, and variables
// called yield: it makes ES modules, whatever becomes of its output.
const notStrict = `cannot be used with the "esm" output format due to strict mode`

// refused returns the files of packages that the bundler refuses because they are sloppy, and that it was still given.
func (in Input) refused(messages []api.Message) (files []string) {
	for _, m := range messages {
		if m.Location == nil || !strings.HasSuffix(m.Text, notStrict) || !isPackage(m.Location.File) {
			continue
		}
		if file := path.Clean(m.Location.File); !slices.Contains(in.verbatim, file) && !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	return files
}

// misunderstood returns the CommonJS files of packages in which the bundler has written what the script engine refuses, such as two variables for
// two functions of one name in a block, and that it was still given.
func (in Input) misunderstood(problems fault.List, metafile string) (files []string) {
	var meta struct {
		Inputs map[string]struct{ Format string }
	}
	if json.Unmarshal([]byte(metafile), &meta) != nil {
		return nil
	}
	for _, p := range problems {
		file := p.Place.File
		if p.Code == codeUnsupported && isPackage(file) && meta.Inputs[file].Format != "esm" && !slices.Contains(in.verbatim, file) &&
			!slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	return files
}

// literalRequire matches calls of require with a text.
var literalRequire = compiled(`\brequire\s*\(\s*(?:"([^"\\\n]+)"|'([^'\\\n]+)')\s*\)`)

// verbatim gives the bundler, in the place of files that it refuses, files that require the same and call a function. The function has the text
// of the file as it is; [Input.withVerbatim] puts it into the bundle, and [loosen] where it is sloppy code.
func verbatim(in Input) api.Plugin {
	return api.Plugin{Name: "verbatim", Setup: func(build api.PluginBuild) {
		if len(in.verbatim) == 0 {
			return
		}
		build.OnLoad(api.OnLoadOptions{Filter: `[/\\]node_modules[/\\].*\.c?js$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			n := slices.Index(in.verbatim, in.relative(args.Path))
			if n < 0 {
				return api.OnLoadResult{}, nil
			}
			content, err := in.text(args.Path)
			if err != nil {
				return api.OnLoadResult{}, nil //nolint:nilerr // the bundler reads it, and reports the error
			}
			text := standIn(verbatimName+itoa(n), filepath.ToSlash(in.apparent(args.Path)), string(content))
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS, ResolveDir: filepath.Dir(args.Path)}, nil
		})
	}}
}

// standIn returns the text of a file that requires what another one does, and calls the function that has that one's text.
func standIn(function, file, content string) string {
	var cases strings.Builder
	var known []string
	for _, found := range literalRequire().FindAllStringSubmatch(content, -1) {
		name := found[1] + found[2]
		if !slices.Contains(known, name) {
			known = append(known, name)
			cases.WriteString("case " + jsString(name) + ": try { return require(" + jsString(name) + "); } catch (e) { throw e; }\n")
		}
	}
	return function + ".call(exports, exports, (name) => {\nswitch (name) {\n" + cases.String() + "}\nreturn require(name);\n}, module, " +
		jsString(file) + ", " + jsString(path.Dir(file)) + ", globalThis);\n"
}

// withVerbatim adds the functions of the files that are not bundled to a bundle, and where their lines come from to its map:
//
//	var __verbatim0 = ["node_modules/old/index.js", function (exports, require, module, __filename, __dirname, global) {
//	…
//	}][1];
func (in Input) withVerbatim(code, sourceMap []byte) ([]byte, []byte) {
	end := bytes.LastIndex(code, []byte(tail))
	if len(in.verbatim) == 0 || end < 0 {
		return code, sourceMap
	}
	var fields map[string]json.RawMessage
	var sources []string
	var mappings string
	if json.Unmarshal(sourceMap, &fields) != nil || json.Unmarshal(fields["sources"], &sources) != nil ||
		json.Unmarshal(fields["mappings"], &mappings) != nil {
		return code, sourceMap
	}
	added, lines := bytes.NewBuffer(slices.Clone(code[:end])), newMapEnd(mappings)
	for n, file := range in.verbatim {
		name := verbatimName + itoa(n)
		text, err := in.text(filepath.Join(in.Folder, filepath.FromSlash(file)))
		if err != nil || !bytes.Contains(code, []byte(name+".call(exports")) {
			continue
		}
		added.WriteString("var " + name + " = [" + jsString(file) + ", function (" + verbatimParameters + ") {\n")
		added.WriteString(lines.body(bytes.Count(added.Bytes(), []byte("\n")), len(sources), string(text)))
		sources = append(sources, file)
		added.WriteString("\n}][1];\n")
	}
	added.Write(code[end:])
	fields["sources"], _ = json.Marshal(sources) // texts never fail
	fields["mappings"], _ = json.Marshal(lines.String())
	if _, has := fields["sourcesContent"]; has {
		fields["sourcesContent"] = withNulls(fields["sourcesContent"], len(sources))
	}
	longer, err := json.Marshal(fields)
	if err != nil {
		return code, sourceMap
	}
	return added.Bytes(), longer
}

// withNulls makes a list longer.
func withNulls(list json.RawMessage, length int) json.RawMessage {
	var items []json.RawMessage
	if json.Unmarshal(list, &items) != nil {
		return list
	}
	for len(items) < length {
		items = append(items, json.RawMessage("null"))
	}
	longer, _ := json.Marshal(items)
	return longer
}

// verbatimOf returns the function of a file that is not bundled, if a variable has it.
func verbatimOf(b *ast.Binding) *factory {
	id, _ := b.Target.(*ast.Identifier)
	taken, _ := b.Initializer.(*ast.BracketExpression)
	if id == nil || taken == nil || !strings.HasPrefix(id.Name.String(), verbatimName) {
		return nil
	}
	pair, _ := taken.Left.(*ast.ArrayLiteral)
	if pair == nil || len(pair.Value) != 2 {
		return nil
	}
	file, _ := pair.Value[0].(*ast.StringLiteral)
	function, _ := pair.Value[1].(*ast.FunctionLiteral)
	if file == nil || function == nil {
		return nil
	}
	return &factory{file: file.Value.String(), body: function.Body, slot: &b.Initializer, name: id.Name.String()}
}
