package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/platform/fault"
)

// Limits of what one operation reads.
const (
	MaxRead    = 256 << 20 // bytes of a file that is read at once
	MaxEntries = 100_000   // of a folder that is listed, or copied, with those below it
	MaxPath    = 4096      // bytes of a path
)

// page is the number of entries of a folder that are read at once.
const page = 1000

// Disk works on the files of some folders. Its methods may be called from any goroutine. Paths are as scripts write them: relative ones begin in the
// folder of the application.
type Disk struct {
	Folders folders.Folders
	Room    func(bytes int) (made func(), err error) // asked before many bytes are read; nil for room without end
}

// room asks for room for bytes that are about to be read.
func (d Disk) room(bytes int) (made func(), err error) {
	if d.Room == nil {
		return func() {}, nil
	}
	return d.Room(bytes)
}

// in opens the folder that a path leads into and calls do with the path below it.
func (d Disk) in(call, path string, do func(root *os.Root, below string) error) error {
	if strings.ContainsRune(path, 0) {
		return &Error{
			Code: "ERR_INVALID_ARG_VALUE", Syscall: call, Path: strings.ReplaceAll(path, "\x00", "\\0"),
			Reason: "a path must be without null bytes",
		}
	}
	if len(path) > MaxPath {
		return &Error{Code: "ENAMETOOLONG", Number: -int(syscall.ENAMETOOLONG), Syscall: call, Path: fault.Shortened(path, 100), Reason: "name too long"}
	}
	root, below, err := d.Folders.OpenFor(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return failure(call, path, err)
		}
		return refused(call, path, err)
	}
	defer func() { _ = root.Close() }()
	if err := do(root, below); err != nil {
		return failure(call, path, err)
	}
	return nil
}

// changing is in for a call that changes what the path leads to.
func (d Disk) changing(call, path string, do func(root *os.Root, below string) error) error {
	if err := d.Folders.Changeable(path); err != nil {
		return failure(call, path, err)
	}
	return d.in(call, path, do)
}

// ReadFile returns the content of a file.
func (d Disk) ReadFile(path string) (data []byte, err error) {
	err = d.in("open", path, func(root *os.Root, below string) error {
		file, info, err := openFile(root, below, os.O_RDONLY, 0)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		switch {
		case info.IsDir():
			return &Error{Code: "EISDIR", Number: -int(syscall.EISDIR), Syscall: "read", Reason: "illegal operation on a directory"}
		case info.Size() > MaxRead:
			return tooLarge(path)
		}
		made, err := d.room(int(info.Size()))
		if err != nil {
			return err
		}
		defer made()
		data, err = contentOf(file, int(info.Size()))
		if len(data) > MaxRead {
			data = nil
			return tooLarge(path)
		}
		return err
	})
	return data, err
}

func tooLarge(path string) error {
	return &Error{Code: "ERR_FS_FILE_TOO_LARGE", Syscall: "read", Path: path, Reason: fmt.Sprintf("the file is larger than "+
		"%d bytes: read it as a stream", MaxRead)}
}

// contentOf reads a file that has had a size, without a copy if it still has.
func contentOf(file *os.File, size int) ([]byte, error) {
	data := make([]byte, 0, size+512) // with room for the read that finds the end
	for len(data) <= MaxRead {
		data = slices.Grow(data, 512)
		n, err := file.Read(data[len(data):min(cap(data), MaxRead+1)])
		data = data[:len(data)+n]
		if errors.Is(err, io.EOF) {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return data, nil
}

// WriteFile writes a file. The flags are those of open.
func (d Disk) WriteFile(path string, data []byte, flags int, mode fs.FileMode) error {
	return d.changing("open", path, func(root *os.Root, below string) error {
		file, _, err := openFile(root, below, flags, mode)
		if err != nil {
			return err
		}
		_, err = file.Write(data)
		return errors.Join(err, file.Close())
	})
}

// Stat returns what is known of a file; of a symbolic link itself if follow is false.
func (d Disk) Stat(path string, follow bool) (info fs.FileInfo, err error) {
	call := "stat"
	if !follow {
		call = "lstat"
	}
	err = d.in(call, path, func(root *os.Root, below string) (err error) {
		if follow {
			info, err = root.Stat(below)
		} else {
			info, err = root.Lstat(below)
		}
		return err
	})
	return info, err
}

// Mkdir makes a folder, and those above it if all is set. It returns the first one that was made: "" for none.
func (d Disk) Mkdir(path string, all bool, mode fs.FileMode) (first string, err error) {
	err = d.changing("mkdir", path, func(root *os.Root, below string) error {
		if !all {
			return root.Mkdir(below, mode.Perm())
		}
		first = firstMissing(root, below)
		if first != "" {
			first = strings.TrimSuffix(path, strings.TrimPrefix(below, first))
		}
		return root.MkdirAll(below, mode.Perm())
	})
	return first, err
}

// firstMissing returns the highest folder of a path that does not exist; "" if all do.
func firstMissing(root *os.Root, path string) string {
	separator := string(filepath.Separator)
	parts := strings.Split(path, separator)
	there := sort.Search(len(parts), func(i int) bool { // a folder is there if one below it is
		_, err := root.Stat(filepath.Join(parts[:i+1]...))
		return err != nil
	})
	if there == len(parts) {
		return ""
	}
	return filepath.Join(parts[:there+1]...)
}

// Entry is a file in a folder.
type Entry struct {
	Name   string // its path below the folder that is listed
	Parent string // the path of the folder that it is in, as the script would write it
	Type   fs.FileMode
}

// ReadDir lists a folder, with what is below it if all is set, sorted.
func (d Disk) ReadDir(ctx context.Context, path string, all bool) (list []Entry, err error) {
	err = d.in("scandir", path, func(root *os.Root, below string) error {
		list, err = entries(ctx, root, below, path, "", all, list)
		return err
	})
	return list, err
}

func entries(ctx context.Context, root *os.Root, folder, shown, prefix string, all bool, list []Entry) ([]Entry, error) {
	found, err := listing(ctx, root, folder, shown, MaxEntries-len(list))
	if err != nil {
		return nil, err
	}
	for _, one := range found {
		list = append(list, Entry{Name: prefix + one.Name(), Parent: shown, Type: one.Type()})
		if all && one.IsDir() {
			list, err = entries(ctx, root, filepath.Join(folder, one.Name()), strings.TrimSuffix(shown, "/")+"/"+one.Name(), prefix+one.Name()+"/", all, list)
			if err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// listing returns what is in one folder, sorted, if that is not more than most.
func listing(ctx context.Context, root *os.Root, folder, shown string, most int) (list []fs.DirEntry, err error) {
	file, _, err := openFile(root, folder, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	for {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		some, err := file.ReadDir(page)
		list = append(list, some...)
		switch {
		case len(list) > most:
			return nil, &Error{Code: "ERR_OUT_OF_RANGE", Syscall: "scandir", Path: shown, Reason: fmt.Sprintf("there are more than %d files", MaxEntries)}
		case errors.Is(err, io.EOF):
			slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
			return list, nil
		case err != nil:
			return nil, err
		}
	}
}

// Remove deletes a file, or an empty folder.
func (d Disk) Remove(path string, folder bool) error {
	call := "unlink"
	if folder {
		call = "rmdir"
	}
	return d.changing(call, path, func(root *os.Root, below string) error {
		info, err := root.Lstat(below)
		switch {
		case err != nil:
			return err
		case info.IsDir() && !folder:
			return syscall.EISDIR
		case !info.IsDir() && folder:
			return syscall.ENOTDIR
		}
		return root.Remove(below)
	})
}

// RemoveAll deletes a file or a folder with all that is in it. The folders that scripts may use themselves are not deleted.
func (d Disk) RemoveAll(ctx context.Context, path string, recursive, force bool) error {
	return d.changing("rm", path, func(root *os.Root, below string) error {
		info, err := root.Lstat(below)
		switch {
		case errors.Is(err, fs.ErrNotExist) && force:
			return nil
		case err != nil:
			return err
		case filepath.Clean(below) == ".":
			return refused("rm", path, errors.New("it is one of the folders that scripts may use"))
		case info.IsDir() && !recursive:
			return &Error{Code: "ERR_FS_EISDIR", Number: -int(syscall.EISDIR), Syscall: "rm", Path: path, Reason: "path is a directory"}
		}
		return removeAll(ctx, root, below, info.IsDir())
	})
}

// removeAll deletes a file or a folder with all that is in it, with one file open at a time however deep it is, until the context ends.
func removeAll(ctx context.Context, root *os.Root, name string, isFolder bool) error {
	if isFolder {
		found, err := listing(ctx, root, name, name, math.MaxInt)
		if err != nil {
			return err
		}
		for _, one := range found {
			if err := removeAll(ctx, root, filepath.Join(name, one.Name()), one.IsDir()); err != nil {
				return err
			}
		}
	}
	if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Rename moves a file within one of the folders that scripts may use.
func (d Disk) Rename(from, to string) error {
	return d.both("rename", from, to, func(root *os.Root, a, b string) error { return root.Rename(a, b) })
}

// Link makes a second name for a file.
func (d Disk) Link(from, to string) error {
	return d.both("link", from, to, func(root *os.Root, a, b string) error { return root.Link(a, b) })
}

// both is in for two paths that have to lead into the same folder.
func (d Disk) both(call, from, to string, do func(root *os.Root, a, b string) error) error {
	one, a, err := d.Folders.Locate(from)
	if err != nil {
		return refused(call, from, err)
	}
	other, b, err := d.Folders.Locate(to)
	if err != nil {
		return refused(call, to, err)
	}
	if one != other {
		return &Error{Code: "EXDEV", Number: -int(syscall.EXDEV), Syscall: call, Path: from, Reason: "the paths lead into different folders"}
	}
	return d.changing(call, from, func(root *os.Root, _ string) error { return do(root, a, b) })
}

// Symlink makes a symbolic link to something in the folder of the link, or below it. Others than node:fs follow links, too: one that leads
// out of the folders must not come into being.
func (d Disk) Symlink(target, path string) error {
	if filepath.IsAbs(target) || !filepath.IsLocal(filepath.FromSlash(target)) || slices.Contains(strings.Split(filepath.ToSlash(target), "/"), "..") {
		return refused("symlink", path, errors.New("a link may only name something in its folder or below it"))
	}
	return d.changing("symlink", path, func(root *os.Root, below string) error { return root.Symlink(target, below) })
}

// Readlink returns what a symbolic link names.
func (d Disk) Readlink(path string) (target string, err error) {
	err = d.in("readlink", path, func(root *os.Root, below string) (err error) {
		target, err = root.Readlink(below)
		return err
	})
	return target, err
}

// Chmod changes the permissions of a file.
func (d Disk) Chmod(path string, mode fs.FileMode) error {
	return d.changing("chmod", path, func(root *os.Root, below string) error { return root.Chmod(below, mode.Perm()) })
}

// Chtimes changes the times of a file.
func (d Disk) Chtimes(path string, accessed, modified time.Time) error {
	return d.changing("utime", path, func(root *os.Root, below string) error { return root.Chtimes(below, accessed, modified) })
}

// Truncate changes the length of a file.
func (d Disk) Truncate(path string, length int64) error {
	return d.changing("open", path, func(root *os.Root, below string) error {
		file, _, err := openFile(root, below, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(file.Truncate(length), file.Close())
	})
}
