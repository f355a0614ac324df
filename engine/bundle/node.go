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

	"github.com/fwrun/fwrun/platform/fault"
)

// nodePrefix is the optional prefix of Node's own modules.
const nodePrefix = "node:"

// nodeInPackage marks a message about a module of Node in a package's file, until it is reported at the
// application's own import.
const nodeInPackage = "a package needs a module of Node"

// insteadOfNode describes the alternative to a module of Node.
func insteadOfNode(name string) string {
	if name, _, _ = strings.Cut(strings.TrimPrefix(name, nodePrefix), "/"); name == "test" {
		return `import { test, expect } from "fwrun/test" in a *.test.js or *.test.ts file`
	}
	return "use the web platform (fetch, URL, crypto, …), or a built-in bean such as SqlTemplate"
}

// nodeInPackages reports the modules of Node that packages need: once for each of the application's imports
// that leads to one, at that import.
func nodeInPackages(in Input, problems fault.List) fault.List {
	if !slices.ContainsFunc(problems, needsNode) {
		return problems
	}
	graph := importsOf(in)
	needs := map[origin][]fault.Diagnostic{}
	var order []origin
	kept := problems[:0:0]
	for _, d := range problems {
		if !needsNode(d) {
			kept = append(kept, d)
			continue
		}
		from := graph.origin(in, d.Place.File)
		if needs[from] == nil {
			order = append(order, from)
		}
		needs[from] = append(needs[from], d)
	}
	for _, from := range order {
		kept = append(kept, from.problem(in, needs[from]))
	}
	return kept
}

func needsNode(d fault.Diagnostic) bool { return d.Why == nodeInPackage }

// origin is an import in the application's own files.
type origin struct{ file, specifier string }

// problem returns the diagnostic for an import.
func (o origin) problem(in Input, needs []fault.Diagnostic) fault.Diagnostic {
	var names []string
	for _, d := range needs {
		if !slices.Contains(names, d.Message) {
			names = append(names, d.Message)
		}
	}
	first := strings.Trim(names[0], `"`)
	what := "a Node module that fwrun does not have"
	if len(names) > 1 {
		what = "Node modules that fwrun does not have"
	}
	d := fault.Diagnostic{
		Code: codeImport, Place: needs[0].Place, Source: needs[0].Source, Length: needs[0].Length,
		Message: "the package needs " + strings.Join(names, ", ") + ", " + what,
		Hint: "use a package, or an entry point of this one, that is made for browsers or workers; instead of " + quote(first) + ": " +
			insteadOfNode(first),
	}
	if o.file == "" {
		return d
	}
	d.Message = quote(o.specifier) + " needs " + strings.Join(names, ", ") + ", " + what
	d.Place, d.Source, d.Length = placeOf(in, o)
	for _, need := range needs[:min(len(needs), 3)] {
		d.Notes = append(d.Notes, fault.Note{Place: need.Place, Text: "it needs " + need.Message + " here"})
	}
	return d
}

// placeOf finds the specifier in the file's text.
func placeOf(in Input, o origin) (place fault.Place, line string, length int) {
	place = fault.Place{File: o.file}
	text, err := os.ReadFile(filepath.Join(in.Folder, filepath.FromSlash(o.file)))
	if err != nil {
		return place, "", 0
	}
	for i, line := range strings.Split(string(text), "\n") {
		for _, mark := range []string{`"`, "'"} {
			if at := strings.Index(line, mark+o.specifier+mark); at >= 0 {
				place.Line, place.Col = i+1, units(line[:at])+1
				return place, strings.TrimSuffix(line, "\r"), units(o.specifier) + 2
			}
		}
	}
	return place, "", 0
}

// graph maps files to the files they import, with the specifiers as written.
type graph map[string][]step

type step struct{ to, specifier string }

// importsOf builds again without Node's modules, since a build that fails does not report its imports.
func importsOf(in Input) graph {
	options := options(in)
	options.Plugins = append(options.Plugins, api.Plugin{Name: "node", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^[^./]`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			const asked = "asked"
			if args.PluginData == asked || strings.HasPrefix(args.Path, effectPrefix) {
				return api.OnResolveResult{}, nil
			}
			found := build.Resolve(args.Path, api.ResolveOptions{
				ResolveDir: args.ResolveDir, Importer: args.Importer, Kind: args.Kind, PluginData: asked,
			})
			if len(found.Errors) > 0 {
				return api.OnResolveResult{Path: args.Path, External: true}, nil
			}
			return api.OnResolveResult{}, nil
		})
	}})
	var meta struct {
		Inputs map[string]struct {
			Imports []struct{ Path, Original string }
		}
	}
	g := graph{}
	if json.Unmarshal([]byte(api.Build(options).Metafile), &meta) != nil {
		return g
	}
	for _, name := range slices.Sorted(maps.Keys(meta.Inputs)) {
		for _, i := range meta.Inputs[name].Imports {
			g[name] = append(g[name], step{i.Path, i.Original})
		}
	}
	return g
}

// origin finds the application's own import through which a package's file is reached: the one with the
// fewest steps between.
func (g graph) origin(in Input, file string) origin {
	var best origin
	for _, own := range slices.Concat(in.Files, in.Beside) {
		for _, first := range g[own] {
			if isPackage(first.to) && g.reaches(first.to, file) && (best.file == "" || packageOfFile(first.to) == packageOfFile(file)) {
				found := origin{own, first.specifier}
				if packageOfFile(first.to) == packageOfFile(file) {
					return found
				}
				best = found
			}
		}
	}
	return best
}

func (g graph) reaches(from, to string) bool {
	seen := map[string]bool{from: true}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		if queue[0] == to {
			return true
		}
		for _, next := range g[queue[0]] {
			if !seen[next.to] {
				seen[next.to] = true
				queue = append(queue, next.to)
			}
		}
	}
	return false
}

// packageOfFile returns the name of the package that a file belongs to.
func packageOfFile(file string) string {
	file = "/" + path.Clean(file)
	const folder = "/node_modules/"
	return packageName(file[max(0, strings.LastIndex(file, folder)+len(folder)):])
}

// PackageOf returns the name of the package that a file belongs to; empty for a file of none.
func PackageOf(file string) string {
	if !isPackage(file) {
		return ""
	}
	return packageOfFile(file)
}
