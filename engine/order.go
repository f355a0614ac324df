package engine

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/source"
)

// runOrder lists the modules in the order in which the language runs them: each after those that it imports, in
// the order of its import statements. An import in TypeScript alone does not list a module: the bundler drops
// imports that are not used there, whereas in JavaScript every import runs its module.
//
// Files that import each other in a circle stay together, with the file that is imported first in front: their
// order depends on which of their imports are used, which the bundler knows.
func runOrder(project *source.Project, files []string) []bundle.Step {
	o := order{project: project, files: files, edges: map[*source.File][]edge{}}
	o.circles = circlesOf(o.edgesOf, project.Files())
	o.visited = map[int]bool{}
	for _, file := range files {
		if f := project.File(file); f != nil {
			o.visit(f)
		}
	}
	return o.steps
}

type order struct {
	project *source.Project
	files   []string // that run whether they are imported or not
	edges   map[*source.File][]edge
	circles map[*source.File]int // files in the same circle have the same number
	visited map[int]bool         // by number of the circle
	steps   []bundle.Step
}

// edge is an import that runs a module: a file, or a package.
type edge struct {
	target    *source.File
	specifier string // if there is no target
}

// visit lists a file with its circle, after the modules that they import.
func (o *order) visit(file *source.File) {
	circle := o.circles[file]
	if o.visited[circle] {
		return
	}
	o.visited[circle] = true
	var members []bundle.Step
	seen := map[*source.File]bool{}
	var walk func(f *source.File)
	walk = func(f *source.File) {
		seen[f] = true
		members = append(members, bundle.Step{File: f.Path})
		for _, e := range o.edgesOf(f) {
			switch {
			case e.target == nil:
				o.steps = append(o.steps, bundle.Step{File: f.Path, Specifier: e.specifier})
			case o.circles[e.target] != circle:
				o.visit(e.target)
			case !seen[e.target]:
				walk(e.target)
			}
		}
	}
	walk(file)
	o.steps = append(o.steps, members...)
}

// edgesOf lists the modules that run before a file, as far as its imports may be dropped.
func (o *order) edgesOf(file *source.File) []edge {
	if list, known := o.edges[file]; known {
		return list
	}
	var list []edge
	seen := map[string]bool{}
	for _, specifier := range runs(file) {
		if seen[specifier] {
			continue
		}
		seen[specifier] = true
		target, ok := o.project.Resolve(file, specifier)
		all := isJavaScript(file.Path) || bringsNothing(file, specifier)
		switch {
		case ok && (all || isJavaScript(target.Path) && slices.Contains(o.files, target.Path)):
			list = append(list, edge{target: target})
		case !ok && all && isPackage(specifier):
			list = append(list, edge{specifier: specifier})
		}
	}
	o.edges[file] = list
	return list
}

// bringsNothing reports whether a file imports a module for its own sake.
func bringsNothing(file *source.File, specifier string) bool {
	return slices.ContainsFunc(file.Imports, func(i source.Import) bool { return i.From == specifier && i.Local == "" && i.Name == "" })
}

// circlesOf numbers the files so that files which reach each other have the same number, by Tarjan's algorithm.
func circlesOf(edges func(*source.File) []edge, files []*source.File) map[*source.File]int {
	numbers := map[*source.File]int{}
	found, low := map[*source.File]int{}, map[*source.File]int{}
	var open []*source.File
	var walk func(f *source.File)
	walk = func(f *source.File) {
		found[f] = len(found) + 1
		low[f] = found[f]
		open = append(open, f)
		for _, e := range edges(f) {
			if _, done := numbers[e.target]; e.target == nil || done {
				continue
			}
			if found[e.target] == 0 {
				walk(e.target)
				low[f] = min(low[f], low[e.target])
			} else {
				low[f] = min(low[f], found[e.target])
			}
		}
		if low[f] != found[f] {
			return
		}
		for number := len(numbers); ; {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			numbers[last] = number
			if last == f {
				return
			}
		}
	}
	for _, f := range files {
		if found[f] == 0 {
			walk(f)
		}
	}
	return numbers
}

// runs lists the specifiers of a file's import and export statements, except those of types.
func runs(file *source.File) []string {
	type statement struct {
		from string
		pos  source.Pos
	}
	var list []statement
	for _, i := range file.Imports {
		if !i.TypeOnly && i.From != "" {
			list = append(list, statement{i.From, i.Pos})
		}
	}
	for _, e := range file.Exports {
		if !e.TypeOnly && e.From != "" {
			list = append(list, statement{e.From, e.Pos})
		}
	}
	slices.SortStableFunc(list, func(a, b statement) int {
		return cmp.Or(cmp.Compare(a.pos.Line, b.pos.Line), cmp.Compare(a.pos.Col, b.pos.Col))
	})
	specifiers := make([]string, len(list))
	for i, s := range list {
		specifiers[i] = s.from
	}
	return specifiers
}

func isJavaScript(file string) bool {
	ext := path.Ext(file)
	return ext == ".js" || ext == ".mjs"
}

// isPackage reports whether a specifier names a package, rather than a file, the host, or an import of a package's
// own.
func isPackage(specifier string) bool {
	return !source.IsRelative(specifier) && !strings.HasPrefix(specifier, "/") && !strings.HasPrefix(specifier, "#") &&
		specifier != bundle.Module && !strings.HasPrefix(specifier, bundle.Module+"/")
}

// orderWith is runOrder for the project's files and another file, which does not belong to the project.
func (a *Application) orderWith(project *source.Project, files []string, one string) []bundle.Step {
	if one == "" {
		return runOrder(project, files)
	}
	folder := a.options.Files
	scripts, err := readScripts(folder, append(slices.Clone(files), one))
	if err == nil {
		scripts, err = readSources(folder, a.paths, scripts, nil)
	}
	if err != nil {
		return runOrder(project, files) // the bundler reports what is wrong with the file
	}
	return runOrder(a.projectOf(scripts), append(slices.Clone(files), one))
}
