//go:build unix

package jetstream

import (
	"errors"
	"os"
	"syscall"
)

// lockFile reports whether the file could be locked. The system removes the lock with the process.
func lockFile(file *os.File) (bool, error) {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}
