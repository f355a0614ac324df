package multipart

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"

	"github.com/gabriel-vasile/mimetype"

	"github.com/fwrun/fwrun/fault"
)

// The codes of a file, of those that PHP numbers. Other mistakes end the request.
const (
	OK     = 0
	NoFile = 4 // a form's file input that was left empty
)

// ErrFull is behind the error of a disk that has no room.
var ErrFull = errors.New("no space left")

// sniffed is how much of a file is kept to tell its type.
const sniffed = 3 << 10

// File is an uploaded file. Its methods may be called from any goroutine.
type File struct {
	field, name, claimed string
	size                 int64
	code                 int
	head                 []byte // its first bytes

	mu    sync.Mutex
	path  string // empty when there is no file
	moved bool   // it is the application's
	gone  bool
}

// Field is the name of the form's field.
func (f *File) Field() string { return f.field }

// Name is what the client calls the file: any text, and no path.
func (f *File) Name() string { return f.name }

// ClaimedType is the Content-Type the client sent with it; anything, or empty.
func (f *File) ClaimedType() string { return f.claimed }

// Size is its length in bytes.
func (f *File) Size() int64 { return f.size }

// Code is OK or NoFile.
func (f *File) Code() int { return f.code }

// MediaType is what its content looks like, without parameters: "image/png". Empty without a file.
func (f *File) MediaType() string {
	if f.code != OK {
		return ""
	}
	found := mimetype.Detect(f.head).String()
	for i := range len(found) {
		if found[i] == ';' {
			return found[:i]
		}
	}
	return found
}

// Path is where it lies: in the store, or where it was moved. Empty without a file.
func (f *File) Path() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.path
}

// remove removes the file unless it was moved.
func (f *File) remove() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.path != "" && !f.moved && !f.gone {
		_ = os.Remove(f.path) // what cannot be removed goes with the store's folder
	}
	f.gone = !f.moved
}

// present refuses what can no longer be read; the caller holds mu.
func (f *File) present() error {
	switch {
	case f.code != OK:
		return fault.New("multipart.file", fault.NotFound, "no file was uploaded")
	case f.gone:
		return fault.New("multipart.file", fault.NotFound,
			"the uploaded file is gone: it is removed when its request has been answered, unless it was moved")
	}
	return nil
}

// Bytes reads the whole file, if it is no larger than limit.
func (f *File) Bytes(limit int64) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.present(); err != nil {
		return nil, err
	}
	if f.size > limit {
		return nil, fault.New("multipart.file", fault.TooLarge,
			fmt.Sprintf("the uploaded file has %d bytes, and no more than %d are read into memory", f.size, limit))
	}
	content, err := os.ReadFile(f.path)
	if err != nil {
		return nil, unavailable(err)
	}
	return content, nil
}

// Move gives the file to the application: into a folder, which is made if it is not there,
// under the safe form of a name, or under 32 hexadecimal digits when that is empty. It gives
// the name. A file of that name is only replaced with overwrite; else the error has the kind
// Conflict.
func (f *File) Move(ctx context.Context, folder, name string, overwrite bool) (stored string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.present(); err != nil {
		return "", err
	}
	if name = SafeName(name); name == "" {
		name = randomName()
	}
	target, err := move(ctx, f.path, folder, name, overwrite)
	if err != nil {
		return "", err
	}
	f.path, f.moved = target, true
	return name, nil
}

// writer puts what arrives of a file into the store.
type writer struct {
	file  *File
	store *Store
	out   *os.File
}

func (w *writer) write(piece []byte) (err error) {
	f := w.file
	if w.out == nil {
		if w.out, err = w.store.create(); err != nil {
			return unavailable(err)
		}
		f.path = w.out.Name()
	}
	if room := sniffed - len(f.head); room > 0 {
		f.head = append(f.head, piece[:min(room, len(piece))]...)
	}
	if _, err = w.out.Write(piece); err != nil {
		return unavailable(err)
	}
	f.size += int64(len(piece))
	return nil
}

func (w *writer) close(err error) error {
	if w.out == nil {
		return err
	}
	if closing := w.out.Close(); err == nil && closing != nil {
		return unavailable(closing)
	}
	return err
}

// unavailable is an error of the disk.
func unavailable(err error) error {
	if errors.Is(err, syscall.ENOSPC) || isQuota(err) {
		err = fmt.Errorf("%w: %w", ErrFull, err)
	}
	return fault.New("multipart.store", fault.Unavailable, "the upload cannot be stored").Because(err)
}

// copyFile copies until ctx ends.
func copyFile(ctx context.Context, out io.Writer, in io.Reader) error {
	const piece = 1 << 20
	for ctx.Err() == nil {
		if _, err := io.CopyN(out, in, piece); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}
