package stories

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/platform/config"
)

// recordSettings say of which requests files are written.
type recordSettings struct {
	folder     string // absolute; empty for none
	onlyErrors bool
	maxFiles   int
	maxBytes   int64
}

func readRecord(r *config.Reader) recordSettings {
	s := recordSettings{
		folder:     r.String("record.folder"),
		onlyErrors: r.Bool("record.only-errors"),
		maxFiles:   r.Int("record.max-files"),
		maxBytes:   max(r.Size("record.max-bytes"), 1<<20),
	}
	if s.folder != "" {
		if whole, err := filepath.Abs(s.folder); err == nil {
			s.folder = whole
		}
	}
	return s
}

// keeper writes the files of requests, one after the other and beside them. The oldest files give way to the latest.
type keeper struct {
	recordSettings
	log     *slog.Logger
	coming  chan kept
	writing sync.Mutex
	known   []keptFile // the oldest first; nil until the folder was read
	bytes   int64
	number  int

	failing   atomic.Bool  // the last file could not be written
	lost      atomic.Int64 // files that nobody had time for
	complains atomic.Int64 // when it was last said that a request could not be recorded
}

type kept struct {
	file *replay.File
	at   time.Time
}

type keptFile struct {
	name string
	size int64
}

// mostComing is how many files wait to be written.
const mostComing = 64

// keeperOf returns the keeper of the part before, if it keeps the same, or a new one.
func keeperOf(before *Part, s recordSettings, log *slog.Logger) *keeper {
	if before != nil && before.recordings != nil {
		if k := before.recordings.keeper; k != nil && k.recordSettings == s {
			return k
		}
	}
	return &keeper{recordSettings: s, log: log, coming: make(chan kept, mostComing)}
}

// complaining is how often it is said that requests cannot be recorded.
const complaining = time.Minute

// take lets a file be written. It does not wait for that.
func (k *keeper) take(file *replay.File, at time.Time, why error) {
	if why != nil {
		now := time.Now().UnixNano()
		if last := k.complains.Load(); now-last > int64(complaining) && k.complains.CompareAndSwap(last, now) {
			k.log.Warn("a request was not recorded", "error", why)
		}
		return
	}
	select {
	case k.coming <- kept{file, at}:
		go k.work()
	default:
		k.lost.Add(1)
	}
}

// work writes what waits, unless somebody else does.
func (k *keeper) work() {
	k.writing.Lock()
	defer k.writing.Unlock()
	for {
		select {
		case next := <-k.coming:
			k.write(next)
		default:
			return
		}
	}
}

// write writes a file. That it fails is said once, until it succeeds again.
func (k *keeper) write(next kept) {
	err := k.store(next)
	switch {
	case err == nil && k.failing.CompareAndSwap(true, false):
		k.log.Info("requests are recorded again", "folder", k.folder, "lost", k.lost.Swap(0))
	case err != nil:
		k.lost.Add(1)
		if k.failing.CompareAndSwap(false, true) {
			k.log.Error("requests cannot be recorded; serving goes on without that", "folder", k.folder, "error", err)
		}
	}
}

func (k *keeper) store(next kept) error {
	text, err := next.file.Format()
	if err != nil {
		return err
	}
	if err := k.read(); err != nil {
		return err
	}
	k.makeRoom(int64(len(text)))
	k.number++
	name := fmt.Sprintf("%s-%03d-%d-%s%s", next.at.UTC().Format("20060102T150405.000"), k.number%1000, next.file.Response.Status,
		replay.FileName(next.file.Request.Method, next.file.Request.Path), replay.Suffix)
	root, err := os.OpenRoot(k.folder)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	if err := writeNew(root, name, text, 0o600); err != nil {
		return err
	}
	k.known, k.bytes = append(k.known, keptFile{name, int64(len(text))}), k.bytes+int64(len(text))
	return nil
}

// read reads which files are there.
func (k *keeper) read() error {
	if k.known != nil {
		return nil
	}
	if err := os.MkdirAll(k.folder, 0o700); err != nil {
		return err
	}
	list, err := os.ReadDir(k.folder)
	if err != nil {
		return err
	}
	k.known, k.bytes = []keptFile{}, 0
	for _, entry := range list {
		if info, err := entry.Info(); err == nil && entry.Type().IsRegular() && isKept(entry.Name()) {
			k.known, k.bytes = append(k.known, keptFile{entry.Name(), info.Size()}), k.bytes+info.Size()
		}
	}
	slices.SortFunc(k.known, func(a, b keptFile) int { return strings.Compare(a.name, b.name) })
	return nil
}

// isKept reports whether a file was written by a keeper: others stay.
func isKept(name string) bool {
	at, _, _ := strings.Cut(name, "-")
	_, err := time.Parse("20060102T150405.000", at)
	return err == nil && strings.HasSuffix(name, replay.Suffix)
}

// makeRoom removes the oldest files until there is room for one of a size.
func (k *keeper) makeRoom(size int64) {
	for len(k.known) > 0 && (len(k.known) >= k.maxFiles || k.bytes+size > k.maxBytes) {
		oldest := k.known[0]
		if err := os.Remove(filepath.Join(k.folder, oldest.name)); err != nil && !os.IsNotExist(err) {
			k.log.Warn("a recorded request cannot be removed", "file", oldest.name, "error", err)
		}
		k.known, k.bytes = k.known[1:], k.bytes-oldest.size
	}
}
