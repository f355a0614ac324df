package engine

import (
	"io/fs"
	"path"
	"slices"

	"github.com/fwrun/fwrun/source"
)

// readSources reads the scanned files and, transitively, the application's files that
// they import: a class that a scanned file names as a type counts as one wherever it is
// declared, though the compiler drops such an import. It returns the paths of all.
func readSources(folder fs.FS, scanned []string) (*source.Project, []string, error) {
	var files []*source.File
	known := map[string]bool{}
	paths := slices.Clone(scanned)
	for next := scanned; len(next) > 0; {
		for _, p := range next {
			known[p] = true
		}
		read, err := source.ReadAll(folder, next)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, read.Files()...)
		next = importedBy(folder, read.Files(), known)
		paths = append(paths, next...)
	}
	return source.NewProject(files...), paths, nil
}

// importedBy lists the files that others import and nobody has read yet.
func importedBy(folder fs.FS, files []*source.File, known map[string]bool) []string {
	found := map[string]bool{}
	add := func(from *source.File, specifier string) {
		if !source.IsRelative(specifier) {
			return
		}
		if p, ok := resolve(folder, path.Join(path.Dir(from.Path), specifier), known); ok && !known[p] {
			found[p] = true
		}
	}
	for _, file := range files {
		for _, i := range file.Imports {
			add(file, i.From)
		}
		for _, e := range file.Exports {
			add(file, e.From)
		}
	}
	list := make([]string, 0, len(found))
	for p := range found {
		list = append(list, p)
	}
	slices.Sort(list)
	return list
}

// scriptExtensions are those a specifier may leave out, best first.
var scriptExtensions = [...]string{".ts", ".mts", ".js", ".mjs"}

// resolve finds the script that a path names: as it is, with .ts for .js, without its
// extension, or as a folder with an index.
func resolve(folder fs.FS, target string, known map[string]bool) (string, bool) {
	candidates := []string{target}
	switch base := target[:len(target)-len(path.Ext(target))]; path.Ext(target) {
	case ".js":
		candidates = append(candidates, base+".ts")
	case ".mjs":
		candidates = append(candidates, base+".mts")
	}
	for _, stem := range [...]string{target, path.Join(target, "index")} {
		for _, ext := range scriptExtensions {
			candidates = append(candidates, stem+ext)
		}
	}
	for _, c := range candidates {
		if known[c] || slices.Contains(scriptExtensions[:], path.Ext(c)) && isFile(folder, c) {
			return c, true
		}
	}
	return "", false
}

func isFile(folder fs.FS, name string) bool {
	info, err := fs.Stat(folder, name)
	return err == nil && info.Mode().IsRegular()
}
