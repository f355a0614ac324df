package typescript

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/fwrun/fwrun/engine/cache"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/typings"
)

// kept is the folder with earlier answers; without one, nothing is kept.
type kept struct {
	folder string
	store  *cache.Store
}

// entry is what a compiler has said of an application, and of what.
type entry struct {
	Version  string
	Seen     [32]byte          // of what is known beforehand: configuration, names of files, installed packages
	Files    map[string][]byte // the sums of what it has read
	Problems fault.List
}

// openCache opens the part of a cache for answers. One that cannot be used is left alone.
func openCache(folder string) *kept {
	if folder == "" {
		return &kept{}
	}
	k := &kept{folder: filepath.Join(folder, "typescript")}
	store, err := cache.Open(k.folder)
	if err != nil {
		return &kept{}
	}
	k.store = store
	return k
}

func (k *kept) close() {
	if k.store != nil {
		k.store.Close()
	}
}

const roomPrefix = "run-"

// room makes the folder of one run, and removes those of runs that have died.
func (k *kept) room() (string, error) {
	entries, _ := os.ReadDir(k.folder) // there may be none
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() && strings.HasPrefix(e.Name(), roomPrefix) && time.Since(info.ModTime()) > 10*limit {
			_ = os.RemoveAll(filepath.Join(k.folder, e.Name()))
		}
	}
	room, err := os.MkdirTemp(k.folder, roomPrefix)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(room)
}

// key is that of the only entry of an application and a compiler.
func key(p *project, c compiler) cache.Key {
	return sha256.Sum256([]byte(strings.Join(append([]string{"types 1", p.folder}, c.command...), "\x00")))
}

// load returns the answers of an earlier run, if all that they depend on is as it was.
func (k *kept) load(p *project, c compiler) (e entry, fits bool) {
	if k.store == nil {
		return e, false
	}
	data, found := k.store.Load(key(p, c))
	if !found || json.Unmarshal(data, &e) != nil || e.Seen != seen(p, c) || c.version != "" && c.version != e.Version {
		return e, false
	}
	for name, sum := range e.Files {
		if now := sumOf(name); !bytes.Equal(now, sum) {
			return e, false
		}
	}
	return e, true
}

// save keeps the answers. Nothing is kept of a run that has named no files.
func (k *kept) save(p *project, c compiler, r Result, files []string) {
	if k.store == nil || len(files) == 0 {
		return
	}
	e := entry{Version: r.Version, Seen: seen(p, c), Files: map[string][]byte{}, Problems: r.Problems}
	own := filepath.Dir(c.command[len(c.command)-1])
	for _, name := range files {
		if name = filepath.FromSlash(name); !isBelow(name, own) && !isBelow(name, p.ours) {
			e.Files[name] = sumOf(name)
		}
	}
	if data, err := json.Marshal(e); err == nil {
		_ = k.store.Save(key(p, c), data) // without it, the next run asks again
	}
}

func isBelow(name, folder string) bool {
	return strings.HasPrefix(name, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}

func sumOf(name string) []byte {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	sum := sha256.Sum256(text)
	return sum[:]
}

// seen sums what is known before a compiler is asked: the typings, the configuration, the names of the files, which packages are installed, and
// which executable it is.
func seen(p *project, c compiler) (sum [32]byte) {
	h := sha256.New()
	add := func(texts ...[]byte) {
		for _, text := range texts {
			one := sha256.Sum256(text)
			_, _ = h.Write(one[:]) // it never fails
		}
	}
	ours := typingsSum()
	plain := *p
	plain.ours = "ours"
	add(ours[:], plain.text())
	for _, file := range p.config.Chain {
		add([]byte(file), sumOf(file))
	}
	p.each(func(name string) bool { add([]byte(name)); return true })
	for _, modules := range append([]string{p.folder}, p.nearest("node_modules")...) {
		for _, name := range []string{".package-lock.json", "package.json"} {
			add(sumOf(filepath.Join(modules, name)))
		}
	}
	if info, err := os.Stat(c.command[len(c.command)-1]); err == nil {
		stamp, _ := json.Marshal([]any{info.Size(), info.ModTime().UnixNano()}) // numbers
		add(stamp)
	}
	h.Sum(sum[:0])
	return sum
}

// typingsSum sums the typings of this binary.
var typingsSum = sync.OnceValue(func() [32]byte {
	h := sha256.New()
	entries, _ := fs.ReadDir(typings.Files, ".") // embedded
	for _, e := range entries {
		text, _ := typings.Files.ReadFile(e.Name())
		one := sha256.Sum256(text)
		_, _ = h.Write(one[:]) // it never fails
	}
	return [32]byte(h.Sum(nil))
})
