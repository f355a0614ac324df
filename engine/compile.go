package engine

import (
	"os"
	"slices"
	"time"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/snapshot"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// compile finds and reads the files, and makes one program of them, or takes the one that
// an earlier start made of the same files.
func (a *Application) compile() error {
	began := time.Now()
	folder := os.DirFS(a.options.Folder)
	paths, problems := bundle.Scan(folder, a.options.Scan, a.options.Skip...)
	if len(problems) > 0 {
		return problems
	}
	scripts, err := readScripts(folder, paths)
	if err != nil {
		return unreadable(err)
	}
	entry := a.openCache(scripts)
	if scripts, err = readSources(folder, scripts, entry.found()); err != nil {
		return unreadable(err)
	}
	a.scanned, a.project = paths, projectOf(scripts)
	missed := a.revive(entry, scripts)
	if missed != "" {
		if err := a.build(entry, scripts); err != nil {
			return err
		}
	}
	a.options.Log.Debug("compiled", "files", len(scripts), "duration", time.Since(began),
		"cached", missed == "", "because", missed)
	return nil
}

func unreadable(err error) error {
	return fault.New("engine.compile", fault.Invalid, "cannot read the application's files").Because(err)
}

func projectOf(scripts []script) *source.Project {
	files := make([]*source.File, len(scripts))
	for i, s := range scripts {
		files[i] = s.file
	}
	return source.NewProject(files...)
}

// build bundles and compiles the scripts.
func (a *Application) build(entry *cacheEntry, scripts []script) error {
	paths := pathsOf(scripts)
	survey := entry.survey(paths)
	in := a.bundleInput(paths)
	in.Order = a.orderWith(paths, a.options.Test)
	in.Kept = keptClasses(a.project)
	built, problems := bundle.Build(in)
	if built == nil {
		return problems
	}
	a.program, a.warnings = built.Program, slices.Clone(problems)
	if survey != nil {
		a.keep = func() error { return entry.save(survey, built, scripts) }
	}
	return nil
}

func pathsOf(scripts []script) []string {
	paths := make([]string, len(scripts))
	for i, s := range scripts {
		paths[i] = s.path
	}
	return paths
}

func (a *Application) exports() []string {
	return append(a.options.API.Exports(), manifest.Exports()...)
}

// revive makes the program of the snapshot that was kept, or says why it cannot.
func (a *Application) revive(entry *cacheEntry, scripts []script) (missed string) {
	found := entry.found()
	switch {
	case entry == nil:
		return "there is no cache"
	case found == nil:
		return "it is new"
	case !slices.EqualFunc(found.Files, scripts, sameContent):
		return "other files are imported"
	}
	if changed := snapshot.Changed(a.options.Folder, found.Facts); changed != "" {
		return changed + " has changed"
	}
	program, err := found.Output.Compile()
	if err != nil {
		return err.Error()
	}
	a.program, a.warnings = program, slices.Clone(found.Output.Warnings)
	return ""
}

func sameContent(f snapshot.File, s script) bool { return f.Path == s.path && f.Sum == s.sum }
