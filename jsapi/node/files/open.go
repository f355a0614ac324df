package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"
)

// MaxOpen is the number of files that one VM may have open.
const MaxOpen = 256

// MaxChunk is the number of bytes that one call reads.
const MaxChunk = 16 << 20

// Open are the files that the scripts of one VM have opened, by number. Its methods may be called from any goroutine.
type Open struct {
	mu    sync.Mutex
	files map[int]*os.File
	next  int
}

// Open opens a file and returns its number.
func (o *Open) Open(d Disk, path string, flags int, mode fs.FileMode) (number int, err error) {
	in := d.in
	if flags&(os.O_WRONLY|os.O_RDWR|os.O_CREATE|os.O_TRUNC|os.O_APPEND) != 0 {
		in = d.changing
	}
	err = in("open", path, func(root *os.Root, below string) error {
		file, _, err := openFile(root, below, flags, mode)
		if err != nil {
			return err
		}
		if number, err = o.add(file); err != nil {
			_ = file.Close()
		}
		return err
	})
	return number, err
}

func (o *Open) add(file *os.File) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.files) >= MaxOpen {
		return 0, &Error{Code: "EMFILE", Number: -int(syscall.EMFILE), Syscall: "open", Reason: fmt.Sprintf("more than %d files are open", MaxOpen)}
	}
	if o.files == nil {
		o.files, o.next = map[int]*os.File{}, 3
	}
	number := o.next
	o.next++
	o.files[number] = file
	return number, nil
}

func (o *Open) file(call string, number int) (*os.File, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if file := o.files[number]; file != nil {
		return file, nil
	}
	return nil, &Error{Code: "EBADF", Number: -int(syscall.EBADF), Syscall: call, Reason: "bad file descriptor"}
}

// Has reports whether a file is open.
func (o *Open) Has(number int) bool {
	_, err := o.file("fstat", number)
	return err == nil
}

// Read reads up to length bytes, at a position or, if that is negative, where the file stands.
func (o *Open) Read(d Disk, number, length int, position int64) ([]byte, error) {
	file, err := o.file("read", number)
	if err != nil {
		return nil, err
	}
	length = min(max(length, 0), MaxChunk)
	made, err := d.room(length)
	if err != nil {
		return nil, err
	}
	defer made()
	data := make([]byte, length)
	var n int
	if position < 0 {
		n, err = file.Read(data)
	} else {
		n, err = file.ReadAt(data, position)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, failure("read", "", err)
	}
	return data[:n], nil
}

// ReadAll reads what is left of an open file, or of its content if it was opened and not read.
func (o *Open) ReadAll(number int) ([]byte, error) {
	file, err := o.file("read", number)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(file, MaxRead+1))
	switch {
	case err != nil:
		return nil, failure("read", "", err)
	case len(data) > MaxRead:
		return nil, tooLarge("")
	}
	return data, nil
}

// Write writes bytes, at a position or, if that is negative, where the file stands.
func (o *Open) Write(number int, data []byte, position int64) (int, error) {
	file, err := o.file("write", number)
	if err != nil {
		return 0, err
	}
	var n int
	if position < 0 {
		n, err = file.Write(data)
	} else {
		n, err = file.WriteAt(data, position)
	}
	if err != nil {
		return n, failure("write", "", err)
	}
	return n, nil
}

// Stat returns what is known of an open file.
func (o *Open) Stat(number int) (fs.FileInfo, error) {
	file, err := o.file("fstat", number)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, failure("fstat", "", err)
	}
	return info, nil
}

// Sync writes what the system still holds of an open file.
func (o *Open) Sync(number int) error {
	file, err := o.file("fsync", number)
	if err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return failure("fsync", "", err)
	}
	return nil
}

// Truncate changes the length of an open file.
func (o *Open) Truncate(number int, length int64) error {
	file, err := o.file("ftruncate", number)
	if err != nil {
		return err
	}
	if err := file.Truncate(length); err != nil {
		return failure("ftruncate", "", err)
	}
	return nil
}

// Close closes a file.
func (o *Open) Close(number int) error {
	file, err := o.file("close", number)
	if err != nil {
		return err
	}
	o.mu.Lock()
	delete(o.files, number)
	o.mu.Unlock()
	if err := file.Close(); err != nil {
		return failure("close", "", err)
	}
	return nil
}

// CloseAll closes all files.
func (o *Open) CloseAll() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for number, file := range o.files {
		_ = file.Close()
		delete(o.files, number)
	}
}
