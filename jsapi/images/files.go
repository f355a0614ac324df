package images

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"syscall"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/platform/fault"
	core "github.com/fwrun/fwrun/platform/images"
)

// source is what a script has given as an image.
type source struct {
	open func() (*file, error)
}

// file is an opened source.
type file struct {
	io.ReaderAt
	size  int64
	close func()
}

// upload is the Go value behind the object of an uploaded file.
type upload interface {
	Path() string // empty if nothing was uploaded
	Name() string
}

// source reads the first argument of a method: an uploaded file, a path, or bytes.
func (r *Realm) source(method string, value goja.Value) source {
	switch value := value.(type) {
	case goja.String:
		return source{func() (*file, error) { return r.open(method, value.String()) }}
	case *goja.Object:
		if kind := value.ExportType(); kind != nil && kind.Kind() == reflect.Pointer {
			if sent, ok := value.Export().(upload); ok {
				return source{func() (*file, error) { return openUpload(method, sent) }}
			}
		}
		if content, ok := realm.Bytes(value); ok {
			return source{func() (*file, error) { return &file{bytes.NewReader(content), int64(len(content)), func() {}}, nil }}
		}
	}
	r.fail("%s takes an HttpUploadedFile, a path, or bytes: a Uint8Array or an ArrayBuffer", method)
	return source{}
}

// openUpload opens a file that a client has sent. Its path is the host's.
func openUpload(method string, sent upload) (*file, error) {
	name := sent.Path()
	if name == "" {
		return nil, fmt.Errorf("%s: no file was uploaded", method)
	}
	opened, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: the uploaded file is gone: it is removed when its request has been answered, unless it was moved", method)
	}
	return regular(method, sent.Name(), opened, err)
}

// regular returns an opened file, unless it is a folder, a pipe or a device.
func regular(method, name string, opened *os.File, err error) (*file, error) {
	if err == nil {
		var info fs.FileInfo
		if info, err = opened.Stat(); err == nil && info.Mode().IsRegular() {
			return &file{opened, info.Size(), func() { _ = opened.Close() }}, nil
		}
		_ = opened.Close()
		if err == nil {
			err = errors.New("it is not a regular file")
		}
	}
	return nil, fmt.Errorf("%s: the file %q cannot be opened: %w", method, name, folders.CauseOf(err))
}

func (r *Realm) open(method, name string) (*file, error) {
	root, below, err := r.folders.Open(name)
	if err != nil {
		return regular(method, name, nil, err)
	}
	defer func() { _ = root.Close() }()                                    // the opened file stays open
	opened, err := root.OpenFile(below, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe must not wait for a writer
	return regular(method, name, opened, err)
}

// write writes the pictures whose variants have a path: all of them to temporary files, which then get their names. So
// a file is there as a whole or not at all, and if one cannot be written, none is.
func (r *Realm) write(ctx context.Context, variants []variant, pictures []core.Picture) (err error) {
	var written []*pending
	defer func() {
		for _, p := range written {
			p.end()
		}
	}()
	for i, v := range variants {
		if v.to == "" {
			continue
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		p, err := r.create(v.to, pictures[i].Bytes)
		if err != nil {
			return cannotWrite(v.to, err)
		}
		written = append(written, p)
	}
	for _, p := range written {
		if err := p.root.Rename(p.beside, p.name); err != nil {
			return cannotWrite(p.name, err)
		}
		p.beside = ""
	}
	return nil
}

func cannotWrite(name string, err error) error {
	err = fmt.Errorf("resize: the file %q cannot be written: %w", name, folders.CauseOf(err))
	if errors.Is(err, syscall.ENOSPC) {
		return fault.New("jsapi.images", fault.Unavailable, "there is no space left for the image").Because(err)
	}
	return err
}

// pending is a file under a temporary name.
type pending struct {
	root         *os.Root
	beside, name string
}

// end removes the file, unless it has its name.
func (p *pending) end() {
	if p.beside != "" {
		_ = p.root.Remove(p.beside)
	}
	_ = p.root.Close()
}

// create writes a file beside the one with that name. The folder is made if it does not exist.
func (r *Realm) create(name string, content []byte) (*pending, error) {
	const folderMode, fileMode = 0o755, 0o644
	if err := r.folders.Changeable(name); err != nil {
		return nil, err
	}
	folder, below, err := r.folders.Locate(name)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, folderMode); err != nil { // one of the configuration's may not exist yet
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	p := &pending{root: root, name: below}
	if err := root.MkdirAll(filepath.Dir(below), folderMode); err != nil {
		p.end()
		return nil, err
	}
	p.beside = filepath.Join(filepath.Dir(below), ".fwrun-"+rand.Text())
	if err := root.WriteFile(p.beside, content, fileMode); err != nil {
		p.end()
		return nil, err
	}
	return p, nil
}
