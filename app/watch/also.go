package watch

import (
	"path"
	"path/filepath"
	"strings"
)

// addAlso watches the folders of the additional files, as currently listed. A folder that cannot be watched
// because it does not exist is tried again after the next change.
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

// takeAlso checks the additional files in a folder in which something changed, or all of them if folder is
// empty. A file may be a link to the place of the change, in which case the event does not name it.
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

// pathOf returns the absolute path of a name.
func (w *watcher) pathOf(name string) string {
	if file := filepath.FromSlash(name); filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	return filepath.Join(w.folder, filepath.FromSlash(name))
}

// nameOf returns the name under which a file is reported: relative if it is in the folder.
func (w *watcher) nameOf(file string) string {
	name, err := filepath.Rel(w.folder, file)
	if name = filepath.ToSlash(name); err != nil || !isWithin(name) {
		return filepath.ToSlash(file)
	}
	return name
}

// isWithin reports whether a relative name stays in the folder.
func isWithin(name string) bool { return name != ".." && !strings.HasPrefix(name, "../") }

// isInIgnored reports whether a file is in a folder that is only watched for an additional file.
func isInIgnored(name string) bool {
	for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
		if isIgnoredFolder(folder) {
			return true
		}
	}
	return false
}
