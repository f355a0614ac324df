package snapshot

import (
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/engine/bundle"
)

// Sum is the hash of a content; zero if there is no content.
type Sum [sha256.Size]byte

// SumOf hashes the content of a file.
func SumOf(content []byte) Sum { return sha256.Sum256(content) }

// Fact is a property of the file system that a build depended on: the content of a file, the names in a
// folder, or the absence of a file or folder.
type Fact struct {
	Path  string // relative to the application's folder, slash-separated
	Names bool   // it is about a folder
	Sum   Sum
}

// question is a query about the file system; a fact is the answer to one.
type question struct {
	path  string // absolute
	names bool
}

// answer is the current answer of the file system.
type answer struct {
	sum      Sum
	modified time.Time // zero if it does not exist
	content  []byte    // of a file, never nil
}

// ask answers a question. It returns an error if the answer cannot be determined.
func (q question) ask() (answer, error) {
	a, err := q.look()
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return answer{}, nil
	}
	return a, err
}

func (q question) look() (a answer, err error) {
	info, err := os.Stat(q.path)
	switch {
	case err != nil:
		return answer{}, err
	case q.names:
		a.sum, err = namesIn(q.path)
	case info.Mode().IsRegular():
		a.content, err = os.ReadFile(q.path)
		a.sum = SumOf(a.content)
	default:
		a.sum = SumOf([]byte(info.Mode().Type().String())) // a folder with that name
	}
	if err != nil {
		return answer{}, err
	}
	info, err = os.Stat(q.path) // it may have changed meanwhile
	if err == nil {
		a.modified = info.ModTime()
	}
	return a, err
}

// namesIn hashes the real path of a folder, and those of its entries that an import could name: folders,
// links and their targets, and files of the kinds that can be imported. In node_modules it includes the
// folders of scopes. Names that begin with a dot are ignored, and folders without anything that could be
// imported: data comes and goes with the admin socket of a process that serves.
func namesIn(folder string) (Sum, error) {
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return Sum{}, err
	}
	hash := sha256.New()
	_, _ = io.WriteString(hash, real+"\n")
	err = writeNames(hash, folder, filepath.Base(folder) == nodeModules)
	return Sum(hash.Sum(nil)), err
}

const nodeModules = "node_modules"

// fewEntries is how many entries of a folder are looked at before it counts as one to import from.
const fewEntries = 16

// isBare reports whether a folder has a few entries at most, and none that an import could name.
func isBare(folder string) bool {
	f, err := os.Open(folder)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	entries, err := f.ReadDir(fewEntries)
	if err != nil && !errors.Is(err, io.EOF) || len(entries) == fewEntries {
		return false
	}
	return !slices.ContainsFunc(entries, func(entry fs.DirEntry) bool {
		kind := entry.Type()
		return kind.IsDir() || kind&fs.ModeSymlink != 0 || kind.IsRegular() && bundle.CanImport(entry.Name())
	})
}

func writeNames(w io.Writer, folder string, packages bool) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name, kind := entry.Name(), entry.Type()
		switch {
		case strings.HasPrefix(name, ".") && !kind.IsRegular():
			continue
		case kind&fs.ModeSymlink != 0:
			target, err := filepath.EvalSymlinks(filepath.Join(folder, name))
			if err != nil {
				target = "" // the target does not exist, but may later
			}
			name += " -> " + target
		case kind.IsRegular() && !bundle.CanImport(name):
			continue
		case kind.IsDir() && !packages && isBare(filepath.Join(folder, name)):
			continue
		}
		_, _ = io.WriteString(w, kind.String()+name+"\n")
		if packages && kind.IsDir() && strings.HasPrefix(name, "@") {
			if err := writeNames(w, filepath.Join(folder, name), false); err != nil {
				return err
			}
		}
	}
	return nil
}
