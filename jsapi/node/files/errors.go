package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Error is a failure as Node tells it.
type Error struct {
	Code    string // "ENOENT"
	Number  int    // negative, as Node's errno
	Syscall string // "open"
	Path    string // as the script wrote it
	Reason  string // "no such file or directory"
}

func (e *Error) Error() string {
	text := fmt.Sprintf("%s: %s, %s", e.Code, e.Reason, e.Syscall)
	if e.Path != "" {
		text += fmt.Sprintf(" '%s'", e.Path)
	}
	return text
}

// refused is the error for a path that scripts may not use.
func refused(call, path string, why error) *Error {
	return &Error{Code: "EACCES", Number: -int(syscall.EACCES), Syscall: call, Path: path, Reason: "permission denied: " + why.Error()}
}

// failure makes an Error of what the system says. Other errors, such as that of a context, are returned as they are.
func failure(call, path string, err error) error {
	if known, ok := errors.AsType[*Error](err); ok {
		return known
	}
	number, _ := errors.AsType[syscall.Errno](err)
	switch {
	case number != 0:
	case errors.Is(err, fs.ErrNotExist):
		number = syscall.ENOENT
	case errors.Is(err, fs.ErrExist):
		number = syscall.EEXIST
	case errors.Is(err, fs.ErrPermission):
		number = syscall.EACCES
	case errors.Is(err, fs.ErrClosed):
		number = syscall.EBADF
	case !ofPath(err):
		return err
	default: // os.Root refuses what leads out of it with an error of its own
		return &Error{Code: "EACCES", Number: -int(syscall.EACCES), Syscall: call, Path: path, Reason: "permission denied"}
	}
	return &Error{Code: codeOf(number), Number: -int(number), Syscall: call, Path: path, Reason: number.Error()}
}

func ofPath(err error) bool {
	_, ofOne := errors.AsType[*fs.PathError](err)
	_, ofTwo := errors.AsType[*os.LinkError](err)
	return ofOne || ofTwo
}

// codeOf returns the name of an error of the system.
func codeOf(number syscall.Errno) string {
	for _, known := range []struct {
		number syscall.Errno
		name   string
	}{
		{syscall.ENOENT, "ENOENT"},
		{syscall.EEXIST, "EEXIST"},
		{syscall.EACCES, "EACCES"},
		{syscall.EPERM, "EPERM"},
		{syscall.ENOTDIR, "ENOTDIR"},
		{syscall.EISDIR, "EISDIR"},
		{syscall.ENOTEMPTY, "ENOTEMPTY"},
		{syscall.EINVAL, "EINVAL"},
		{syscall.EBADF, "EBADF"},
		{syscall.ENOSPC, "ENOSPC"},
		{syscall.EMFILE, "EMFILE"},
		{syscall.EXDEV, "EXDEV"},
		{syscall.ELOOP, "ELOOP"},
		{syscall.ENAMETOOLONG, "ENAMETOOLONG"},
		{syscall.EROFS, "EROFS"},
		{syscall.ENXIO, "ENXIO"},
	} {
		if known.number == number {
			return known.name
		}
	}
	return "EIO"
}
