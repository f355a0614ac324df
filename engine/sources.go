package engine

import (
	"errors"
	"io/fs"
	"path"
	"slices"

	"github.com/fwrun/fwrun/engine/snapshot"
	"github.com/fwrun/fwrun/engine/source"
)

// script is one of the application's own files.
type script struct {
	path string
	text []byte
	sum  snapshot.Sum
	file *source.File // its declarations
	read bool         // they were not known
}

// readScripts reads the texts of files.
func readScripts(folder fs.FS, paths []string) ([]script, error) {
	scripts := make([]script, len(paths))
	errs := make([]error, len(paths))
	snapshot.Each(len(paths), func(i int) {
		text, err := fs.ReadFile(folder, paths[i])
		scripts[i], errs[i] = script{path: paths[i], text: text, sum: snapshot.SumOf(text)}, err
	})
	return scripts, errors.Join(errs...)
}

// readSources reads the declarations of the scanned scripts and, transitively, of the application's files that
// they import: a class that a scanned file names as a type is found wherever it is declared, although the compiler
// drops such an import. It returns all scripts.
func readSources(folder fs.FS, paths source.Paths, scanned []script, known declarationsOf) ([]script, error) {
	read := map[string]bool{}
	scripts := slices.Clone(scanned)
	for from := 0; from < len(scripts); {
		next := scripts[from:]
		for _, s := range next {
			read[s.path] = true
		}
		if err := readDeclarations(next, known); err != nil {
			return nil, err
		}
		imported, err := readScripts(folder, importedBy(folder, paths, next, read))
		if err != nil {
			return nil, err
		}
		from = len(scripts)
		scripts = append(scripts, imported...)
	}
	return scripts, nil
}

// declarationsOf returns what was read earlier of a file with this content; nil if that is not known.
type declarationsOf func(path string, content snapshot.Sum) *source.File

// readDeclarations takes the declarations that are known of an unchanged text, and parses any other text.
func readDeclarations(scripts []script, known declarationsOf) error {
	if known != nil {
		snapshot.Each(len(scripts), func(i int) { scripts[i].file = known(scripts[i].path, scripts[i].sum) })
	}
	unread, paths := texts{}, []string(nil)
	for _, s := range scripts {
		if s.file == nil {
			unread[s.path] = s.text
			paths = append(paths, s.path)
		}
	}
	read, err := source.ReadAll(unread, paths)
	for i, s := range scripts {
		if s.file == nil {
			scripts[i].file, scripts[i].read = read.File(s.path), true
		}
	}
	return err
}

// texts is a folder of files in memory.
type texts map[string][]byte

func (t texts) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
}

func (t texts) ReadFile(name string) ([]byte, error) { return t[name], nil }

// importedBy lists the files that the scripts import and that have not been read yet.
func importedBy(folder fs.FS, paths source.Paths, scripts []script, known map[string]bool) []string {
	found := map[string]bool{}
	add := func(from *source.File, specifier string) {
		for _, target := range paths.From(from.Path, specifier) {
			if p, ok := resolve(folder, target, known); ok {
				found[p] = found[p] || !known[p]
				return
			}
		}
	}
	for _, s := range scripts {
		for _, i := range s.file.Imports {
			add(s.file, i.From)
		}
		for _, e := range s.file.Exports {
			add(s.file, e.From)
		}
	}
	list := make([]string, 0, len(found))
	for p, isNew := range found {
		if isNew {
			list = append(list, p)
		}
	}
	slices.Sort(list)
	return list
}

// scriptExtensions are the extensions that a specifier can omit, in order of preference.
var scriptExtensions = [...]string{".ts", ".mts", ".js", ".mjs"}

// resolve returns the script that a path names: the path itself, the path with .ts instead of .js, with an
// extension added, or the index of a folder.
func resolve(folder fs.FS, target string, known map[string]bool) (string, bool) {
	for _, c := range source.Candidates(target) {
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
