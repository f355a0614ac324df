//go:build unix

package admin

import (
	"os"
	"syscall"
)

// forOwner lets only the owner connect to a socket, from the moment it exists. Only some systems take it from here.
func forOwner(fd uintptr) { _ = syscall.Fchmod(int(fd), 0o600) }

// alone calls f while no other process does so for the same folder.
func alone(folder string, f func() error) error {
	lock, err := os.Open(folder)
	if err != nil {
		return cannot(folder, err)
	}
	defer func() { _ = lock.Close() }()
	_ = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX) // some file systems have no locks; released with the file
	return f()
}
