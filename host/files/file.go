package files

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"syscall"
	"time"
)

// File is an open regular file. Either it or its [Body] must be closed.
type File struct {
	*os.File
	Size     int64
	Modified time.Time // zero if the file system does not know it
}

// ErrNotRegular is the error of opening a folder, a pipe or a device.
var ErrNotRegular = errors.New("not a regular file")

// Open opens a file anywhere. The path must not come from a client.
func Open(path string) (*File, error) {
	return regular(os.OpenFile(path, openFlags, 0))
}

// OpenIn opens a file below a folder, by a slash-separated name that cannot leave it.
func OpenIn(folder, name string) (*File, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, &FolderError{err}
	}
	defer func() { _ = root.Close() }() // the opened file stays open
	local, err := localName(name)
	if err != nil {
		return nil, err
	}
	return regular(root.OpenFile(local, openFlags, 0))
}

// FolderError means that the folder, not the file, cannot be opened.
type FolderError struct{ Err error }

func (e *FolderError) Error() string { return e.Err.Error() }

// Unwrap returns the system's error.
func (e *FolderError) Unwrap() error { return e.Err }

// openFlags: opening a pipe must not wait until another process writes to it.
const openFlags = os.O_RDONLY | syscall.O_NONBLOCK

func regular(file *os.File, err error) (*File, error) {
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: file.Name(), Err: ErrNotRegular}
	}
	if err != nil {
		_ = file.Close() // it was only read
		return nil, err
	}
	return &File{File: file, Size: info.Size(), Modified: modified(info)}, nil
}

// modified returns the file's time, or zero for the times that archives and builds give every file to be reproducible:
// two versions of a file would have the same time.
func modified(info fs.FileInfo) time.Time {
	if t := info.ModTime(); t.After(time.Date(1980, 1, 2, 23, 59, 59, 0, time.UTC)) {
		return t
	}
	return time.Time{}
}

// Version identifies the file's state by its size and the nanosecond of its last change. A file without a time has no
// version.
func (f *File) Version() Version {
	if f.Modified.IsZero() {
		return Version{}
	}
	tag := strconv.AppendInt([]byte{'"'}, f.Size, 36)
	tag = strconv.AppendInt(append(tag, '-'), f.Modified.UnixNano(), 36)
	return Version{ETag: string(append(tag, '"')), Modified: f.Modified}
}

// Missing reports whether an error of opening means that there is no such file, or none that may be reached: it does
// not exist, is a folder, has an impossible name, leads out of the folder, or may not be read.
func Missing(err error) bool {
	if _, ok := errors.AsType[*FolderError](err); ok {
		return false
	}
	for _, kind := range []error{
		fs.ErrNotExist, fs.ErrPermission, fs.ErrInvalid, ErrNotRegular, errName,
		syscall.ENOTDIR, syscall.ELOOP, syscall.ENAMETOOLONG, syscall.EINVAL, syscall.ENXIO,
	} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return isEscape(err)
}

// isEscape reports whether the error is that of a name that leads out of its root; package os exports no value for it.
func isEscape(err error) bool {
	e, ok := errors.AsType[*fs.PathError](err)
	return ok && e.Err != nil && e.Err.Error() == "path escapes from parent"
}

// Kind is the kind of file that a name refers to.
type Kind uint8

// The kinds.
const (
	Nothing Kind = iota
	Regular
	Folder
)

// KindOf returns the kind of a slash-separated name below a folder; "." is the folder itself. A name that leads out of
// the folder, or is neither a file nor a folder, is Nothing.
func KindOf(folder, name string) Kind {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return Nothing
	}
	defer func() { _ = root.Close() }()
	local, err := localName(name)
	if err != nil {
		return Nothing
	}
	info, err := root.Stat(local)
	switch {
	case err != nil:
		return Nothing
	case info.IsDir():
		return Folder
	case info.Mode().IsRegular():
		return Regular
	default:
		return Nothing
	}
}
