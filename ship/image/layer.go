package image

import (
	"archive/tar"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
)

// layer is an archive under construction. Its entries have no times, so that it is the same each time. Failures are kept for the end.
type layer struct {
	archive *tar.Writer
	there   map[string]bool // folders
	failed  error
}

// newLayer makes a layer of a temporary file in a folder.
func newLayer(folder string, fill func(*layer) error) (v1.Layer, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	return compress(filepath.Join(folder, strconv.Itoa(len(entries))), func(w io.Writer) error {
		l := &layer{archive: tar.NewWriter(w), there: map[string]bool{}}
		return errors.Join(fill(l), l.failed, l.archive.Close())
	})
}

// epoch is the time of all files: not zero, which some tools take for no time.
func epoch() time.Time { return time.Unix(1, 0).UTC() }

func (l *layer) header(h tar.Header) {
	h.ModTime, h.Format = epoch(), tar.FormatPAX
	if l.failed == nil {
		l.failed = l.archive.WriteHeader(&h)
	}
}

// folders adds folders of root, unless they are there.
func (l *layer) folders(names ...string) {
	for _, name := range names {
		if !l.there[name] {
			l.there[name] = true
			l.header(tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: 0o755})
		}
	}
}

// ownFolders adds folders of the user.
func (l *layer) ownFolders(names ...string) {
	for _, name := range names {
		l.there[name] = true
		l.header(tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: 0o755, Uid: User, Gid: User})
	}
}

// sharedFolder adds a folder that everybody may write to.
func (l *layer) sharedFolder(name string) {
	l.there[name] = true
	l.header(tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: 0o1777})
}

// file begins a file of root, and the folders that it is in.
func (l *layer) file(name string, size, mode int64) (io.Writer, error) {
	var above []string
	for at := path.Dir(name); at != "."; at = path.Dir(at) {
		above = append([]string{at}, above...)
	}
	l.folders(above...)
	l.header(tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: mode})
	return l.archive, l.failed
}

func (l *layer) write(name string, content []byte, mode int64) error {
	w, err := l.file(name, int64(len(content)), mode)
	if err == nil {
		_, err = w.Write(content)
	}
	return err
}
