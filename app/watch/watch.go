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

	"github.com/fwrun/fwrun/fault"
)

// Options of Folder; the zero value works.
type Options struct {
	Settle time.Duration   // nothing more happens for this long: 20 ms
	Limit  time.Duration   // a change is told at the latest this long after it began: 500 ms
	Log    func(err error) // takes what may have cost a change: nobody

	// Also lists more files to watch, whatever they are called and wherever they are: relative to
	// the folder, or absolute. It is asked again after each change.
	Also func() []string
}

// Folder watches a folder until ctx ends; then the channel is closed. Each value is the
// files that have changed, relative and sorted, since the value before was received. The
// error says why the folder cannot be watched.
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
	w := &watcher{folder: folder, options: o, notify: notify, pending: map[string]stamp{}, told: map[string]stamp{}}
	w.addAlso()
	if err := w.add("."); err != nil {
		_ = notify.Close() // nothing is lost with it
		return nil, unwatchable(folder, err)
	}
	clear(w.pending) // what was there before is no change
	changes := make(chan []string)
	go w.run(ctx, changes)
	return changes, nil
}

func unwatchable(folder string, err error) error {
	failed := fault.New("watch.folder", fault.Unavailable, fmt.Sprintf("cannot watch %q for changes", folder)).Because(err)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) {
		return failed.WithHint("the system watches no more files; raise fs.inotify.max_user_watches and fs.inotify.max_user_instances")
	}
	return failed
}

// watcher collects what changes. Only run and what it calls touch it.
type watcher struct {
	folder  string
	options Options
	notify  *fsnotify.Watcher
	pending map[string]stamp // by file; the stamp is filled in when it has settled
	told    map[string]stamp // as it was when it was told last
	began   time.Time        // of the pending change
	also    map[string]stamp // of the files of Options.Also, as they were seen last
}

// run tells changes that have settled, as soon as somebody listens.
func (w *watcher) run(ctx context.Context, changes chan<- []string) {
	defer close(changes)
	defer func() { _ = w.notify.Close() }()
	settled := time.NewTimer(w.options.Settle)
	defer settled.Stop()
	var ready chan<- []string // changes, when what is pending has settled
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
				if w.dropTold(); len(w.pending) > 0 {
					w.addAlso()
					ready = changes
				}
				continue
			}
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

// pause is how long to wait for more.
func (w *watcher) pause() time.Duration {
	return max(time.Millisecond, min(w.options.Settle, time.Until(w.began.Add(w.options.Limit))))
}

// more takes what has happened already and was not taken yet: on a busy machine the timer
// may be ahead of it.
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

// unfinished tells that a file has been emptied, most likely to be written anew. An empty
// script is a valid one, and would take the place of what it held.
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

// stamp tells one state of a file from the next.
type stamp struct {
	size     int64
	modified time.Time
}

// dropTold forgets what is as it was when it was told last: a late word of the same save.
func (w *watcher) dropTold() {
	for name := range w.pending {
		w.pending[name] = w.stampOf(name)
		if before, known := w.told[name]; known && before == w.pending[name] {
			delete(w.pending, name)
		}
	}
}

// remember notes what is pending as told.
func (w *watcher) remember() {
	maps.Copy(w.told, w.pending)
	clear(w.pending)
}

// stampOf is zero for a file that is gone.
func (w *watcher) stampOf(name string) stamp {
	info, err := os.Stat(w.pathOf(name))
	if err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime()}
}

// sorted is what is pending.
func (w *watcher) sorted() []string { return slices.Sorted(maps.Keys(w.pending)) }

// take notes the file of an event, and watches a folder that is new. A change of rights or
// times alone is none.
func (w *watcher) take(event fsnotify.Event) {
	name, err := filepath.Rel(w.folder, event.Name)
	if err != nil || event.Op == fsnotify.Chmod {
		return
	}
	name = filepath.ToSlash(name)
	w.takeAlso(filepath.Dir(event.Name))
	if !isWithin(name) || isInIgnored(name) {
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

// add watches a folder and those below it, and notes the files that are in them already:
// they may have come before the folder was watched. A file is left alone.
func (w *watcher) add(name string) error {
	return filepath.WalkDir(filepath.Join(w.folder, filepath.FromSlash(name)), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(w.folder, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if !entry.IsDir() {
			w.note(rel)
			return nil
		}
		if isIgnoredFolder(rel) {
			return fs.SkipDir
		}
		return w.notify.Add(path)
	})
}

// lost takes an error of the system. When it told more than could be taken in, anything may
// have changed.
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
