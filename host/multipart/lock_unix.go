//go:build unix

package multipart

import (
	"errors"
	"os"
	"syscall"
)

// lockFolder takes the lock of a folder, which the system releases when the process ends.
func lockFolder(folder string) (*os.File, error) {
	file, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// removeAbandoned removes a folder of this user that no process has locked.
func removeAbandoned(folder string) {
	lock, err := lockFolder(folder)
	if err != nil {
		return
	}
	defer func() { _ = lock.Close() }()
	info, err := lock.Stat()
	if err != nil {
		return
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); ok && int(owner.Uid) == os.Getuid() {
		_ = os.RemoveAll(folder) // the next process tries again
	}
}

func isQuota(err error) bool { return errors.Is(err, syscall.EDQUOT) }
