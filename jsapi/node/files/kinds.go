package files

import (
	"io/fs"
	"os"
	"syscall"
)

// openFile opens a file or a folder and nothing else: a named pipe would wait for a process that writes to it, and a device may never end.
func openFile(root *os.Root, name string, flags int, mode fs.FileMode) (*os.File, fs.FileInfo, error) {
	file, err := root.OpenFile(name, flags|atOnce, mode.Perm())
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		err = &Error{Code: "EINVAL", Number: -int(syscall.EINVAL), Syscall: "open", Reason: "it is neither a file nor a folder"}
	}
	if err != nil {
		_ = file.Close()
		return nil, nil, err
	}
	return file, info, nil
}
