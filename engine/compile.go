package engine

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/bodies"
	"github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/metadata"
	"github.com/fwrun/fwrun/engine/outline"
	"github.com/fwrun/fwrun/engine/snapshot"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// compile finds and reads the files and makes a program of them, or takes the program that an earlier start made
// of the same files. It returns what they declare.
func (a *Application) compile() (*source.Project, error) {
	began := time.Now()
	folder := a.options.Files
	found, problems := bundle.Look(folder, a.options.Scan, a.options.Skip...)
	if len(problems) > 0 {
		return nil, problems
	}
	paths := found.Files
	scripts, err := readScripts(folder, paths)
	if err != nil {
		return nil, unreadable(err)
	}
	written, unread := readConfig(a.options.Folder)
	a.paths, a.standardDecorators, a.jsx, a.metadata = written.paths, written.standard, written.jsx, written.metadata
	entry := a.openCache(scripts)
	program := entry.compileAhead(a.live)
	if scripts, err = readSources(folder, a.paths, scripts, a.options.Reuse.reader(entry.found())); err != nil {
		return nil, unreadable(err)
	}
	a.options.Reuse.keep(scripts)
	project := a.projectOf(scripts)
	a.scanned, a.outline = paths, outline.Of(project)
	read := a.bodiesOf(project, scripts)
	readCalls(read, scripts)
	a.judge(read)
	missed := a.revive(entry, project, scripts, program)
	if missed != "" && entry != nil && entry.sealed {
		return nil, fault.New("engine.compile", fault.Invalid, "the files are not those that were compiled: "+missed).
			WithHint("framework.scan and server.static must be the same as when it was compiled")
	}
	again := false
	if missed != "" {
		if again, err = a.build(entry, read, scripts); err != nil {
			return nil, err
		}
	} else if reuse := a.options.Reuse; reuse != nil {
		a.parse = func() {
			reuse.prepare(a.inputOf(project, scripts), a.withMetadata(project, scriptTexts(scripts)), entry.packages)
		}
	}
	a.warnings = append(append(a.warnings, unread...), a.overlooked(project, found.Overlooked)...)
	a.options.Log.Debug("compiled", "files", len(scripts), "duration", time.Since(began),
		"cached", missed == "", "because", missed, "again", again)
	return project, nil
}

// overlooked warns of files that look like scripts of the application and are not read, unless a file that is read
// imports them.
func (a *Application) overlooked(project *source.Project, files []string) (warnings fault.List) {
	imported := map[string]bool{}
	for _, file := range project.Files() {
		imported[file.Path] = true
		for _, specifier := range runs(file) {
			for _, target := range a.paths.From(file.Path, specifier) {
				imported[target] = true
			}
		}
	}
	a.importedElements(files, imported)
	for _, file := range files {
		stem := strings.TrimSuffix(file, path.Ext(file))
		if imported[file] || imported[stem] || imported[stem+".js"] {
			continue
		}
		d := fault.Diagnostic{Severity: fault.Warning, Code: bundle.CodeScan, Place: fault.Place{File: file}, Message: file + " is ignored"}
		if bundle.IsScript(file) {
			d.Why = "framework.scan does not list it, and no file imports it"
			d.Hint = "add it or its folder to framework.scan"
		} else {
			d.Why = "scripts end in .js, .mjs, .ts or .mts, and no file imports it"
			d.Hint = "import it from a script that answers with what it renders, or rename it to " + path.Base(stem) +
				map[string]string{".tsx": ".ts", ".jsx": ".js"}[path.Ext(file)] + "; files for browsers belong in public/"
		}
		warnings = append(warnings, d)
	}
	return warnings
}

// relativeImport matches the specifier of a file.
var relativeImport = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`["'](\.\.?/[^"'\n]+)["']`) })

// importedElements adds the files with elements that others of them import: their declarations are not read.
func (a *Application) importedElements(files []string, imported map[string]bool) {
	for found := true; found; {
		found = false
		for _, file := range files {
			stem := strings.TrimSuffix(file, path.Ext(file))
			if bundle.IsScript(file) || imported[file+"\n"] || !imported[file] && !imported[stem] && !imported[stem+".js"] {
				continue
			}
			imported[file+"\n"], found = true, true // it is looked at once
			text, _ := fs.ReadFile(a.options.Files, file)
			for _, match := range relativeImport().FindAllStringSubmatch(string(text), -1) {
				imported[path.Join(path.Dir(file), match[1])] = true
			}
		}
	}
}

func unreadable(err error) error {
	return fault.New("engine.compile", fault.Invalid, "cannot read the application's files").Because(err)
}

func (a *Application) projectOf(scripts []script) *source.Project {
	files := make([]*source.File, len(scripts))
	for i, s := range scripts {
		files[i] = s.file
	}
	return source.NewProject(files...).WithPaths(a.paths)
}

// build bundles and compiles the scripts, and reports whether only those were parsed that have changed.
func (a *Application) build(entry *cacheEntry, read bodies.Input, scripts []script) (again bool, err error) {
	in := a.inputOf(read.Project, scripts)
	survey := entry.survey(in.Files)
	var beside sync.WaitGroup
	beside.Go(func() { a.results = bodies.Results(read) })
	built, problems := a.options.Reuse.build(in, a.withMetadata(read.Project, a.instrumented.texts(scripts, a.options.Test)))
	beside.Wait()
	if a.instrumented.counts != nil && len(problems) > 0 { // which show lines of what was compiled
		in.Counted = false
		_, problems = bundle.Build(in, a.withMetadata(read.Project, scriptTexts(scripts)))
	}
	if built == nil {
		return false, problems
	}
	a.program, a.warnings = built.Program, slices.Clone(problems)
	if built.Packages != nil {
		a.packages = built.Packages.Program
	}
	a.instrumented.use(built.Table)
	if a.options.packs {
		a.packed = packed(built, scripts, a.results)
	}
	if survey != nil {
		results := a.results
		a.keep = func() error { return entry.save(survey, built, scripts, results) }
	}
	return built.Again, nil
}

// withMetadata adds the types in decorated classes to texts, if the application's tsconfig.json asks for them.
func (a *Application) withMetadata(project *source.Project, texts map[string][]byte) map[string][]byte {
	if a.metadata.Emit {
		for name, text := range texts {
			texts[name] = metadata.Add(project, project.File(name), text, a.metadata.StrictNulls)
		}
	}
	return texts
}

// inputOf describes the build of the scripts.
func (a *Application) inputOf(project *source.Project, scripts []script) bundle.Input {
	paths := pathsOf(scripts)
	in := a.bundleInput(paths)
	in.Order = a.orderWith(project, paths, a.options.Test)
	in.Unexported, in.Live, in.New, in.Keeper = unexportedClasses(project), a.live, a.options.New, a.kept
	return in
}

func pathsOf(scripts []script) []string {
	paths := make([]string, len(scripts))
	for i, s := range scripts {
		paths[i] = s.path
	}
	return paths
}

func (a *Application) exports() []string {
	return append(a.options.API.Exports(), build.Exports()...)
}

// revive takes the program of the snapshot in the cache, or returns the reason why it cannot.
func (a *Application) revive(entry *cacheEntry, project *source.Project, scripts []script, compiled func() (*goja.Program, error)) (missed string) {
	found := entry.found()
	switch {
	case entry == nil:
		return "there is no cache"
	case found == nil:
		return "it is new"
	case !slices.EqualFunc(found.Files, scripts, sameContent):
		return "other files are imported"
	}
	if changed := entry.changed(a.options.Folder); changed != "" {
		return changed + " has changed"
	}
	program, err := compiled()
	if err != nil {
		return err.Error()
	}
	a.program, a.results, a.warnings = program, found.Results, slices.Clone(found.Output.Warnings)
	if len(found.Packages) > 0 {
		if a.kept == nil {
			return "its packages have a program of their own"
		}
		if entry.packages = a.kept.Load(a.inputOf(project, scripts).PackagesKey(), found.Packages); entry.packages == nil {
			return "packages have changed"
		}
		a.packages, a.warnings = entry.packages.Program, append(a.warnings, entry.packages.Output.Warnings...)
	}
	return ""
}

func sameContent(f snapshot.File, s script) bool { return f.Path == s.path && f.Sum == s.sum }
