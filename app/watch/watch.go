package watch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/fwrun/fwrun/platform/fault"
)

// Options of Folder; the zero value is usable.
type Options struct {
	Settle time.Duration   // report when nothing more has happened for this long; 20 ms if 0
	Limit  time.Duration   // report at the latest this long after the first change; 500 ms if 0
	Log    func(err error) // receives errors that may have lost a change; may be nil

	// Also lists additional files to watch, of any name and anywhere: relative to the folder, or absolute. It
	// is called again after each change.
	Also func() []string
}

// Folder watches a folder until ctx ends; then the channel is closed. Each value lists the files that have
// changed since the previous value was received, relative and sorted. The error says why the folder cannot be
// watched.
func Folder(ctx context.Context, folder string, o Options) (<-chan []string, error) {
	o.Settle = cmp.Or(o.Settle, 20*time.Millisecond)
	o.Limit = cmp.Or(o.Limit, 500*time.Millisecond)
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, unwatchable(folder, err)
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return nil, err
	}
	w := &watcher{folder: folder, options: o, notify: notify, pending: map[string]stamp{}, reported: map[string]stamp{}}
	w.addLinks()
	w.addAlso()
	if err := w.add("."); err != nil {
		_ = notify.Close() // closing it loses nothing
		return nil, unwatchable(folder, err)
	}
	clear(w.pending) // existing files are not a change
	changes := make(chan []string)
	go w.run(ctx, changes)
	return changes, nil
}

func unwatchable(folder string, err error) error {
	failed := fault.New("watch.folder", fault.Unavailable, fmt.Sprintf("cannot watch %q for changes", folder)).Because(err)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) {
		return failed.WithHint("the limit of watched files is reached; raise fs.inotify.max_user_watches and fs.inotify.max_user_instances")
	}
	return failed
}

// watcher collects changes. Only run and the functions it calls access it.
type watcher struct {
	folder   string
	options  Options
	notify   *fsnotify.Watcher
	pending  map[string]stamp // by file; the stamp is set when the file has settled
	reported map[string]stamp // the stamps when the files were last reported
	began    time.Time        // of the pending change
	also     map[string]stamp // the last stamps of the files of Options.Also
	links    map[string]bool  // symbolic links on the way to the folder
	gone     <-chan time.Time // when a folder that has gone is looked for
}

// run sends changes that have settled as soon as the receiver is ready.
func (w *watcher) run(ctx context.Context, changes chan<- []string) {
	defer close(changes)
	defer func() { _ = w.notify.Close() }()
	settled := time.NewTimer(w.options.Settle)
	defer settled.Stop()
	var ready chan<- []string // changes, once the pending ones have settled
	for {
		select {
		case <-ctx.Done():
			return
		case ready <- w.sorted():
			ready = nil
			w.remember()
			continue
		case <-settled.C:
			if !w.more() && !w.unfinished() {
				if w.dropReported(); len(w.pending) > 0 {
					w.addAlso()
					ready = changes
				}
				continue
			}
		case <-w.gone:
			w.renew()
		case event := <-w.notify.Events:
			w.take(event)
		case err := <-w.notify.Errors:
			w.lost(err)
		}
		if len(w.pending) > 0 {
			ready = nil
			settled.Reset(w.pause())
		}
	}
}

// pause returns how long to wait for more changes.
func (w *watcher) pause() time.Duration {
	return max(time.Millisecond, min(w.options.Settle, time.Until(w.began.Add(w.options.Limit))))
}

// more takes events that have happened but were not received yet: on a busy machine the timer may fire before
// them.
func (w *watcher) more() (some bool) {
	for {
		select {
		case event := <-w.notify.Events:
			w.take(event)
			some = true
		default:
			return some
		}
	}
}

// unfinished reports whether a file has been emptied, most likely to be written again. An empty script is
// valid, and would replace the current one.
func (w *watcher) unfinished() bool {
	if time.Since(w.began) >= w.options.Limit {
		return false
	}
	for name := range w.pending {
		if s := w.stampOf(name); s.size == 0 && !s.modified.IsZero() {
			return true
		}
	}
	return false
}

// stamp distinguishes the states of a file.
type stamp struct {
	size     int64
	modified time.Time
}

// dropReported removes pending files that are the same as when they were last reported: late events of the same
// save.
func (w *watcher) dropReported() {
	for name := range w.pending {
		w.pending[name] = w.stampOf(name)
		if before, known := w.reported[name]; known && before == w.pending[name] {
			delete(w.pending, name)
		}
	}
}

// remember records the pending files as reported.
func (w *watcher) remember() {
	maps.Copy(w.reported, w.pending)
	clear(w.pending)
}

// stampOf returns the stamp of a file; zero if it does not exist.
func (w *watcher) stampOf(name string) stamp {
	info, err := os.Stat(w.pathOf(name))
	if err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime()}
}

// sorted returns the pending files.
func (w *watcher) sorted() []string { return slices.Sorted(maps.Keys(w.pending)) }

// take records the file of an event, and watches a folder that is new. A change of permissions or times alone
// does not count.
func (w *watcher) take(event fsnotify.Event) {
	name, err := filepath.Rel(w.folder, event.Name)
	if err != nil || event.Op == fsnotify.Chmod {
		return
	}
	if w.isRoot(event) {
		w.renew()
		return
	}
	name = filepath.ToSlash(name)
	w.takeAlso(filepath.Dir(event.Name))
	if !isWithin(name) || isInIgnored(name) {
		return
	}
	if event.Has(fsnotify.Create) && isSwitch(name) {
		w.takeSwitch(name)
		return
	}
	if event.Has(fsnotify.Create) && !isIgnoredFolder(name) {
		if err := w.add(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			w.complain(err)
		}
	}
	w.note(name)
}

func (w *watcher) note(name string) {
	if isPart(name) {
		w.pend(name)
	}
}

func (w *watcher) pend(name string) {
	if len(w.pending) == 0 {
		w.began = time.Now()
	}
	w.pending[name] = stamp{}
}

// add watches a folder and those below it, and records the files in them: they may have been made before the
// folder was watched. It ignores a file.
func (w *watcher) add(name string) error { return w.walk(name, true) }

// walk is add. A folder that is a symbolic link is walked, too, but none that lies below such a folder: links may lead in circles.
func (w *watcher) walk(name string, follows bool) error {
	root := filepath.Join(w.folder, filepath.FromSlash(name))
	if isFolder(root) {
		root += string(filepath.Separator) // a link is what it leads to
	}
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(w.folder, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case entry.IsDir() && isIgnoredFolder(rel):
			return fs.SkipDir
		case entry.IsDir():
			return w.notify.Add(filepath.Clean(path))
		case follows && entry.Type()&fs.ModeSymlink != 0 && isFolder(path):
			if !isIgnoredFolder(rel) {
				return w.walk(rel, false)
			}
		default:
			w.note(rel)
		}
		return nil
	})
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// lost handles an error of the system. If events were dropped, any file may have changed.
func (w *watcher) lost(err error) {
	if !errors.Is(err, fsnotify.ErrEventOverflow) {
		w.complain(err)
	} else if err := w.add("."); err != nil {
		w.complain(err)
	} else {
		w.takeAlso("")
	}
}

func (w *watcher) complain(err error) {
	if w.options.Log != nil {
		w.options.Log(err)
	}
}
