package watch

import (
	"path"
	"path/filepath"
	"strings"
)

// addAlso watches the folders of the files that are watched besides, as they are listed now. One
// that cannot be watched, because it is not there, is tried again after the next change.
func (w *watcher) addAlso() {
	if w.options.Also == nil {
		return
	}
	known := w.also
	w.also = map[string]stamp{}
	for _, name := range w.options.Also() {
		file := w.pathOf(name)
		_ = w.notify.Add(filepath.Dir(file))
		before, isKnown := known[file]
		if !isKnown {
			before = w.stampOf(file)
		}
		w.also[file] = before
	}
}

// takeAlso looks at the files that are watched besides in a folder in which something happened, or
// at all of them when that is empty. They may be links to where it happened, so that the event need
// not name them.
func (w *watcher) takeAlso(folder string) {
	for file, before := range w.also {
		if folder != "" && filepath.Dir(file) != folder {
			continue
		}
		if now := w.stampOf(file); now != before {
			w.also[file] = now
			w.pend(w.nameOf(file))
		}
	}
}

// pathOf is the absolute path of a name.
func (w *watcher) pathOf(name string) string {
	if file := filepath.FromSlash(name); filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	return filepath.Join(w.folder, filepath.FromSlash(name))
}

// nameOf is how a file is told: relative when it is in the folder.
func (w *watcher) nameOf(file string) string {
	name, err := filepath.Rel(w.folder, file)
	if name = filepath.ToSlash(name); err != nil || !isWithin(name) {
		return filepath.ToSlash(file)
	}
	return name
}

// isWithin tells a relative name that stays in the folder.
func isWithin(name string) bool { return name != ".." && !strings.HasPrefix(name, "../") }

// isInIgnored tells a file in a folder that is watched for another file only.
func isInIgnored(name string) bool {
	for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
		if isIgnoredFolder(folder) {
			return true
		}
	}
	return false
}
