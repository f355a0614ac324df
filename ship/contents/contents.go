package contents

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

const op = "ship"

// Options say what else than usual goes along. The zero value is the usual.
type Options struct {
	Include []string // patterns of what would be left out, such as node_modules/tz/**
	Exclude []string // patterns of what would go along
	Scripts []string // paths that were compiled, which go along wherever they are
	Skip    []string // absolute paths of files that are none of the application's, such as what is being built
	Most    Limits
}

// Limits bound what goes along.
type Limits struct {
	Files int
	Bytes int64
}

// Left is a file or a folder that does not go along.
type Left struct{ Path, Why string }

// List is what goes along, and what does not, sorted by path.
type List struct {
	Files  fs.FS
	Paths  []string // slash-separated, relative to the folder
	Config []string // those of Paths that are configuration
	Bytes  int64    // of all files
	Left   []Left
}

// maxSeen bounds the entries that are looked at.
const maxSeen = 500_000

// Of decides about the files of a folder, an absolute path without symbolic links. The error says which file cannot be shipped.
func Of(folder string, o Options) (*List, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	w := &walk{root: root, folder: folder, options: o, list: &List{Files: os.DirFS(folder)}}
	if err := fs.WalkDir(root.FS(), ".", w.visit); err != nil {
		return nil, err
	}
	for _, pattern := range o.Include {
		if !w.used[pattern] {
			return nil, fault.New(op, fault.Invalid, fmt.Sprintf("--include %s matches no file that may go along", pattern)).
				WithHint("write a path or a pattern relative to the folder, such as node_modules/tz/data/**")
		}
	}
	slices.Sort(w.list.Paths)
	slices.SortFunc(w.list.Left, func(a, b Left) int { return strings.Compare(a.Path, b.Path) })
	return w.list, nil
}

// walk goes through the files of a folder.
type walk struct {
	root    *os.Root
	folder  string
	options Options
	list    *List
	seen    int
	used    map[string]bool // patterns of Include
	bytes   map[string]int64
}

func (w *walk) visit(name string, entry fs.DirEntry, err error) error {
	if err != nil {
		return err
	}
	if w.seen++; w.seen > maxSeen {
		return fault.New(op, fault.Invalid, fmt.Sprintf("the folder has more than %d files", maxSeen)).WithHint("is it the folder of an application?")
	}
	if entry.IsDir() {
		return w.folderAt(name)
	}
	if slices.Contains(w.options.Skip, filepath.Join(w.folder, filepath.FromSlash(name))) {
		return nil
	}
	return w.file(name, entry)
}

// folderAt decides about a folder as a whole, unless something in it is asked for.
func (w *walk) folderAt(name string) error {
	why := reasonOfFolder(name)
	if name == "." || why == "" && !w.excluded(name) {
		return nil
	}
	if w.wantsBelow(name) {
		return nil // each file is decided about
	}
	if why == "" {
		why = "--exclude"
	}
	w.list.Left = append(w.list.Left, Left{name + "/", why})
	return fs.SkipDir
}

// wantsBelow reports whether a pattern of Include, or a script, may be below a folder.
func (w *walk) wantsBelow(folder string) bool {
	for _, pattern := range w.options.Include {
		fixed, _, _ := strings.Cut(pattern, "*")
		if strings.HasPrefix(pattern, folder+"/") || strings.HasPrefix(folder+"/", fixed) || matches(pattern, folder) {
			return true
		}
	}
	return slices.ContainsFunc(w.options.Scripts, func(script string) bool { return strings.HasPrefix(script, folder+"/") })
}

func (w *walk) file(name string, entry fs.DirEntry) error {
	info, refused, err := w.look(name, entry)
	switch {
	case err != nil:
		return err
	case refused != "":
		return w.leave(name, refused)
	case w.secret(name, info) != "":
		return w.leave(name, w.secret(name, info))
	case w.isScript(name):
		return w.take(name, info)
	case w.excluded(name):
		return w.leave(name, "--exclude")
	case w.included(name):
		return w.take(name, info)
	}
	if why := reasonOf(name); why != "" {
		return w.leave(name, why)
	}
	return w.take(name, info)
}

func (w *walk) isScript(name string) bool { return slices.Contains(w.options.Scripts, name) }

// look returns what an entry is, a link followed. What is no file is refused. A link that leads out of the folder is an error.
func (w *walk) look(name string, entry fs.DirEntry) (info fs.FileInfo, refused string, err error) {
	if entry.Type()&fs.ModeSymlink == 0 {
		info, err = entry.Info()
		if err == nil && !info.Mode().IsRegular() {
			refused = "it is not a file"
		}
		return info, refused, err
	}
	if reasonOf(name) != "" && !w.included(name) && !w.isScript(name) {
		return nil, reasonOf(name), nil
	}
	info, err = w.root.Stat(filepath.FromSlash(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "a symbolic link to nothing", nil
	case err != nil:
		return nil, "", fault.New(op, fault.Invalid, fmt.Sprintf("%s is a symbolic link that leads out of the application", name)).
			WithHint("put the file itself into the folder, or leave the link out with --exclude " + name)
	case !info.Mode().IsRegular():
		return nil, "a symbolic link to a folder", nil
	}
	return info, "", nil
}

func (w *walk) take(name string, info fs.FileInfo) error {
	w.list.Paths = append(w.list.Paths, name)
	if isConfiguration(name) {
		w.list.Config = append(w.list.Config, name)
	}
	w.list.Bytes += info.Size()
	if w.bytes == nil {
		w.bytes = map[string]int64{}
	}
	top, _, _ := strings.Cut(name, "/")
	w.bytes[top] += info.Size()
	most := w.options.Most
	if most.Files > 0 && len(w.list.Paths) > most.Files {
		return w.tooMuch(fmt.Sprintf("more than %d files", most.Files))
	}
	if most.Bytes > 0 && w.list.Bytes > most.Bytes {
		return w.tooMuch(fmt.Sprintf("more than %d MiB", most.Bytes>>20))
	}
	return nil
}

// tooMuch is the error for an application without end.
func (w *walk) tooMuch(what string) error {
	largest := ""
	for name, size := range w.bytes {
		if largest == "" || size > w.bytes[largest] || size == w.bytes[largest] && name < largest {
			largest = name
		}
	}
	return fault.New(op, fault.Invalid, fmt.Sprintf("the application has %s, most of them in %s", what, path.Clean(largest))).
		WithHint("leave out what it does not need, such as --exclude '" + largest + "/**', and keep the files of users elsewhere")
}

func (w *walk) leave(name, why string) error {
	w.list.Left = append(w.list.Left, Left{name, why})
	return nil
}

func (w *walk) excluded(name string) bool {
	return slices.ContainsFunc(w.options.Exclude, func(pattern string) bool { return matches(pattern, name) })
}

func (w *walk) included(name string) bool {
	found := false
	for _, pattern := range w.options.Include {
		if matches(pattern, name) {
			if w.used == nil {
				w.used = map[string]bool{}
			}
			w.used[pattern], found = true, true
		}
	}
	return found
}
