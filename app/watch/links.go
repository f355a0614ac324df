package watch

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// mostLinks bounds how many links are followed on the way to a folder, as systems do.
const mostLinks = 40

// absence is how often a folder that has gone is looked for.
const absence = 200 * time.Millisecond

// addLinks watches the symbolic links on the way to the folder: they may come to lead to another one, such as the next release.
func (w *watcher) addLinks() {
	w.links = map[string]bool{}
	w.follow(w.folder)
	for link := range w.links {
		_ = w.notify.Add(filepath.Dir(link)) // without it the change is not seen, and SIGHUP is
	}
}

func (w *watcher) follow(file string) {
	for at := file; at != filepath.Dir(at); at = filepath.Dir(at) {
		target, err := os.Readlink(at)
		if err != nil || w.links[at] || len(w.links) == mostLinks {
			continue
		}
		w.links[at] = true
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(at), target)
		}
		w.follow(target)
	}
}

// isRoot reports whether an event may have put another folder in the place of the watched one.
func (w *watcher) isRoot(event fsnotify.Event) bool {
	return w.links[event.Name] || event.Name == w.folder && event.Has(fsnotify.Remove|fsnotify.Rename|fsnotify.Create)
}

// renew watches the folder that there is now, all of whose files may be other ones. If there is none, it is looked for again in a while.
func (w *watcher) renew() {
	for _, watched := range w.notify.WatchList() {
		_ = w.notify.Remove(watched) // fails if it has gone
	}
	clear(w.reported)
	w.addLinks()
	w.addAlso()
	w.gone = nil
	if err := w.add("."); err != nil {
		w.gone = time.After(absence)
	}
}

// isSwitch reports whether a file is the link that Kubernetes lets lead to the next state of all files beside it, whose links stay as they are.
func isSwitch(name string) bool { return path.Base(name) == "..data" }

// takeSwitch records the files beside such a link.
func (w *watcher) takeSwitch(name string) {
	folder := path.Dir(name)
	entries, _ := os.ReadDir(w.pathOf(folder)) // what cannot be read is not watched
	for _, entry := range entries {
		if entry.Type()&fs.ModeSymlink != 0 {
			w.note(path.Join(folder, entry.Name()))
		}
	}
}
