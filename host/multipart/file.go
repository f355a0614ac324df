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

	"github.com/fwrun/fwrun/platform/fault"
)

// The codes of a file, with PHP's numbers. Other errors end the request.
const (
	OK     = 0
	NoFile = 4 // a form's file input that was left empty
)

// ErrFull is wrapped by the error of a disk without room.
var ErrFull = errors.New("no space left")

// sniffed is how much of a file is kept in memory to detect its type.
const sniffed = 3 << 10

// File is an uploaded file. Its methods may be called from any goroutine.
type File struct {
	field, name, claimed string
	size                 int64
	code                 int
	head                 []byte // the file's first bytes

	mu    sync.Mutex
	path  string // empty if there is no file
	moved bool   // the file belongs to the application
	gone  bool
}

// Field returns the name of the form's field.
func (f *File) Field() string { return f.field }

// Name returns the client's name for the file: any text, not a path.
func (f *File) Name() string { return f.name }

// ClaimedType returns the file's Content-Type as the client sent it; any text, or empty.
func (f *File) ClaimedType() string { return f.claimed }

// Size returns the file's length in bytes.
func (f *File) Size() int64 { return f.size }

// Code returns OK or NoFile.
func (f *File) Code() int { return f.code }

// MediaType returns the type detected from the content, without parameters: "image/png". It is empty without a file.
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

// Path returns the path of the file: in the store, or where it was moved. It is empty without a file.
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
		_ = os.Remove(f.path) // if this fails, the file is removed with the store's folder
	}
	f.gone = !f.moved
}

// present returns an error if the file can no longer be read; the caller holds mu.
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

// Bytes reads the whole file, unless it is larger than limit.
func (f *File) Bytes(limit int64) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.present(); err != nil {
		return nil, err
	}
	if f.size > limit {
		return nil, fault.New("multipart.file", fault.TooLarge,
			fmt.Sprintf("the uploaded file has %d bytes, but at most %d can be read into memory", f.size, limit))
	}
	content, err := os.ReadFile(f.path)
	if err != nil {
		return nil, unavailable(err)
	}
	return content, nil
}

// Move moves the file to a folder of the application, which is made if it does not exist, under the safe form of name,
// or under 32 hexadecimal digits if name is empty. It returns the name that was used. An existing file is replaced only
// with overwrite; otherwise the error has the kind Conflict.
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

// writer writes a file's content to the store as it arrives.
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

// unavailable returns an error of the disk.
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
