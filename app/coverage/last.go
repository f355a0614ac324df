package coverage

import (
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Run is a run of tests and what it has covered.
type Run struct {
	Application             string // its folder, absolute
	Began                   time.Time
	Took                    time.Duration
	Passed, Failed, Skipped int  // tests
	Part                    bool // not all tests were asked for, or it has ended before all had run
	Files                   []*File
}

// keptSuffix ends the names of runs that are kept, and keptFor is for how long.
const (
	keptSuffix = ".coverage"
	keptFor    = 30 * 24 * time.Hour
)

// nameOf returns the name of the file for the runs of an application.
func nameOf(application string) string {
	sum := sha256.Sum256([]byte(application))
	return hex.EncodeToString(sum[:16]) + keptSuffix
}

// Keep keeps a run in a folder of the user, in place of the last one of the same application, and removes what nobody has replaced for long.
func Keep(folder string, r *Run) (err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(folder, "*"+keptSuffix+".tmp") // a reader sees one run or the other
	if err != nil {
		return err
	}
	err = errors.Join(gob.NewEncoder(file).Encode(r), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), filepath.Join(folder, nameOf(r.Application)))
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return err
	}
	forget(folder, r.Began.Add(-keptFor))
	return nil
}

// forget removes the runs that are older than a time, and what a process has left that died while it wrote one.
func forget(folder string, before time.Time) {
	entries, _ := os.ReadDir(folder) // what cannot be read is not removed
	for _, entry := range entries {
		if name := strings.TrimSuffix(entry.Name(), ".tmp"); !strings.HasSuffix(name, keptSuffix) {
			continue
		}
		if info, err := entry.Info(); err == nil && info.ModTime().Before(before) {
			_ = os.Remove(filepath.Join(folder, entry.Name()))
		}
	}
}

// Last reads the run of an application that was kept last. It may be used by several goroutines.
type Last struct {
	path string

	mu   sync.Mutex
	seen fs.FileInfo // of the file that run was read from; nil if there was none
	run  *Run
}

// LastOf returns the last run of an application that is kept in a folder.
func LastOf(folder, application string) *Last {
	return &Last{path: filepath.Join(folder, nameOf(application))}
}

// Run returns the run, which nobody may change; nil if there is none that can be read.
func (l *Last) Run() *Run {
	info, err := os.Stat(l.path)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case err != nil:
		l.seen, l.run = nil, nil
	case l.seen == nil || !os.SameFile(l.seen, info) || !l.seen.ModTime().Equal(info.ModTime()):
		l.seen, l.run = info, readRun(l.path)
	}
	return l.run
}

// readRun reads a run; nil if another version of fwrun has written it.
func readRun(path string) *Run {
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	r := &Run{}
	if gob.NewDecoder(file).Decode(r) != nil {
		return nil
	}
	return r
}

// Name returns the path of a file relative to the application, with slashes.
func (r *Run) Name(f *File) string { return relative(r.Application, f.Path) }

// Named returns the file of that name; nil if there is none.
func (r *Run) Named(name string) *File {
	for _, f := range r.Files {
		if r.Name(f) == name {
			return f
		}
	}
	return nil
}
